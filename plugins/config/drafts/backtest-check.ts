import type { CheckedGuard, Report } from '../../../src/domain/config/backtest-report.ts'
import type { ConfigDraft, Guards } from '../../../src/domain/config/config-draft.ts'
import { rulesHash } from '../../../src/domain/config/rules-hash.ts'
import { conflict } from '../../../src/platform/http/errors/problems.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import { RULE_TYPES, type RuleRecord, type RuleSet } from '../../../src/scoring/rules.ts'

/** A backtest, as far as an adoption asks for it. */
export interface Backtest {
  id: number
  draft_id: number | null
  status: string
  /** first and last month */
  from: string
  to: string
  changes_sha256: string
  guards: Guards
  rules_sha256: string
  rules_written: boolean
  report: Report | null
}

/** What is wrong where a guard fails. */
const FAILS: Record<string, string> = {
  max_tier_drops: 'too many scores come into a lower tier',
  max_surcharge_increase: 'surcharges rise too much',
  max_psi: 'the scores shift too far (PSI)',
  golden: 'a score is another than the draft demands',
}

/** What the audit log keeps of a backtest that a draft is adopted on: the sums, and the guards as they were checked. */
export function evidenceOf({ id, status, from, to, report }: Backtest) {
  const { scores, tier_drops, tier_rises, psi, money, guards }: Partial<Report> = report ?? {}
  return { id, status, from, to, scores, tier_drops, tier_rises, psi, surcharges: money?.surcharges, guards }
}

/** What a backtest says against adopting a draft now, as 409s that a reason overrides; `rules` are the current ones. */
export function objections(draft: ConfigDraft, backtest: Backtest | undefined, rules: RuleSet) {
  if (!backtest) return [conflict('backtest_needed', 'backtest_id: name a completed backtest of the draft')]
  const isNot = whyNotOf(draft, backtest)
  if (isNot !== undefined) return [conflict('backtest_needed', isNot)]
  return [...changedRules(backtest, rules), ...failedGuards(backtest)]
}

/** Why this is no completed backtest of the draft as it is; undefined when it is one. */
function whyNotOf(draft: ConfigDraft, backtest: Backtest): string | undefined {
  const { id, draft_id, status, changes_sha256, guards, report } = backtest
  const differs = (what: string) =>
    `The ${what} of draft ${draft.id} are others than in backtest ${id}: make a new one`
  if (draft_id !== draft.id) return `Backtest ${id} is not one of draft ${draft.id}`
  if (status !== 'completed') return `Backtest ${id} is ${status}, not completed`
  if (!report?.scores) return `Backtest ${id} has no scores: make one of months that have some`
  if (changes_sha256 !== draft.changes_sha256) return differs('changes')
  if (canonicalJson(guards) !== canonicalJson(draft.guards)) return differs('guards')
  return undefined
}

/** The rules of the running month may change without a record that is written: one begins, or one ends. */
const changedRules = ({ id, rules_sha256, rules_written }: Backtest, rules: RuleSet) =>
  rules_sha256 === rulesHash(rules) && !rules_written
    ? []
    : [conflict('rules_changed', `The rules have changed since backtest ${id} was asked for: make a new one`)]

const failedGuards = (backtest: Backtest) =>
  (backtest.report?.guards ?? [])
    .filter(({ ok }) => !ok)
    .map((guard) =>
      conflict('guard_failed', `In backtest ${backtest.id} ${FAILS[guard.guard]}: ${whyOf(guard, backtest)}`),
    )

function whyOf({ seller_code, period, value, limit }: CheckedGuard, { from, to }: Backtest) {
  if (seller_code === undefined)
    return value === null
      ? `no score is rated on both sides, and the limit is ${limit}`
      : `${value}, and the limit is ${limit}`
  if (period !== undefined && (period < from || period > to)) return `the backtest does not have ${period}`
  return `${seller_code} is ${value ?? 'not scored'} in ${period}, not ${limit}`
}

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
 * What speaks against puts that would replace a record that begins after the running month by something else: whoever
 * wrote it began with the running version, perhaps, and what the coming one says would be gone. A put that says the same
 * of all that the coming version changes is none of them.
 */
export const replacedUnseen = (
  changes: readonly RuleChange[],
  running: RuleSet,
  adopted: RuleSet,
  effective_from: string,
) =>
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
    if (!Object.entries(fields).some(isLost)) return []
    return conflict(
      'rules_changed',
      `${type} ${identity} has another version in ${effective_from} than in the running month, and the draft replaces it: see that the draft has what that one says`,
    )
  })

const valueIn = (record: RuleRecord | undefined, name: string): unknown =>
  record && (record as Record<string, unknown>)[name]

const differ = (one: unknown, other: unknown) => canonicalJson(one ?? null) !== canonicalJson(other ?? null)
