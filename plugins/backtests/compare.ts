import type { Sql } from '../../src/platform/database/database.ts'
import { inSnapshot } from '../../src/platform/database/statements/in-snapshot.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { completed } from './get.ts'
import type { Mover } from './report/report-schemas.ts'
import type { Comparison, compareRoute } from './scores-schemas.ts'

/** The ids of two backtests. */
type Pair = readonly [number, number]

/** The scores after one change beside those after another, as of one instant. */
export const compareBacktests: Handler<typeof compareRoute> = async ({ server, params, query }) => {
  const pair: Pair = [params.id, query.with]
  const [one, other] = [await completed(server, pair[0]), await completed(server, pair[1])]
  if (one.from !== other.from || one.to !== other.to)
    throw conflict(
      'backtests_differ',
      `Backtest ${one.id} is of ${one.from} to ${one.to} and ${other.id} of ${other.from} to ${other.to}: compare two of the same months`,
    )
  return inSnapshot(server.db, async (db) => {
    const { pairs, unpaired } = await countPairs(db, pair)
    if (unpaired > 0)
      throw conflict(
        'backtests_differ',
        `Backtests ${one.id} and ${other.id} are not of the same sellers: run one of them again`,
      )
    return {
      id: one.id,
      with: other.id,
      scores: pairs,
      ...(await comparisonOf(db, pair)),
      movers: { up: await moversBetween(db, pair, 1), down: await moversBetween(db, pair, -1) },
    }
  })
}

/** How many scores two backtests share that both of them touch, and how many only one of them has. */
const countPairs = (db: Sql, pair: Pair) =>
  db.one<{ pairs: number; unpaired: number }>(
    `select count(*) filter (where of_it = $2 and touched) as pairs, count(*) filter (where of_it < $2) as unpaired
     from (select count(*) as of_it, bool_and(untouched is null) as touched from backtest_scores
           where backtest_id = any($1::int[]) group by seller_id, period) counted`,
    [[...new Set(pair)], new Set(pair).size],
  )

const TOUCHED = 'a.untouched is null and b.untouched is null'

/** The mean totals of the scores that both rate, and which tiers became which. */
async function comparisonOf(db: Sql, pair: Pair) {
  const means = await db.one<Pick<Comparison, 'mean_before' | 'mean_after'>>(
    `select round(avg(a.after_total), 2) as mean_before, round(avg(b.after_total), 2) as mean_after
     from backtest_scores a join backtest_scores b using (seller_id, period)
     where a.backtest_id = $1 and b.backtest_id = $2 and ${TOUCHED} and a.after_rated and b.after_rated`,
    [...pair],
  )
  const migration = await db.rows<Comparison['migration'][number]>(
    `select a.after_tier as "from", b.after_tier as "to", count(*) as count
     from backtest_scores a join backtest_scores b using (seller_id, period)
     where a.backtest_id = $1 and b.backtest_id = $2 and ${TOUCHED}
     group by a.after_tier, b.after_tier
     order by max(a.after_rank) desc, a.after_tier, max(b.after_rank) desc, b.after_tier`,
    [...pair],
  )
  return { ...means, migration }
}

/** The 20 scores that are the most higher (1) or lower (-1) in the other, among those that both rate. */
const moversBetween = (db: Sql, pair: Pair, sign: 1 | -1) =>
  db.rows<Mover>(
    `select s.seller_code, period, a.after_tier as tier_before, b.after_tier as tier_after,
            a.after_total as total_before, b.after_total as total_after, b.after_total - a.after_total as delta
     from backtest_scores a join backtest_scores b using (seller_id, period) join sellers s on s.id = seller_id
     where a.backtest_id = $1 and b.backtest_id = $2 and ${TOUCHED} and a.after_rated and b.after_rated
       and sign(b.after_total - a.after_total) = $3
     order by abs(b.after_total - a.after_total) desc, s.seller_code, period
     limit 20`,
    [...pair, sign],
  )
