import type { FastifyInstance } from 'fastify'
import { todayOf } from '../../src/domain/business-time.ts'
import { noSeller } from '../../src/domain/sellers/find-seller.ts'
import { blocksOf } from '../../src/domain/sellers/payment-block.ts'
import { money, plainly } from '../../src/domain/words/plainly.ts'
import { OWED } from '../../src/feeds/payments.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { Block } from './path.ts'
import type { AskedWorld } from './worlds.ts'

/** null where nothing blocks the seller's orders. @throws 404 when the seller was deleted meanwhile */
export async function blockOf(
  service: Pick<FastifyInstance, 'db' | 'clock' | 'env'>,
  { seller_id, seller_code, overdue }: AskedWorld,
): Promise<Omit<Block, 'points' | 'facts'> | null> {
  const { db, env } = service
  const blocking = await findBlocking(db, seller_id)
  if (!blocking) throw noSeller(seller_code)
  const { status, surcharges } = blocking
  const [newest] = surcharges
  const isActive = status === 'active'
  if (isActive && !newest) return null
  const today = todayOf(service)
  const { invoices, owed } = overdue ?? (await findOverdue(db, seller_id, today))
  const blocks = surcharges.length === 1 ? 'the payment block' : `the ${surcharges.length} payment blocks`
  return {
    cause: newest ? 'payment_block' : 'status',
    reason: newest
      ? `${plainly(`In ${newest.period}`)}: ${plainly(surchargeReason(newest), env.CURRENCY)}`
      : `The seller is ${status}.`,
    sentence: [
      newest && `${toPay(invoices, money(owed, env.CURRENCY))} finance can waive ${blocks}.`,
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
    ? `An invoice of ${amount} is overdue and unpaid. Once it is paid,`
    : `${invoices} invoices, ${amount} in all, are overdue and unpaid. Once they are paid,`
}

const findBlocking = (db: Sql, seller: number) =>
  db.row<{ status: string; surcharges: SurchargeGrounds[] }>(
    `select s.status, array(${blocksOf('s')}) as surcharges from sellers s where s.id = $1`,
    [seller],
    'blocking-of-seller',
  )

interface Overdue {
  invoices: number
  owed: number
  /** What paying it today adds to the facts of the month's end, as a what-if takes it. */
  facts: { unpaid_amount: string; amount_days_late: string }
}

/** @param end the day until which an invoice stays late if it is not paid today */
export const findOverdue = (db: Sql, seller: number, today: string, end = today) =>
  db.one<Overdue>(
    `select count(*)::int as invoices, coalesce(sum(${OWED}), 0)::float8 as owed,
            jsonb_build_object(
              'unpaid_amount', coalesce(-sum(${OWED}), 0)::text,
              'amount_days_late', coalesce(-sum(amount * ($3::date - $2::date)), 0)::text) as facts
     from invoices where seller_id = $1 and due_on < $2 and paid_on is null and ${OWED} > 0`,
    [seller, today, end],
    'overdue-of-seller',
  )
