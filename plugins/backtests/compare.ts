import { inSnapshot } from '../../src/platform/database/statements/in-snapshot.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { comparisonOf, countPairs, moversBetween, type Pair } from './compare-queries.ts'
import { completed } from './get.ts'
import type { compareRoute } from './scores-schemas.ts'

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
