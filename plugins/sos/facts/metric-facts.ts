import type { AggregateName } from '../../../src/scoring/aggregates.ts'
import type { FactRows } from './fact-rows.ts'
import { forecastRows } from './forecasts-queries.ts'
import { stockRows } from './inventory-queries.ts'
import { orderRows } from './orders-queries.ts'
import { invoiceRows } from './payments-queries.ts'
import { ticketRows } from './tickets-queries.ts'

/** One kind of rows behind a metric: how many there are, and what a row adds to numerator and denominator. */
export interface Part {
  fact: 'order' | 'forecast' | 'ticket' | 'invoice' | 'stock'
  count: AggregateName
  rows: FactRows<string>
  /** The name in `counted`; null when the rows add nothing. */
  numerator: string | null
  denominator: string | null
}

const part =
  <Counted extends string>(fact: Part['fact'], count: AggregateName, rows: FactRows<Counted>) =>
  (numerator: Counted | null, denominator: Counted | null): Part => ({
    fact,
    count,
    rows: rows as FactRows<string>,
    numerator,
    denominator,
  })

const orders = part('order', 'orders', orderRows)
const forecasts = part('forecast', 'forecast_rows', forecastRows)
const tickets = part('ticket', 'tickets', ticketRows)
const invoices = part('invoice', 'invoices', invoiceRows)
const stock = part('stock', 'stock_rows', stockRows)

/** The rows behind every metric; the numerators and denominators are those of src/scoring/metrics.ts. */
export const METRIC_FACTS: Record<string, Part[]> = {
  forecast_error: [forecasts('absolute_error', 'actual_total')],
  forecast_bias: [forecasts('error', 'actual_total')],
  forecast_lateness: [forecasts('lateness_days', 'forecast_rows')],
  seller_cancel_rate: [orders('seller_cancelled', 'orders')],
  on_time_ready_rate: [orders('ready_on_time', 'ready_due')],
  order_data_accuracy: [orders('error_free', 'orders')],
  seller_ticket_rate: [tickets('seller_ticket_weight', null), orders(null, 'orders')],
  ticket_reply_rate: [tickets('replied_in_time', 'reply_due')],
  ticket_overdue_rate: [tickets('overdue_tickets', 'tickets')],
  days_beyond_terms: [invoices('amount_days_late', 'invoiced_amount')],
  overdue_share: [invoices('unpaid_amount', 'invoiced_amount')],
  aged_stock_share: [stock('aged_volume', 'stock_volume')],
  weeks_of_cover: [stock('stock_days', null), orders(null, 'units_times_7')],
  stranded_stock_share: [stock('stranded_volume', 'stock_volume')],
}
