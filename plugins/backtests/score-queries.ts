import type { PreviousScore } from '../../src/domain/metrics/seller-queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Drift } from './drift/score-part.ts'

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
}

/** A seller's month under both sets of rules. */
export interface BacktestScore {
  seller_id: number
  am_id: number | null
  orders: number
  stored_differs: boolean
  before: SideScore
  after: SideScore
  /** of kind drift, for a score that would come out otherwise */
  drift?: Drift | null
}

/** The stored totals of those sellers that have a score of the month. */
export async function storedTotals(db: Sql, sellers: number[], period: string): Promise<Map<number, number>> {
  const rows = await db.rows<{ seller_id: number; total_sos: number }>(
    'select seller_id, total_sos from monthly_scores where seller_id = any($1::int[]) and period = $2 order by seller_id',
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, total_sos }) => [seller_id, total_sos]))
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
export const writeScores = (tx: Sql, id: number, period: string, scores: BacktestScore[]) =>
  tx.run(
    `insert into backtest_scores (
       backtest_id, period, seller_id, am_id, orders, stored_differs,
       before_total, before_tier, before_rank, before_rated, before_previous, before_surcharges,
       after_total, after_tier, after_rank, after_rated, after_previous, after_surcharges, drift)
     select $1, $2, * from unnest(
       $3::int[], $4::int[], $5::int[], $6::bool[],
       $7::numeric[], $8::text[], $9::int[], $10::bool[], $11::numeric[], $12::numeric[],
       $13::numeric[], $14::text[], $15::int[], $16::bool[], $17::numeric[], $18::numeric[], $19::jsonb[])`,
    [
      id,
      period,
      scores.map(({ seller_id }) => seller_id),
      scores.map(({ am_id }) => am_id),
      scores.map(({ orders }) => orders),
      scores.map(({ stored_differs }) => stored_differs),
      ...columnsOf(scores.map(({ before }) => before)),
      ...columnsOf(scores.map(({ after }) => after)),
      scores.map(({ drift }) => (drift ? JSON.stringify(drift) : null)),
    ],
  )

const columnsOf = (sides: SideScore[]) => [
  sides.map(({ total }) => total),
  sides.map(({ tier }) => tier),
  sides.map(({ rank }) => rank),
  sides.map(({ rated }) => rated),
  sides.map(({ previous }) => previous),
  sides.map(({ surcharges }) => surcharges),
]
