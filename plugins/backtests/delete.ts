import { audit } from '../../src/platform/database/audit.ts'
import { BULK_TRANSACTION } from '../../src/platform/database/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { conflict } from '../../src/platform/http/problems.ts'
import { draftAdoptedOn } from './adopted-queries.ts'
import { endBacktest, forgetBacktest, lockBacktest } from './queries.ts'
import { found } from './reading.ts'
import type { deleteSchema } from './schemas.ts'

/**
 * Cancels a backtest that is open, or forgets one that has ended. The row is locked: a part that is written meanwhile
 * comes before, or finds the backtest ended and writes nothing.
 */
export const deleteBacktest: Handler<typeof deleteSchema> = (request) =>
  change(
    request,
    async (tx) => {
      const { id } = request.params
      const before = found(await lockBacktest(tx, id), id)
      const isCancelled = await endBacktest(tx, id, { status: 'cancelled' })
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
