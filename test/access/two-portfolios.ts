import { projectLater } from '../../src/domain/projections/project-later.ts'
import type { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { LAST, NOW } from '../setup/months.ts'
import { type Side, twoSellers } from './two-sellers.ts'

type Test = Parameters<typeof testApp>[0]

/** Whom and what a request is about. */
export type About = Pick<Side, 'word' | 'seller_id' | 'seller_code'> & Partial<Side> & { run?: number }

/**
 * The two sellers with a month that is over, the running one, and runs, notes and projections of each. A third, DEPARTED,
 * was of `own`'s account manager and was handed over; a fourth, ARRIVED-OWN, has come from another one.
 */
export async function twoPortfolios(t: Test) {
  const the = await twoSellers(t, { QUALITY_GATE: 'block' })
  const { app, done, create, own, foreign } = the
  const calculate = async (period: string, ...seller_codes: string[]) => {
    const body = { period, ...(seller_codes.length > 0 && { seller_codes }) }
    return (await done('bod', 'POST', '/api/sos/monthly/calculate', body)).run_id as number
  }

  async function seller(word: string, assigned_am_id: number): Promise<About> {
    const seller_code = `S-${word}`
    const of = { assigned_am_id, primary_warehouse_id: own.warehouse_id }
    const named = { seller_code, company_name: `${word} trading`, contract_start_date: '2020-01-01' }
    return { word, seller_id: await create('/api/sellers', { ...named, ...of }), seller_code }
  }

  /** Forty orders, so that it is rated, of which some were cancelled, and something of every other feed. */
  async function facts({ word, seller_code }: About, period: string, cancelled: number) {
    const push = (feed: string, records: object[]) =>
      done('bod', 'POST', `/api/sync/${feed}`, { records: records.map((one) => ({ seller_code, ...one })) })
    const at = `${period}-01T00:00:00Z`
    await push(
      'orders',
      Array.from({ length: 40 }, (_, n) => ({
        order_code: `O-${word}-${period}-${n}`,
        ordered_at: at,
        ...(n < cancelled && { cancelled_at: at, cancel_fault: 'seller' }),
      })),
    )
    await push('tickets', [{ ticket_code: `T-${word}-${period}`, category: 'complaint', opened_at: at }])
    await push('payments', [{ invoice_code: `I-${word}-${period}`, amount: 9, issued_on: `${period}-01` }])
    const stock = { warehouse_id: own.warehouse_id, snapshot_on: `${period}-01`, received_on: '2020-01-01' }
    await push('inventory', [{ ...stock, sku: `SKU-${word}`, quantity: 1 }])
    await push('revenue', [{ period, amount: 1000 }])
    await done('bod', 'POST', '/api/sync/orders/control-totals', {
      period,
      seller_code,
      totals: { records: 41 },
    })
  }

  const former = await create('/api/sellers/am/create', { name: 'Former one' })
  const next = await create('/api/sellers/am/create', { name: 'Next one' })
  const departed = await seller('DEPARTED', own.am_id)
  const arrived = await seller('ARRIVED-OWN', former)
  const sides: About[] = [own, foreign, departed, arrived]
  for (const [n, side] of sides.entries()) {
    await facts(side, LAST, n)
    await facts(side, NOW, 2 * n + 1)
  }
  await calculate(LAST)
  await calculate(NOW)
  for (const side of sides) side.run = await calculate(NOW, side.seller_code)
  await calculate(NOW, own.seller_code, foreign.seller_code)
  const projected = async () => (await done('bod', 'GET', '/api/sos/projections')).total === sides.length
  await projectLater(app)
  await eventually(projected)
  for (const [{ seller_code }, assigned_am_id] of [
    [departed, next],
    [arrived, own.am_id],
  ] as const)
    await done('bod', 'PATCH', `/api/sellers/${seller_code}`, { assigned_am_id })

  /** Makes the month that is over final, the sellers one by one, each with a note, and then what is left. */
  async function finalize() {
    const { checks } = await done('bod', 'GET', `/api/sos/monthly/quality?period=${LAST}`)
    const accept = checks.map(({ id }: { id: string }) => id)
    for (const { seller_code, word } of sides) {
      const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${LAST}&seller_code=${seller_code}`)
      const note = { notes: `${word} note`, reviewed_by: `${word} reviewer`, accept }
      await done('bod', 'PATCH', `/api/sos/monthly/${data[0].id}/finalize`, note)
    }
  }

  return { ...the, sides, departed, arrived, finalize }
}
