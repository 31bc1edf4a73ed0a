import { type NamedScoreRow, type ScoreRow, scoreColumns } from '../../src/domain/scores/score-row.ts'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { Score } from '../../src/scoring/score.ts'

/** What identifies a monthly score. */
export type ScoreKey = Pick<ScoreRow, 'seller_id' | 'period'>

/** A score with its explanation and the rules of the run that made it; null where the service has lost them. */
export interface ExplainedScore {
  score: NamedScoreRow
  explanation: Explanation | null
  rules: ScoringRules | null
}

/**
 * Locks the score until the transaction ends: nobody calculates, finalizes or revises it meanwhile. What is read
 * before the lock may be of another revision, so read it afterwards, in a statement of its own.
 */
export async function lockScore(tx: Tx, { seller_id, period }: ScoreKey): Promise<ScoreRow | undefined> {
  const locked = await tx.row<{ score: ScoreRow }>`
    select to_jsonb(m) as score from monthly_scores m where seller_id = ${seller_id} and period = ${period} for update`
  return locked?.score
}

/** The newest revision of a score with all that revising it takes, as of one instant. */
export async function explainedScore(tx: Sql, { seller_id, period }: ScoreKey): Promise<ExplainedScore> {
  const found = await tx.one<ExplainedScore>`
    select to_jsonb(m) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', a.name) as score,
           e.explanation, r.rules
    from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
      left join score_explanations e
        on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
      left join scoring_runs r on r.id = e.run_id
    where m.seller_id = ${seller_id} and m.period = ${period}`
  return found
}

/** An appeal against a draft puts it under review. */
export const putUnderReview = (tx: Tx, { seller_id, period }: ScoreKey) =>
  tx.run`
    update monthly_scores set status = 'under_review'
    where seller_id = ${seller_id} and period = ${period} and status = 'draft'`

/**
 * Writes the next revision of a locked score and its explanation, and keeps the one it replaces as it was. All
 * three happen to the row as it is once locked. State, review, run and instant of calculation stay.
 */
export async function storeRevision(
  tx: Tx,
  { seller_id, period }: ScoreKey,
  revised: Score,
  appealId: number,
): Promise<NamedScoreRow> {
  const stored = await tx.one<{ score: NamedScoreRow }>`
    with earlier as (
      select * from monthly_scores where seller_id = ${seller_id} and period = ${period}
    ), kept as (
      insert into score_revisions (seller_id, period, revision, score, appeal_id)
      select seller_id, period, revision, to_jsonb(earlier), ${appealId}::int from earlier
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, explanation)
      select seller_id, period, revision + 1, run_id, ${JSON.stringify(revised.explanation)}::json from earlier
    ), revised as (
      update monthly_scores m set revision = m.revision + 1, (
        total_sos, is_rated, tier_name, tier_rank, tier_color, tier_benefits,
        p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
        f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
        previous_sos, delta_sos, direction, top_opportunity, is_grace_period
      ) = (
        select total_sos, is_rated, tier_name, tier_rank, tier_color, tier_benefits,
               p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
               f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
               previous_sos, delta_sos, direction, top_opportunity, is_grace_period
        from jsonb_populate_record(null::monthly_scores, ${JSON.stringify(scoreColumns(revised))}::jsonb)
      )
      where seller_id = ${seller_id} and period = ${period}
      returning *
    )
    select to_jsonb(revised) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', a.name) as score
    from revised join sellers s on s.id = revised.seller_id left join account_managers a on a.id = revised.am_id`
  return stored.score
}
