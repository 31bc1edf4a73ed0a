import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { streamProgress } from '../../src/platform/http/answers/progress-stream.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../src/platform/jobs/job-status.ts'
import type { Report } from './report/report-schemas.ts'
import type { Backtest, getRoute, listRoute, progressRoute } from './schemas.ts'

export const SHOWN = `b.id, b.draft_id, b.name, b.status, b.from_period as "from", b.to_period as "to", b.bonus_base,
  b.changes_sha256, b.rules_sha256, b.sellers, b.parts_total, b.parts_done, b.error, b.requested_by, b.created_at,
  b.started_at, b.finished_at`

export const findBacktest = (db: Sql, id: number) =>
  db.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1`, [id])

/** Lists backtests, the newest first. */
export const listBacktests: Handler<typeof listRoute> = ({ server, query }) =>
  pageOfRows<Backtest>(server.db, query, {
    rows: `
      select ${SHOWN} from backtests b
      where ($1::text is null or status = $1) and ($2::int is null or draft_id = $2)`,
    values: [query.status, query.draft_id],
    order: 'id desc',
  })

/** Answers a backtest with what it is of and, once it is completed, what it found. */
export const getBacktest: Handler<typeof getRoute> = async ({ server: { db }, params: { id } }) => {
  const row = await db.row<Backtest & { changes: unknown[]; report: Report | null }>(
    `select ${SHOWN}, b.changes, b.report from backtests b where b.id = $1`,
    [id],
  )
  const { report, ...backtest } = found(row, id)
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
