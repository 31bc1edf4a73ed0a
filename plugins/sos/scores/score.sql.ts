import type { NamedScoreRow, ScoreRow } from '../../../src/domain/scores/score-row.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

/** The seller's score of a period, else of its most recent one. */
export async function findScore(db: Sql, sellerId: number, period?: string): Promise<ScoreRow | undefined> {
  const [score] = await db.rows<ScoreRow>(
    `select * from monthly_scores where seller_id = $1 and ($2::text is null or period = $2)
     order by period desc limit 1`,
    [sellerId, period],
    'score-of-seller',
  )
  return score
}

/** A score as it stood before an appeal revised it, or undefined. */
export async function findEarlierRevision(
  db: Sql,
  { seller_id, period }: ScoreRow,
  revision: number,
): Promise<ScoreRow | undefined> {
  const [score] = await db.rows<ScoreRow>(
    `select m.* from score_revisions r, jsonb_populate_record(null::monthly_scores, r.score) m
     where r.seller_id = $1 and r.period = $2 and r.revision = $3`,
    [seller_id, period, revision],
    'score-revision',
  )
  return score
}

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

export interface MonthlyFilter {
  period: string
  status?: string
  am_id?: number
  /** Only sellers that this account manager looks after now. */
  portfolio_of: number | null
  page: number
  limit: number
}

/** One page of the scores of a period, in the order of seller codes, and how many there are. */
export async function pageOfScores(
  db: Sql,
  { period, status, am_id, portfolio_of, page, limit }: MonthlyFilter,
) {
  const [rows, count] = await Promise.all([
    db.rows<NamedScoreRow>(
      `select m.*, s.seller_code, s.company_name, a.name as am_name
       from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
       where m.period = $1 and ($2::text is null or m.status = $2) and ($3::int is null or m.am_id = $3)
         and ($4::int is null or s.assigned_am_id = $4)
       order by s.seller_code limit $5 offset $6`,
      [period, status, am_id, portfolio_of, limit, (page - 1) * limit],
      'monthly-scores-page',
    ),
    db.rows<{ total: number }>(
      `select count(*) as total from monthly_scores m join sellers s on s.id = m.seller_id
       where m.period = $1 and ($2::text is null or m.status = $2) and ($3::int is null or m.am_id = $3)
         and ($4::int is null or s.assigned_am_id = $4)`,
      [period, status, am_id, portfolio_of],
      'monthly-scores-total',
    ),
  ])
  return { rows, total: count[0]?.total ?? 0 }
}
