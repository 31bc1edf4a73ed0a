import type { Sql } from '../../src/platform/database/database.ts'
import { inSnapshot } from '../../src/platform/database/statements/in-snapshot.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { completed } from './get.ts'
import { migrationOf, moversOf, ofPair } from './report/report-queries.ts'
import type { Comparison, compareRoute } from './scores-schemas.ts'

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
