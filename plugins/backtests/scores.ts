import type { Sql } from '../../src/platform/database/database.ts'
import { inSnapshot } from '../../src/platform/database/statements/in-snapshot.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { completed } from './get.ts'
import { fixedOf, joinMoved, migrationOf, moversOf, ofPair, standingsOf } from './report/report-queries.ts'
import type { Comparison, compareRoute, SellerMonth, sellersRoute } from './schemas.ts'

const SIGN = { up: 1, none: 0, down: -1 }

const ORDERS = {
  seller_code: 'seller_code, period',
  delta: 'abs(delta) desc, seller_code, period',
  surcharges: 'abs(surcharges_after - surcharges_before) desc, seller_code, period',
}

export const listSellers: Handler<typeof sellersRoute> = async ({ server: { db }, params, query }) => {
  const { id } = await completed(db, params.id)
  const { period, from_tier, to_tier, moved, surcharges_differ } = query
  const { names, heights } = moved ? standingsOf(await fixedOf(db, id)) : {}
  return pageOfRows<SellerMonth>(db, query, {
    rows: `
      select s.seller_code, s.company_name, b.period, b.am_id,
             b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta,
             b.before_tier as tier_before, b.after_tier as tier_after,
             b.before_rated as is_rated_before, b.after_rated as is_rated_after,
             b.before_surcharges as surcharges_before, b.after_surcharges as surcharges_after,
             b.before_why as why_before, b.after_why as why_after, b.untouched
      from sellers s join backtest_scores b on b.seller_id = s.id ${joinMoved('$6', '$7')}
      where b.backtest_id = $1
        and ($2::text is null or b.period = $2)
        and ($3::text is null or lower(b.before_tier) = lower($3))
        and ($4::text is null or lower(b.after_tier) = lower($4))
        and ($5::int is null or moved = $5 and b.untouched is null)
        and ($8::bool is null or (b.before_surcharges <> b.after_surcharges) = $8 and b.untouched is null)`,
    values: [id, period, from_tier, to_tier, moved && SIGN[moved], names, heights, surcharges_differ],
    order: ORDERS[query.sort],
  })
}

/** The ids of two backtests. */
type Pair = readonly [number, number]

/** The scores after one change beside those after another, as of one instant. */
export const compareBacktests: Handler<typeof compareRoute> = async ({ server, params, query }) => {
  const pair: Pair = [params.id, query.with]
  const [one, other] = [await completed(server.db, pair[0]), await completed(server.db, pair[1])]
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
      ...(await meansOf(db, pair)),
      migration: await migrationOf(db, ofPair(pair)),
      movers: await moversOf(db, ofPair(pair)),
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

/** The mean totals of the scores that both rate. */
const meansOf = (db: Sql, pair: Pair) =>
  db.one<Pick<Comparison, 'mean_before' | 'mean_after'>>(
    `select round(avg(a.after_total), 2) as mean_before, round(avg(b.after_total), 2) as mean_after
     from ${ofPair(pair).from} and a.after_rated and b.after_rated`,
    [...pair],
  )
