import type { FastifyInstance } from 'fastify'
import { BULK_TRANSACTION, JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { BACKTESTS, endRun } from '../../src/runs/run-tables.ts'
import { found, SHOWN } from './get.ts'
import type { Backtest, deleteRoute } from './schemas.ts'

/**
 * Cancels a backtest that is open, or forgets one that has ended. The row is locked: a part that is written meanwhile
 * comes before, or finds the backtest ended and writes nothing.
 * @throws 409 when a draft was adopted on it: it says why the rules are as they are
 */
export const deleteBacktest: Handler<typeof deleteRoute> = (request) =>
  change(
    request,
    async (tx) => {
      const { id } = request.params
      const before = found(await lockBacktest(tx, id), id)
      const isCancelled = await endRun(tx, BACKTESTS, id, { status: 'cancelled' })
      if (!isCancelled) {
        const draft = await draftAdoptedOn(tx, id)
        if (draft)
          throw conflict('backtest_adopted', `Draft ${draft.id} was adopted on backtest ${id}, so it is kept`)
        await forgetBacktest(tx, id)
      }
      await audit(tx, request, {
        action: isCancelled ? 'backtest.cancelled' : 'backtest.forgotten',
        entity: 'backtest',
        entity_id: id,
        before,
      })
      return { success: true as const }
    },
    BULK_TRANSACTION,
  )

/** For so many days a backtest is kept after its end. */
const KEPT_DAYS = 90

/**
 * Forgets the backtests that are past their time, each in a transaction of its own. A second run finds none left. One
 * that a draft was adopted on says why the rules are as they are, so it stays.
 */
export async function forgetOldBacktests({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  const old = await db.column<number>`
    select id from backtests
    where finished_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      and not exists (select from config_drafts where backtest_id = backtests.id and adopted_at is not null)
    order by id`
  for (const id of old) {
    const isForgotten = await db.bulkTransaction(async (tx) => {
      if (!(await lockBacktest(tx, id)) || (await draftAdoptedOn(tx, id))) return false
      await forgetBacktest(tx, id)
      return true
    }, JOB_TRANSACTION)
    if (isForgotten) log.info({ backtest_id: id }, 'forgot a backtest that is past its time')
  }
}

/** The backtest, locked until the transaction ends: what it becomes is decided by one at a time. */
const lockBacktest = (tx: Sql, id: number) =>
  tx.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1 for update`, [id])

/**
 * The draft that was adopted on a backtest. An adoption holds the backtest's row against deletion, so who has locked
 * that row for one sees an adoption that came before.
 */
const draftAdoptedOn = (tx: Sql, id: number) =>
  tx.row<{ id: number }>`
    select id from config_drafts where backtest_id = ${id} and adopted_at is not null order by id limit 1`

/** Deletes a backtest that is locked, with all that it found. */
async function forgetBacktest(tx: Sql, id: number) {
  await tx.run`delete from backtest_scores where backtest_id = ${id}`
  await tx.run`delete from backtest_batches where backtest_id = ${id}`
  await tx.run`delete from backtests where id = ${id}`
}
