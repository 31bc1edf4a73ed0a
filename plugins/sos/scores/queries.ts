import type { NamedScoreRow, ScoreRow } from '../../../src/domain/scores/score-row.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** The seller's score of a period, else of its most recent one. */
export const findScore = (db: Sql, sellerId: number, period?: string) =>
  db.row<ScoreRow>(
    `select * from monthly_scores where seller_id = $1 and ($2::text is null or period = $2)
     order by period desc limit 1`,
    [sellerId, period],
    'score-of-seller',
  )

/** A score as it stood before an appeal revised it, or undefined. */
export const findEarlierRevision = (db: Sql, { seller_id, period }: ScoreRow, revision: number) =>
  db.row<ScoreRow>(
    `select m.* from score_revisions r, jsonb_populate_record(null::monthly_scores, r.score) m
     where r.seller_id = $1 and r.period = $2 and r.revision = $3`,
    [seller_id, period, revision],
    'score-revision',
  )

/** A score's explanation and what the run that made it had fixed. */
export interface StoredExplanation {
  explanation: Explanation
  run_id: number
  month_start: string
  as_of: string
  as_of_date: string
  feeds_in_use: FeedsInUse
  rules: ScoringRules
}

/** The explanation of one revision of a seller's score, or undefined. */
export const findExplanation = (db: Sql, score: { seller_id: number; period: string; revision: number }) =>
  db.row<StoredExplanation>(
    `select e.explanation, r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.feeds_in_use, r.rules
     from score_explanations e join scoring_runs r on r.id = e.run_id
     where e.seller_id = $1 and e.period = $2 and e.revision = $3`,
    [score.seller_id, score.period, score.revision],
    'score-explanation',
  )

/** The seller's newest `most` scores from one period to another, both inclusive, oldest first. */
export const scoresBetween = (
  db: Sql,
  sellerId: number,
  { from, to, most }: { from?: string; to?: string; most: number },
) =>
  db.rows<ScoreRow>(
    `select * from (
       select * from monthly_scores
       where seller_id = $1 and ($2::text is null or period >= $2) and ($3::text is null or period <= $3)
       order by period desc limit $4) newest
     order by period`,
    [sellerId, from, to, most],
    'scores-of-seller',
  )

/** The score with this id, and whose seller it is of. */
export const scoreById = (db: Sql, id: number) =>
  db.row<NamedScoreRow & SellerScope>(
    `select m.*, s.seller_code, s.company_name, a.name as am_name, s.assigned_am_id, s.primary_warehouse_id
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     where m.id = $1`,
    [id],
    'score-by-id',
  )
