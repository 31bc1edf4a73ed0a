import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
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
 * Records that begin after the running month and that a put would replace by something else: whoever wrote it began
 * with the running version, perhaps, and what the coming one says would be gone. A put that says the same of all that
 * the coming version changes is none of them.
 */
export const replacedUnseen = (
  changes: readonly RuleChange[],
  running: RuleSet,
  adopted: RuleSet,
): string[] =>
  changes.flatMap((change) => {
    if (change.op !== 'put') return []
    const { type, fields } = change
    const identity = identityOfChange(change)
    const of = (rules: RuleSet) =>
      (rules[type] as RuleRecord[]).find((record) => identityOf(type, record) === identity)
    const [now, coming] = [of(running), of(adopted)]
    if (!coming || coming.id === now?.id) return []
    const isLost = ([name, value]: [string, unknown]) =>
      differ(valueIn(coming, name), valueIn(now, name)) && differ(valueIn(coming, name), value)
    return Object.entries(fields).some(isLost) ? [`${type} ${identity}`] : []
  })

const valueIn = (record: RuleRecord | undefined, name: string): unknown =>
  record && (record as Record<string, unknown>)[name]

const differ = (one: unknown, other: unknown) => canonicalJson(one ?? null) !== canonicalJson(other ?? null)
