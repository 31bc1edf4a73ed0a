import type { App } from '../../src/app.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { testApp } from '../setup/app.ts'

/** A month that is over. */
export const MARCH: ScoredMonth = {
  period: '2026-03',
  month_start: '2026-03-01T00:00:00.000Z',
  as_of: '2026-04-01T00:00:00.000Z',
  as_of_date: '2026-03-31',
  time_zone: 'UTC',
}

/** The same month as it was on its 10th at noon. */
export const MARCH_10: ScoredMonth = { ...MARCH, as_of: '2026-03-10T12:00:00.000Z', as_of_date: '2026-03-10' }

let made = 0

/** A new seller; its code is `S-<n>` unless given. */
export async function makeSeller(app: App, fields: Partial<Prisma.sellerUncheckedCreateInput> = {}) {
  const code = `S-${++made}`
  return app.db.prisma.seller.create({
    data: {
      seller_code: code,
      company_name: `Seller ${code}`,
      contract_start_date: day('2024-01-01'),
      ...fields,
    },
  })
}

export const day = (date: string) => new Date(`${date}T00:00:00Z`)
/** An instant of March 2026, as `at(10, '12:00')`. */
export const at = (date: number, time = '00:00') =>
  new Date(`2026-03-${String(date).padStart(2, '0')}T${time}${time.length === 5 ? ':00' : ''}Z`)

/** The rule of the metric that has none by default. */
export const RETURN_RATE = {
  metric: 'return_rate',
  weight: 10,
  min_volume: 30,
  curve: [
    [0, 100],
    [10, 0],
  ],
  effective_from: '2026-03',
}

type Given<Row> = Partial<Omit<Row, 'seller_id'>>

/** What facts have that is not given: something plain, inside March 2026. */
const PLAIN = {
  ticket: { category: 'delivery', opened_at: at(5) },
  forecast: { period: '2026-03', forecast_orders: 10, submitted_at: new Date('2026-02-01T00:00:00Z') },
  invoice: { amount: '100', issued_on: day('2026-02-01'), due_on: day('2026-03-10') },
  stock: { warehouse_id: 1, snapshot_on: day('2026-03-31'), received_on: day('2026-03-01'), quantity: 10 },
}

/** Writes facts of a seller. */
export function factsOf(app: App, seller_id: number) {
  const { prisma } = app.db
  let number = 0
  const next = () => `F-${seller_id}-${++number}`
  return {
    orders: (...rows: Given<Prisma.orderCreateManyInput>[]) =>
      prisma.order.createMany({
        data: rows.map((row) => ({ seller_id, order_code: next(), ordered_at: at(5), ...row })),
      }),
    tickets: (...rows: Given<Prisma.ticketCreateManyInput>[]) =>
      prisma.ticket.createMany({
        data: rows.map((row) => ({ seller_id, ticket_code: next(), ...PLAIN.ticket, ...row })),
      }),
    forecasts: (...rows: Given<Prisma.forecastCreateManyInput>[]) =>
      prisma.forecast.createMany({ data: rows.map((row) => ({ seller_id, ...PLAIN.forecast, ...row })) }),
    actuals: (...rows: (Given<Prisma.campaign_actualCreateManyInput> & { campaign_id: number })[]) =>
      prisma.campaign_actual.createMany({
        data: rows.map((row) => ({ seller_id, actual_orders: 10, ...row })),
      }),
    invoices: (...rows: Given<Prisma.invoiceCreateManyInput>[]) =>
      prisma.invoice.createMany({
        data: rows.map((row) => ({ seller_id, invoice_code: next(), ...PLAIN.invoice, ...row })),
      }),
    stock: (...rows: Given<Prisma.inventory_snapshotCreateManyInput>[]) =>
      prisma.inventory_snapshot.createMany({
        data: rows.map((row) => ({ seller_id, sku: next(), ...PLAIN.stock, ...row })),
      }),
  }
}

/** A campaign; its dates lie inside March 2026 unless given. */
export const makeCampaign = (app: App, fields: Partial<Prisma.campaignCreateInput> = {}) => {
  const code = `C-${++made}`
  return app.db.prisma.campaign.create({
    data: {
      campaign_code: code,
      campaign_name: code,
      campaign_type: 'mini_campaign',
      start_date: day('2026-03-10'),
      end_date: day('2026-03-20'),
      warehouses: [],
      ...fields,
    },
  })
}

/** The id of a run that is asked for, of all sellers or of some, and not waited for. */
export async function askedRun(
  { call }: Pick<Awaited<ReturnType<typeof testApp>>, 'call'>,
  period: string,
  seller_codes?: string[],
): Promise<number> {
  const asked = { period, seller_codes }
  const { body } = await call('bod', 'POST', '/api/sos/monthly/calculate', asked, { prefer: 'respond-async' })
  return body.run_id
}

/** An attempt of a job that a test makes by itself. */
export const ATTEMPT = { signal: new AbortController().signal, failure: null }
