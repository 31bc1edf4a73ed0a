import { FORECASTS_OF_MONTH } from '../../../src/domain/metrics/forecasts-queries.ts'
import { STOCK_OF_MONTH } from '../../../src/domain/metrics/inventory-queries.ts'
import { ORDERS_OF_MONTH } from '../../../src/domain/metrics/orders-queries.ts'
import { INVOICES_OF_MONTH } from '../../../src/domain/metrics/payments-queries.ts'
import type { Sums } from '../../../src/domain/metrics/sums.ts'
import { TICKETS_OF_MONTH } from '../../../src/domain/metrics/tickets-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Feed } from '../../../src/scoring/components.ts'

/**
 * The rows behind the sums of a feed: how many, and the sha256 of their lines. A line is the row as canonical JSON, with
 * the columns named here; lines stand in the order of the row's key as bytes of UTF-8, a line feed between them. Instants
 * are ISO 8601 in UTC with milliseconds, decimals have no zeros at their end. docs/proof.md says it to auditors.
 */
export interface RowsOfFeed {
  seller_id: number
  rows: number
  sha256: string
}

/** The statement of a feed, with the values of the statement that adds it up. */
export const rowsOfFeed = (db: Sql, feed: Feed, { values }: Sums<{ seller_id: number }>) =>
  db.rows<RowsOfFeed>(ROWS[feed], values)

interface Rows {
  /** The rows of the month, as the statement that adds them up finds them. */
  of: string
  from: string
  key: string
  /** In the order of their names, as canonical JSON has them. */
  columns: string
}

const digest = ({ of, from, key, columns }: Rows) => `
  with ${of}
  select seller_id, count(*) as rows,
         encode(sha256(convert_to(string_agg(line, chr(10) order by ${key}), 'UTF8')), 'hex') as sha256
  from ${from}, lateral (select row_to_json(fact)::text as line from (select ${columns}) fact) lines
  group by seller_id`

const ROWS: Record<Feed, string> = {
  orders: digest({
    of: ORDERS_OF_MONTH,
    from: 'orders_of_month',
    key: 'order_code collate "C"',
    columns: `cancel_fault, log_instant(cancelled_at) as cancelled_at, has_data_error, order_code,
              log_instant(ordered_at) as ordered_at, log_instant(ready_at) as ready_at,
              log_instant(ready_by) as ready_by, units`,
  }),
  forecasts: digest({
    of: `seller as (select * from unnest($1::int[], $2::bigint[]) as s(seller_id, orders)), ${FORECASTS_OF_MONTH}`,
    from: 'forecasts_of_month',
    key: `coalesce(campaign_code, '') collate "C"`,
    columns: `actual_orders, campaign_code, due_on as deadline, forecast_orders, period,
              log_instant(submitted_at) as submitted_at`,
  }),
  tickets: digest({
    of: TICKETS_OF_MONTH,
    from: 'tickets_of_month',
    key: 'ticket_code collate "C"',
    columns: `category, fault, log_instant(opened_at) as opened_at, log_instant(replied_at) as replied_at,
              log_instant(resolved_at) as resolved_at, ticket_code`,
  }),
  payments: digest({
    of: INVOICES_OF_MONTH,
    from: 'invoices_of_month',
    key: 'invoice_code collate "C"',
    columns: `trim_scale(amount) as amount, due_on, invoice_code, issued_on, trim_scale(paid_amount) as paid_amount,
              paid_on`,
  }),
  inventory: digest({
    of: STOCK_OF_MONTH,
    from: 'stock_of_month',
    key: 'warehouse_id, sku collate "C", received_on',
    columns: `is_stranded, quantity, received_on, sku, snapshot_on, trim_scale(volume_m3) as volume_m3,
              warehouse_id`,
  }),
}
