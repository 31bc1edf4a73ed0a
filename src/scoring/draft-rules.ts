import { identityOf } from './in-force.ts'
import { RULE_TYPES, type Rule, type RuleRecord, type RuleSet, type RuleType } from './rules.ts'

/**
 * A change of the rules: `put` replaces the effective record of the same identity or adds one, `remove` ends the one of
 * that identity (`identityOf` says what it is: a metric, a name, a contract type or * for all).
 */
export type RuleChange = { [T in RuleType]: ChangeOf<T> }[RuleType]
type ChangeOf<T extends RuleType> =
  | { type: T; op: 'put'; fields: Rule<T> }
  | { type: T; op: 'remove'; identity: string }

/**
 * The rules with changes made, in their order. A record that replaces another takes its id and its next version; a new
 * one has a negative id, which no stored record has.
 * @throws RangeError when there is no record to remove; its message names type and identity
 */
export function changeRules(rules: RuleSet, changes: readonly RuleChange[]): RuleSet {
  const changed = Object.fromEntries(RULE_TYPES.map((type) => [type, rules[type]])) as RuleSet
  let added = 0
  for (const change of changes) {
    const records = changed[change.type] as RuleRecord[]
    const at = records.findIndex((record) => identityOf(change.type, record) === identityOfChange(change))
    const present = records[at]
    if (change.op === 'remove') {
      if (!present) throw new RangeError(`${change.type} has no record of ${change.identity} to remove`)
      set(changed, change.type, records.toSpliced(at, 1))
    } else if (present) {
      const { id, version } = present
      set(changed, change.type, records.with(at, { ...change.fields, id, version: version + 1 }))
    } else {
      added += 1
      set(changed, change.type, [...records, { ...change.fields, id: -added, version: 1 }])
    }
  }
  return changed
}

/** What a change is about, among the records of its type. */
export const identityOfChange = (change: RuleChange): string =>
  change.op === 'put' ? identityOf(change.type, change.fields) : change.identity

const set = (rules: RuleSet, type: RuleType, records: RuleRecord[]) =>
  Object.assign(rules, { [type]: records })
