import type { Service } from '../spec/service.ts'

/** A month that is over. */
export const MONTH = '2026-04'

const range = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n))

/** The facts of the example of 67.86 points: Silver, and Gold costs 15. */
const FACTS: Record<string, object[]> = {
  orders: range(120, (n) => ({
    order_code: `O-${n}`,
    ordered_at: `${MONTH}-05T08:00:00Z`,
    units: n < 83 ? 2 : 1,
    ...(n < 110 && {
      ready_by: `${MONTH}-06T12:00:00Z`,
      ready_at: `${MONTH}-06T${n < 8 ? 14 : 10}:00:00Z`,
    }),
    ...(n >= 117 && { cancelled_at: `${MONTH}-05T20:00:00Z`, cancel_fault: 'seller' }),
    has_data_error: n < 4,
  })),
  tickets: range(12, (n) => ({
    ticket_code: `T-${n}`,
    category: n === 0 ? 'complaint' : n === 1 ? 'question' : 'delivery',
    fault: n < 9 ? 'seller' : 'operator',
    opened_at: `${MONTH}-10T08:00:00Z`,
    replied_at: `${MONTH}-${n >= 9 ? 13 : 10}T09:00:00Z`,
    resolved_at: `${MONTH}-${n >= 10 ? 25 : 11}T08:00:00Z`,
  })),
  payments: [
    { due_on: `${MONTH}-14`, paid_amount: 1040 },
    { due_on: `${MONTH}-01`, paid_on: `${MONTH}-17`, paid_amount: 2000 },
    { due_on: `${MONTH}-20`, paid_on: `${MONTH}-20`, paid_amount: 2000 },
    { due_on: `${MONTH}-20`, paid_on: `${MONTH}-20`, paid_amount: 2000 },
  ].map((payment, n) => ({ invoice_code: `I-${n}`, issued_on: '2026-03-01', amount: 2000, ...payment })),
  inventory: range(40, (n) => ({
    sku: `K-${n}`,
    snapshot_on: `${MONTH}-28`,
    received_on: n < 6 ? '2025-01-01' : `${MONTH}-01`,
    quantity: n < 20 ? 22 : 23,
    volume_m3: n === 39 ? 1.2 : n === 38 ? 1.8 : 1.5,
    is_stranded: n === 39,
  })),
  forecasts: [{ period: MONTH, forecast_orders: 150, submitted_at: '2026-03-28T10:00:00Z' }],
}

/** Pushes the month of a seller. */
export async function pushMonth({ push, user }: Service, seller_code: string) {
  const { warehouse_id } = user.warehouse
  for (const [feed, records] of Object.entries(FACTS)) {
    const more = { seller_code, ...(feed === 'inventory' && { warehouse_id }) }
    await push(feed, ...records.map((record) => ({ ...more, ...record })))
  }
}

/** A new seller. */
export const addSeller = ({ create, user }: Service, seller_code: string, fields: object = {}) =>
  create('/api/sellers', {
    seller_code,
    company_name: seller_code,
    contract_start_date: '2024-01-01',
    primary_warehouse_id: user.warehouse.warehouse_id,
    ...fields,
  })
