import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { adjustedScore } from '../../src/domain/appeals/appeal-record.ts'
import { renewRisks } from '../../src/domain/projections/renew-risks.ts'
import { engineMismatch, explainer, type KeptScore } from '../../src/domain/scores/explainer.ts'
import { requireExplanations } from '../../src/domain/scores/keep-explanations.ts'
import { renewTrends } from '../../src/domain/scores/renew-trends.ts'
import {
  type NamedScoreRow,
  SCORE_COLUMNS,
  type ShownScore,
  scoreColumns,
  shownScore,
} from '../../src/domain/scores/score-row.ts'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import { conflict, invalidField } from '../../src/platform/http/errors/problems.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { COMPONENTS, type Component } from '../../src/scoring/components.ts'
import { hasAtMost, TOO_MANY_DECIMALS } from '../../src/scoring/currency.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import type { PreparedRules } from '../../src/scoring/prepare-rules.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import type { Score } from '../../src/scoring/score.ts'
import type { PlainAppeal, ScoreKey } from './queries.ts'

export const ScoreAdjustment = Type.Object(adjustedScore, {
  additionalProperties: false,
  minProperties: 1,
  title: 'ScoreAdjustment',
  description:
    'Raws of components, whichever was appealed, the total, or both, to two decimals. With raws alone the total is computed; a total that is given stands. The explanation says what was decided',
  examples: [{ o_score_raw_after: 88.5 }],
})
export type ScoreAdjustment = Static<typeof ScoreAdjustment>

/** @throws 400 that names a field with more than two decimals */
export function requireCents(adjustment: ScoreAdjustment, prefix = '') {
  for (const [field, value] of Object.entries(adjustment))
    if (!hasAtMost(2, value)) throw invalidField(`${prefix}${field} ${TOO_MANY_DECIMALS[2]}`)
}

/**
 * What operations have recommended, or null, which an approval without an adjustment takes.
 * @throws 409 when the score, be it calculated again or revised, is another one than the recommendation is about
 */
export function proposalOf(
  { score_adjustment, score_before }: Pick<PlainAppeal, 'score_adjustment' | 'score_before'>,
  { score }: ExplainedScore,
) {
  if (
    score_adjustment &&
    !(score_before && isDeepStrictEqual(decided(score_before), decided(shownScore(score))))
  )
    throw conflict(
      'proposal_outdated',
      'The score has changed since operations recommended: give points of your own (score_adjustment), or reject the appeal.',
    )
  return score_adjustment
}

/** What a decision is about: not the colour of a tier, nor its benefits. */
const decided = ({ tier, ...numbers }: ShownScore) => ({ ...numbers, tier: tier.name })

/** @throws 409 when it is not known any more how the score was made, or only other code knows */
export function adjusted(
  { score, explanation, rules, isLost }: ExplainedScore,
  appealed: Component,
  adjustment: ScoreAdjustment,
): Score {
  if (isLost)
    throw conflict(
      'score_not_revisable',
      `The score of ${score.seller_code} in ${score.period} has no explanation, so it can't be revised.`,
    )
  if (!explanation || !rules) throw engineMismatch(score)
  const [first, ...more] = decisionsOf(appealed, adjustment)
  const revised = reviseScore(rules, { total_sos: score.total_sos, explanation }, first)
  return more.reduce((before, decision) => reviseScore(rules, before, decision), revised)
}

/** One decision for each component that is named, the one appealed last; the total is decided with the last of them. */
function decisionsOf(
  appealed: Component,
  adjustment: ScoreAdjustment,
): [AppealDecision, ...AppealDecision[]] {
  const named = COMPONENTS.filter(
    (name) => name !== appealed && adjustment[`${name}_raw_after`] !== undefined,
  )
  const withAppealed = named.length === 0 || adjustment[`${appealed}_raw_after`] !== undefined
  const decisions = (withAppealed ? [...named, appealed] : named).map((component, index, all) => ({
    component,
    appealed,
    raw_after: adjustment[`${component}_raw_after`],
    total_after: index === all.length - 1 ? adjustment.total_sos_after : undefined,
  }))
  return decisions as [AppealDecision, ...AppealDecision[]]
}

/**
 * A score with its explanation and the rules of the run that made it; null where the service has lost them, and where
 * other code has computed the score and this code does not come to it.
 */
interface ExplainedScore {
  score: NamedScoreRow
  explanation: Explanation | null
  rules: PreparedRules | null
  isLost: boolean
}

/** The newest revision of a score with all that revising it takes, as of one instant. */
export async function explainedScore(tx: Sql, { seller_id, period }: ScoreKey): Promise<ExplainedScore> {
  const { kept_by, inputs, explanation, ...score } = await tx.one<NamedScoreRow & Kept>`
    select m.*, s.seller_code, s.company_name, a.name as am_name, r.id as kept_by, e.inputs, e.explanation
    from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
      left join score_explanations e using (seller_id, period, revision)
      left join scoring_runs r on r.id = e.run_id
    where m.seller_id = ${seller_id} and m.period = ${period}`
  if (kept_by === null || (inputs ?? explanation) === null)
    return { score, explanation: null, rules: null, isLost: true }
  const known = await explainer(tx).explain({ ...score, run_id: kept_by, inputs, explanation })
  return { score, explanation: null, rules: null, ...known, isLost: false }
}

/** What is kept of a score, and the run that it was kept by; null where there is none. */
type Kept = Pick<KeptScore, 'inputs' | 'explanation'> & { kept_by: number | null }

/**
 * Writes the next revision of a locked score and its explanation, keeps the one it replaces as it was, and renews the
 * trends that stand on it. All happen to the row as it is once locked. State, review, run, inputs and instant of
 * calculation stay.
 */
export async function storeRevision(
  tx: Tx,
  jobs: Pick<Jobs, 'sendAll'>,
  { seller_id, period }: ScoreKey,
  revised: Score,
  appealId: number,
) {
  await requireExplanations(tx, period, [seller_id])
  const stored = await tx.one<NamedScoreRow>(
    `with earlier as (
      select * from monthly_scores where seller_id = $1 and period = $2
    ), kept as (
      insert into score_revisions (seller_id, period, revision, score, appeal_id)
      select seller_id, period, revision, to_jsonb(earlier), $3::int from earlier
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, inputs, explanation, unnamed)
      select seller_id, period, revision + 1, earlier.run_id, e.inputs, $4::json, e.unnamed
      from earlier left join score_explanations e using (seller_id, period, revision)
    ), revised as (
      update monthly_scores m set
        revision = m.revision + 1,
        (${SCORE_COLUMNS}) = (select ${SCORE_COLUMNS} from jsonb_populate_record(null::monthly_scores, $5::jsonb))
      where seller_id = $1 and period = $2
      returning *
    )
    select revised.*, s.seller_code, s.company_name, a.name as am_name
    from revised join sellers s on s.id = revised.seller_id left join account_managers a on a.id = revised.am_id`,
    [seller_id, period, appealId, JSON.stringify(revised.explanation), JSON.stringify(scoreColumns(revised))],
  )
  const renewed = await renewTrends(tx, jobs, { sellers: [seller_id], period })
  await renewRisks(tx, [seller_id], period)
  return { ...stored, ...renewed.find((score) => score.period === period) }
}
