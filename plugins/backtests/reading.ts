import type { FastifyInstance } from 'fastify'
import type { Handler } from '../../src/platform/http/handler.ts'
import { conflict, notFound } from '../../src/platform/http/problems.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../src/platform/jobs/job-status.ts'
import { type Backtest, findBacktest, findDetail, pageOfBacktests } from './queries.ts'
import type { getSchema, listSchema } from './schemas.ts'

export const listBacktests: Handler<typeof listSchema> = ({ server, query }) =>
  pageOfBacktests(server.db, query)

export const getBacktest: Handler<typeof getSchema> = async ({ server: { db }, params: { id } }) => {
  const { guards: _, report, ...backtest } = found(await findDetail(db, id), id)
  const waits = backtest.finished_at === null && !(await isAnyWorkerAlive(db))
  return { ...backtest, waiting_for: waits ? NO_WORKER : null, ...report }
}

/** @throws 404 */
export function found<Row>(row: Row | undefined, id: number): Row {
  if (!row) throw notFound('backtest_not_found', `There is no backtest ${id}.`)
  return row
}

/** The backtest, once it is completed. @throws 404, or 409 while it is not */
export async function completed({ db }: Pick<FastifyInstance, 'db'>, id: number): Promise<Backtest> {
  const backtest = found(await findBacktest(db, id), id)
  if (backtest.status !== 'completed')
    throw conflict(
      'backtest_not_completed',
      `Backtest ${id} is ${backtest.status}, and only a completed one has scores`,
    )
  return backtest
}
