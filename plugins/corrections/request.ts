import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { requireFacts } from '../../src/domain/facts/retention-deletions.ts'
import { audit } from '../../src/platform/access/audit.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { CORRECTIONS, countOpen } from '../../src/runs/run-tables.ts'
import { MOST_OPEN, queueCorrection } from './jobs/queue.ts'
import { finalOfNamed, hasFinal, openCorrectionOf } from './queries.ts'
import type { requestRoute } from './schemas.ts'

/** Asks for a correction of a month; nothing of it changes before a second person approves. */
export const requestCorrection: Handler<typeof requestRoute> = (request) =>
  change(request, async (tx) => {
    const { body, server, actor } = request
    const { period, reason, dry_run = false, facts_only = false, seller_codes = null } = body
    const running = runningPeriod(server)
    if (period >= running)
      throw badRequest(
        'month_not_finished',
        `period ${period} is not over: a correction is of a finished month, up to ${shiftPeriod(running, -1)}`,
      )
    if (!(await hasFinal(tx, period)))
      throw badRequest(
        'month_not_final',
        `period: ${period} has no final scores; calculate it instead, which rewrites what is not final`,
      )
    const seller_ids = seller_codes && (await namedSellers(tx, period, seller_codes))
    await requireFacts(tx, period)
    const open = await countOpen(tx, CORRECTIONS)
    const asked = { period, reason, dry_run, facts_only }
    const id = await queueCorrection(tx, server, { ...asked, seller_ids, requested_by: actor.id })
    if (id === undefined) throw await alreadyOpen(tx, period)
    if (open >= MOST_OPEN)
      throw conflict(
        'too_many_corrections',
        `${MOST_OPEN} corrections are open: have one of them approved or rejected first.`,
      )
    await audit(tx, request, {
      action: 'correction.requested',
      entity_id: id,
      after: { ...asked, seller_codes },
    })
    return { success: true as const, id }
  })

/** @throws 400 that names a seller without a final score of the month */
async function namedSellers(tx: Sql, period: string, names: string[]): Promise<number[]> {
  const { ids, missing } = await finalOfNamed(tx, period, names)
  if (missing.length > 0)
    throw badRequest('unknown_reference', `seller_codes: ${missing[0]} has no final score of ${period}`)
  return ids
}

async function alreadyOpen(tx: Sql, period: string) {
  const open = await openCorrectionOf(tx, period)
  return conflict(
    'correction_open',
    open
      ? `Correction ${open.id} of ${period} is ${open.status}: ${open.status === 'proposed' ? 'have it approved or rejected' : 'wait for it'}.`
      : `Another correction of ${period} has just ended: try again.`,
  )
}
