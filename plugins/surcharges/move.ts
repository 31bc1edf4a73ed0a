import type { FastifyRequest } from 'fastify'
import type { SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import { blockedSellers, PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { auditAll } from '../../src/platform/access/audit.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { updatedEvents } from './events.ts'
import {
  changeStatuses,
  type LockedSeller,
  lockSellers,
  lockSurcharges,
  type SurchargeKey,
  type SurchargeRow,
} from './queries.ts'
import { transitionProblem } from './states.ts'

/** A surcharge that is to get another state, and why. */
export type Move = SurchargeKey & { status_reason: string | null }

/** What came of a move: a surcharge that is in the state already is not changed, a problem is a sentence. */
export interface Outcome {
  changed: boolean
  status: SurchargeStatus
  problem: string | null
}

/**
 * Gives surcharges a state, with their audit rows and events, and answers by id what came of each. Their sellers are
 * locked first, so block and unblock of a seller are serialized.
 */
export async function moveAll(
  tx: Transaction,
  request: FastifyRequest,
  status: SurchargeStatus,
  moves: Move[],
): Promise<Map<number, Outcome>> {
  const sellers = await lockSellers(tx, [...new Set(moves.map(({ seller_id }) => seller_id))])
  const before = await lockSurcharges(tx, moves)
  const outcomes = new Map(before.map((row) => [row.id, outcomeOf(row, status)]))
  const due = moves.filter(({ id }) => outcomes.get(id)?.changed)
  if (due.length === 0) return outcomes
  const after = await changeStatuses(tx, due, status)
  const previous = new Map(before.map((row) => [row.id, row]))
  await auditAll(
    tx,
    request,
    after.map((row) => ({
      action: 'surcharge.updated',
      entity_id: row.id,
      before: previous.get(row.id),
      after: row,
    })),
  )
  const unblocking = await unblockingOf(tx, after)
  const sellerOf = new Map(sellers.map((seller) => [seller.id, seller]))
  await request.server.events.publish(
    tx,
    after.flatMap((row) =>
      updatedEvents(
        sellerOf.get(row.seller_id) as LockedSeller,
        row,
        { status: (previous.get(row.id) as SurchargeRow).status },
        unblocking.has(row.id),
      ),
    ),
  )
  return outcomes
}

function outcomeOf(row: SurchargeRow, asked: SurchargeStatus): Outcome {
  if (row.status === asked) return { changed: false, status: asked, problem: null }
  const problem = transitionProblem(row.status, asked)
  return { changed: problem === null, status: problem === null ? asked : row.status, problem }
}

/** The ids of those whose waiver leaves their seller without an active payment_block: the last of each seller's. */
async function unblockingOf(tx: Transaction, after: SurchargeRow[]): Promise<Set<number>> {
  const waived = after.filter(
    ({ surcharge_type, status }) => surcharge_type === PAYMENT_BLOCK && status === 'waived',
  )
  const lastOf = new Map(waived.map(({ seller_id, id }) => [seller_id, id]))
  const blocked = new Set(lastOf.size > 0 ? await blockedSellers(tx, [...lastOf.keys()]) : [])
  return new Set([...lastOf].filter(([seller_id]) => !blocked.has(seller_id)).map(([, id]) => id))
}
