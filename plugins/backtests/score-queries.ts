import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { PreviousScore } from '../../src/domain/scores/previous-score.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Untouched } from './scores-schemas.ts'

/** What one side of a backtest says of a seller's month. */
export interface SideScore {
  total: number
  tier: string
  rank: number
  rated: boolean
  /** the latest earlier rated total of this side */
  previous: number | null
  /** decimal text */
  surcharges: string
  /** why a score that comes into another tier has this one and not the next one up: a sentence */
  why: string | null
}

/** A seller's month under both sets of rules. */
export interface BacktestScore {
  seller_id: number
  am_id: number | null
  orders: number
  stored_differs: boolean
  before: SideScore
  after: SideScore
  /** why no calculation reaches the score */
  untouched?: Untouched | null
}

/** What is stored of a month's score. */
export type StoredScore = Pick<SideScore, 'total' | 'tier' | 'rank' | 'rated'> & {
  untouched: Untouched | null
}

/**
 * The stored scores of those sellers that have one of the month that counts, and whether a calculation of it would
 * reach them.
 */
export async function storedScores(
  db: Sql,
  sellers: number[],
  period: string,
): Promise<Map<number, StoredScore>> {
  const rows = await db.rows<StoredScore & { seller_id: number }>(
    `select m.seller_id, m.total_sos as total, m.tier_name as tier, m.tier_rank as rank, m.is_rated as rated,
            case when m.revision > 1 and exists (
                   select from score_revisions r
                   where r.seller_id = m.seller_id and r.period = m.period and r.appeal_id is not null) then 'appeal'
                 when s.status <> 'active' then 'inactive' end as untouched
     from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
     where m.seller_id = any($1::int[]) and m.period = $2 order by m.seller_id`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}

/** Each seller's latest rated total of each side in the months of the backtest before this one, where it has one. */
export async function ownPrevious(db: Sql, backtest_id: number, sellers: number[], period: string) {
  const rows = await db.rows<{
    seller_id: number
    before: PreviousScore | null
    after: PreviousScore | null
  }>(
    `select s.seller_id, b.score as before, a.score as after
     from unnest($2::int[]) s(seller_id)
       left join lateral (
         select jsonb_build_object('period', period, 'total_sos', before_total) as score from backtest_scores
         where seller_id = s.seller_id and backtest_id = $1 and period < $3 and before_rated
         order by period desc limit 1) b on true
       left join lateral (
         select jsonb_build_object('period', period, 'total_sos', after_total) as score from backtest_scores
         where seller_id = s.seller_id and backtest_id = $1 and period < $3 and after_rated
         order by period desc limit 1) a on true`,
    [backtest_id, sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...previous }) => [seller_id, previous]))
}

/** Writes what a month of a batch came to. */
export const writeScores = (tx: Sql, backtest_id: number, period: string, scores: BacktestScore[]) =>
  tx.run(
    'insert into backtest_scores select * from json_populate_recordset(null::backtest_scores, $1::json)',
    [
      JSON.stringify(
        scores.map(({ before, after, ...score }) => ({
          ...{ backtest_id, period, ...score },
          ...columnsOf('before', before),
          ...columnsOf('after', after),
        })),
      ),
    ],
  )

const columnsOf = (side: 'before' | 'after', score: SideScore) =>
  Object.fromEntries(Object.entries(score).map(([name, value]) => [`${side}_${name}`, value]))
