import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { identityOf } from '../../../src/scoring/effective-records.ts'
import { RULE_TYPES, type RuleRecord, type RuleSet } from '../../../src/scoring/rules.ts'

/**
 * Sentences about records that count in the month of an adoption and not in the running one: a backtest, which is made
 * with the rules of the running month, does not know them. What the changes replace is none of them.
 */
export function unknownToBacktest(
  changes: readonly RuleChange[],
  running: RuleSet,
  adopted: RuleSet,
  effective_from: string,
): string[] {
  return RULE_TYPES.flatMap((type) => {
    const known = new Set(running[type].map(({ id }) => id))
    const replaced = new Set(changes.filter((change) => change.type === type).map(identityOfChange))
    return (adopted[type] as RuleRecord[])
      .filter((record) => !known.has(record.id) && !replaced.has(identityOf(type, record)))
      .map(
        (record) =>
          `${type} record ${record.id} (${identityOf(type, record)}) counts in ${effective_from} and not in the running month: the backtest does not know it.`,
      )
  })
}
