import type { ConfigDraft, Guards } from '../../../src/domain/config/config-draft.ts'
import { rulesHash } from '../../../src/domain/config/rules-hash.ts'
import { conflict } from '../../../src/platform/http/errors/problems.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'

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
  report: Found | null
}

/** What a completed backtest found, as far as an adoption rests on it. */
interface Found {
  scores: number
  tier_drops: number
  tier_rises: number
  psi: number | null
  money: { surcharges: { before: string; after: string } }
  guards: Guard[]
}

/** What is wrong where a guard fails. */
const FAILS = {
  max_tier_drops: 'too many scores come into a lower tier',
  max_surcharge_increase: 'surcharges rise too much',
  max_psi: 'the scores shift too far (PSI)',
  golden: 'a score is another than the draft demands',
}

/** A guard as a backtest has checked it; a golden score has its seller and month. */
interface Guard {
  guard: keyof typeof FAILS
  ok: boolean
  limit: number | string
  value: number | string | null
  seller_code?: string
  period?: string
}

/** What the audit log keeps of a backtest that a draft is adopted on: the sums, and the guards as they were checked. */
export const evidenceOf = ({ id, status, from, to, report }: Backtest) => ({
  ...{ id, status, from, to },
  ...(report && {
    scores: report.scores,
    tier_drops: report.tier_drops,
    tier_rises: report.tier_rises,
    psi: report.psi,
    surcharges: report.money.surcharges,
    guards: report.guards,
  }),
})

/**
 * What a backtest says against adopting a draft now, as the 409s that a reason overrides; `rules` are the current ones.
 */
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

function whyOf({ seller_code, period, value, limit }: Guard, { from, to }: Backtest) {
  if (seller_code === undefined)
    return value === null
      ? `no score is rated on both sides, and the limit is ${limit}`
      : `${value}, and the limit is ${limit}`
  if (period !== undefined && (period < from || period > to)) return `the backtest does not have ${period}`
  return `${seller_code} is ${value ?? 'not scored'} in ${period}, not ${limit}`
}
