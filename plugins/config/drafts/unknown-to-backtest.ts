import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import { RULE_TYPES, type RuleRecord, type RuleSet } from '../../../src/scoring/rules.ts'

/**
 * Sentences about records that count in the month of an adoption or in the running one, and not in both: a backtest is
 * made with the rules of the running month. What the changes replace or remove is none of them.
 */
export function unknownToBacktest(
  changes: readonly RuleChange[],
  running: RuleSet,
  adopted: RuleSet,
  effective_from: string,
): string[] {
  return RULE_TYPES.flatMap((type) => {
    const changed = new Set(changes.filter((change) => change.type === type).map(identityOfChange))
    const onlyIn = (one: RuleSet, other: RuleSet) => {
      const known = new Set(other[type].map(({ id }) => id))
      return (one[type] as RuleRecord[])
        .filter((record) => !known.has(record.id) && !changed.has(identityOf(type, record)))
        .map((record) => `${type} record ${record.id} (${identityOf(type, record)})`)
    }
    return [
      ...onlyIn(adopted, running).map(
        (record) =>
          `${record} counts in ${effective_from} and not in the running month: the backtest does not know it.`,
      ),
      ...onlyIn(running, adopted).map(
        (record) =>
          `${record} counts in the running month and not in ${effective_from}: the backtest was made with it.`,
      ),
    ]
  })
}

/**
 * Versions that the changes would end though they don't count yet: whoever wrote the changes began with those of the
 * running month, and what the coming ones say would be gone.
 */
export const comingVersions = (
  changes: readonly RuleChange[],
  running: RuleSet,
  adopted: RuleSet,
): string[] =>
  RULE_TYPES.flatMap((type) => {
    const changed = new Set(changes.filter((change) => change.type === type).map(identityOfChange))
    const known = new Set(running[type].map(({ id }) => id))
    return (adopted[type] as RuleRecord[])
      .filter((record) => !known.has(record.id) && changed.has(identityOf(type, record)))
      .map((record) => `${type} ${identityOf(type, record)}`)
  })
