import { shiftPeriod } from '../../src/domain/business-time.ts'

const DAY_MS = 86_400_000

/** The date so many days after (or, negative, before) the first of a month. */
const dateFrom = (period: string, days: number) =>
  new Date(Date.parse(`${period}-01`) + days * DAY_MS).toISOString().slice(0, 10)

/** Forty orders: one cancelled by the seller, two ready too late, one with wrong data. */
export const fortyOrders = (seller_code: string, month: string) =>
  Array.from({ length: 40 }, (_, n) => ({
    seller_code,
    order_code: `O-${n}`,
    ordered_at: `${month}-05T08:00:00Z`,
    units: 2,
    ready_by: `${month}-06T12:00:00Z`,
    ...(n === 0
      ? { cancelled_at: `${month}-05T20:00:00Z`, cancel_fault: 'seller' }
      : { ready_at: `${month}-06T${n <= 2 ? 14 : 10}:00:00Z` }),
    has_data_error: n === 39,
  }))

/** A seller's facts of a month in every feed; the campaign C-1 begins on the 10th. */
export function monthOfFacts(seller_code: string, warehouse_id: number, month: string) {
  const stock = { seller_code, warehouse_id, snapshot_on: `${month}-28`, received_on: `${month}-01` }
  const invoice = { seller_code, issued_on: dateFrom(month, -30) }
  return {
    orders: fortyOrders(seller_code, month),
    forecasts: [
      { period: month, forecast_orders: 50, submitted_at: `${dateFrom(month, -5)}T10:00:00Z` },
      {
        period: month,
        campaign_code: 'C-1',
        forecast_orders: 96,
        submitted_at: `${dateFrom(month, -5)}T10:00:00Z`,
      },
    ].map((forecast) => ({ seller_code, ...forecast })),
    'campaign-actuals': [{ seller_code, campaign_code: 'C-1', actual_orders: 100, actual_units: 150 }],
    tickets: [
      {
        ticket_code: 'T-1',
        category: 'complaint',
        replied_at: `${month}-10T15:00:00Z`,
        resolved_at: `${month}-12T07:00:00Z`,
      },
      {
        ticket_code: 'T-2',
        category: 'question',
        replied_at: `${month}-11T14:00:00Z`,
        resolved_at: `${month}-15T07:00:00Z`,
      },
      { ticket_code: 'T-3', category: 'invoice', fault: 'operator' },
    ].map((ticket) => ({ seller_code, opened_at: `${month}-10T08:00:00Z`, ...ticket })),
    payments: [
      {
        invoice_code: 'I-1',
        amount: 1000.1,
        due_on: `${month}-10`,
        paid_amount: 1000.1,
        paid_on: `${month}-20`,
      },
      { invoice_code: 'I-2', amount: 500.25, due_on: `${month}-05`, paid_amount: 100.25 },
      {
        invoice_code: 'I-3',
        amount: 70,
        due_on: `${month}-05`,
        paid_amount: 70,
        paid_on: dateFrom(month, -1),
      },
    ].map((payment) => ({ ...invoice, ...payment })),
    inventory: [
      { ...stock, sku: 'OLD', received_on: `${shiftPeriod(month, -8)}-01`, quantity: 30, volume_m3: 3 },
      { ...stock, sku: 'NEW', quantity: 60 },
      { ...stock, sku: 'LOST', quantity: 10, volume_m3: 1.5, is_stranded: true },
      { ...stock, sku: 'NEW', snapshot_on: `${month}-20`, quantity: 9999 },
    ],
    revenue: [{ seller_code, period: month, amount: 12_345.67 }],
  }
}

/** What those facts come to, worked out by hand: numerator and denominator of every metric. */
export function amountsOfThoseFacts(month: string): Record<string, [number, number]> {
  const days = (Date.parse(`${shiftPeriod(month, 1)}-01`) - Date.parse(`${month}-01`)) / DAY_MS
  return {
    forecast_error: [14, 140],
    forecast_bias: [6, 140],
    forecast_lateness: [2, 2],
    seller_cancel_rate: [1, 40],
    on_time_ready_rate: [37, 40],
    order_data_accuracy: [39, 40],
    seller_ticket_rate: [2.5, 40],
    ticket_reply_rate: [1, 3],
    ticket_overdue_rate: [1, 3],
    days_beyond_terms: [10_001 + 500.25 * (days - 5), 1500.35],
    overdue_share: [400, 1500.35],
    aged_stock_share: [3, 64.5],
    weeks_of_cover: [100 * days, 78 * 7],
    stranded_stock_share: [1.5, 64.5],
  }
}
