import type { FastifyInstance } from 'fastify'
import { BULK_TRANSACTION, JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../src/platform/http/route.ts'
import { BACKTESTS, endRun } from '../../src/runs/run-tables.ts'
import { type Backtest, found, KEPT_DAYS, params, SHOWN } from './backtest.ts'

/** The row is locked: a part that is written meanwhile comes before, or finds the backtest ended and writes nothing. */
export const deleteBacktest = endpoint('DELETE', '/api/backtests/:id', 'drafts.write', {
  operationId: 'deleteBacktest',
  summary: 'Cancel or forget a backtest',
  description:
    'Cancels one that is queued or running. One that has ended is deleted with all that it found, but not one that a draft was adopted on: 409.',
  params,
  ...ifUnchanged,
})((request) =>
  change(
    request,
    async (tx) => {
      const { id } = request.params
      const before = found(await lockBacktest(tx, id), id)
      await requireMatch(tx, request, 'backtests', id)
      const isCancelled = await endRun(tx, BACKTESTS, id, { status: 'cancelled' })
      const adopted = isCancelled ? undefined : await forget(tx, id)
      if (adopted)
        throw conflict('backtest_adopted', `Draft ${adopted.id} was adopted on backtest ${id}, so it is kept`)
      await audit(tx, request, {
        action: isCancelled ? 'backtest.cancelled' : 'backtest.forgotten',
        entity: 'backtest',
        entity_id: id,
        before,
      })
      return { success: true as const }
    },
    BULK_TRANSACTION,
  ),
)

/** One that a draft was adopted on says why the rules are as they are, so it stays. A second run finds none left. */
export async function forgetOldBacktests({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  const old = await db.column<number>`
    select id from backtests
    where finished_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      and not exists (select from config_drafts where backtest_id = backtests.id and adopted_at is not null)
    order by id`
  for (const id of old) {
    const isForgotten = await db.bulkTransaction(
      async (tx) => (await lockBacktest(tx, id)) && !(await forget(tx, id)),
      JOB_TRANSACTION,
    )
    if (isForgotten) log.info({ backtest_id: id }, 'forgot a backtest that is past its time')
  }
}

/** The backtest, locked until the transaction ends: what it becomes is decided by one at a time. */
const lockBacktest = (tx: Sql, id: number) =>
  tx.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1 for update`, [id])

/** Answers the draft that was adopted on it, if any: an adoption holds the row, so who has locked it sees one before. */
async function forget(tx: Sql, id: number) {
  const draft = await tx.row<{ id: number }>`
    select id from config_drafts where backtest_id = ${id} and adopted_at is not null order by id limit 1`
  if (draft) return draft
  await tx.run`delete from backtest_scores where backtest_id = ${id}`
  await tx.run`delete from backtest_batches where backtest_id = ${id}`
  await tx.run`delete from backtests where id = ${id}`
  return undefined
}
