import type { FastifyInstance } from 'fastify'
import { audit } from '../../src/platform/access/audit.ts'
import { BULK_TRANSACTION, JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { BACKTESTS, endRun } from '../../src/runs/run-tables.ts'
import { found } from './get.ts'
import { draftAdoptedOn, endedBefore, forgetBacktest, lockBacktest } from './queries.ts'
import type { deleteRoute } from './schemas.ts'

/**
 * Cancels a backtest that is open, or forgets one that has ended. The row is locked: a part that is written meanwhile
 * comes before, or finds the backtest ended and writes nothing.
 */
export const deleteBacktest: Handler<typeof deleteRoute> = (request) =>
  change(
    request,
    async (tx) => {
      const { id } = request.params
      const before = found(await lockBacktest(tx, id), id)
      const isCancelled = await endRun(tx, BACKTESTS, id, { status: 'cancelled' })
      if (!isCancelled) {
        await requireNotAdopted(tx, id)
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

/** @throws 409 when a draft was adopted on it: it says why the rules are as they are */
async function requireNotAdopted(tx: Tx, id: number) {
  const draft = await draftAdoptedOn(tx, id)
  if (draft)
    throw conflict('backtest_adopted', `Draft ${draft.id} was adopted on backtest ${id}, so it is kept`)
}

/** For so many days a backtest is kept after its end. */
const KEPT_DAYS = 90

/**
 * Forgets the backtests that are past their time, each in a transaction of its own. A second run finds none left. One
 * that a draft was adopted on says why the rules are as they are, so it stays.
 */
export async function forgetOldBacktests({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  for (const id of await endedBefore(db, KEPT_DAYS)) {
    const isForgotten = await db.bulkTransaction(async (tx) => {
      if (!(await lockBacktest(tx, id)) || (await draftAdoptedOn(tx, id))) return false
      await forgetBacktest(tx, id)
      return true
    }, JOB_TRANSACTION)
    if (isForgotten) log.info({ backtest_id: id }, 'forgot a backtest that is past its time')
  }
}
