import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import { money, plainly } from '../../src/domain/words/plainly.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { Block } from './path-schemas.ts'
import { findBlocking, findOverdue } from './queries.ts'
import type { AskedWorld } from './worlds.ts'

/** Why a seller's orders are blocked now, and what lifts that; null where nothing blocks them. */
export async function blockOf(
  { db, clock, env: { BUSINESS_TIMEZONE, CURRENCY } }: Pick<FastifyInstance, 'db' | 'clock' | 'env'>,
  { seller_id, overdue }: AskedWorld,
): Promise<Omit<Block, 'points' | 'facts'> | null> {
  const { status, surcharges } = await findBlocking(db, seller_id)
  const [newest] = surcharges
  const isActive = status === 'active'
  if (isActive && !newest) return null
  const today = dateOf(clock.now(), BUSINESS_TIMEZONE)
  const { invoices, owed } = overdue ?? (await findOverdue(db, seller_id, today))
  const blocks = surcharges.length === 1 ? 'the payment block' : `the ${surcharges.length} payment blocks`
  return {
    cause: newest ? 'payment_block' : 'status',
    reason: newest
      ? `${plainly(`In ${newest.period}`)}: ${plainly(surchargeReason(newest), CURRENCY)}`
      : `The seller is ${status}.`,
    sentence: [
      newest && `${toPay(invoices, money(owed, CURRENCY))} finance can waive ${blocks}.`,
      !isActive && `The seller is ${status}: orders are shipped again when it is active.`,
    ]
      .filter(Boolean)
      .join(' '),
    overdue_invoices: invoices,
    overdue_amount: owed,
  }
}

function toPay(invoices: number, amount: string): string {
  if (invoices === 0) return 'Nothing is overdue now:'
  return invoices === 1
    ? `Pay the overdue invoice of ${amount}. Then`
    : `Pay the ${invoices} overdue invoices, ${amount} in all. Then`
}
