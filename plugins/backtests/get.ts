import type { Sql } from '../../src/platform/database/database.ts'
import { streamProgress } from '../../src/platform/http/answers/progress-stream.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../src/platform/jobs/job-status.ts'
import { findBacktest, findDetail, pageOfBacktests } from './queries.ts'
import type { Backtest, getRoute, listRoute, progressRoute } from './schemas.ts'

export const listBacktests: Handler<typeof listRoute> = ({ server, query }) =>
  pageOfBacktests(server.db, query)

export const getBacktest: Handler<typeof getRoute> = async ({ server: { db }, params: { id } }) => {
  const { guards: _, report, ...backtest } = found(await findDetail(db, id), id)
  const waits = backtest.finished_at === null && !(await isAnyWorkerAlive(db))
  return { ...backtest, waiting_for: waits ? NO_WORKER : null, ...report }
}

/** Streams a backtest's changes until it ends or is forgotten, the caller goes or the server stops. */
export const watchBacktest: Handler<typeof progressRoute> = async ({ server, params: { id } }, reply) =>
  streamProgress(server, reply, found(await findBacktest(server.db, id), id), {
    find: () => findBacktest(server.db, id),
    progressOf: ({ status, parts_done }) => `${status} ${parts_done}`,
  })

/** @throws 404 */
export function found<Row>(row: Row | undefined, id: number): Row {
  if (!row) throw notFound('backtest_not_found', `There is no backtest ${id}.`)
  return row
}

/** The backtest, once it is completed. @throws 404, or 409 while it is not */
export async function completed(db: Sql, id: number): Promise<Backtest> {
  const backtest = found(await findBacktest(db, id), id)
  if (backtest.status !== 'completed')
    throw conflict(
      'backtest_not_completed',
      `Backtest ${id} is ${backtest.status}, and only a completed one has scores`,
    )
  return backtest
}
