import { firstDay, nextPeriod } from '../../scoring/month.ts'

/** Where the facts of a feed are. The SQL is over `f`, a row of the table, and `month` (see MONTH). */
export interface FactTable {
  table: string
  /** Whether the row is of the month, as GET /api/sync/status counts. */
  inMonth: string
  /** What can be added up beside the records, and the column of it. */
  sums: Record<string, string>
}

const at = (column: string) =>
  `f.${column} >= (select starts_at from month) and f.${column} < (select ends_at from month)`
const on = (day: string) =>
  `${day} >= (select first_day from month) and ${day} < (select next_day from month)`
const OF_PERIOD = 'f.period = (select period from month)'

export const FACT_TABLES = {
  orders: { table: 'orders', inMonth: at('ordered_at'), sums: { units: 'units' } },
  forecasts: { table: 'forecasts', inMonth: OF_PERIOD, sums: { forecast_orders: 'forecast_orders' } },
  'campaign-actuals': {
    table: 'campaign_actuals',
    inMonth: `f.campaign_id in (select id from campaigns where ${on('end_date')})`,
    sums: { actual_orders: 'actual_orders' },
  },
  tickets: { table: 'tickets', inMonth: at('opened_at'), sums: {} },
  payments: { table: 'invoices', inMonth: on('greatest(f.due_on, f.paid_on)'), sums: { amount: 'amount' } },
  inventory: {
    table: 'inventory_snapshots',
    inMonth: on('f.snapshot_on'),
    sums: { quantity: 'quantity' },
  },
  revenue: { table: 'revenues', inMonth: OF_PERIOD, sums: { amount: 'amount' } },
} as const satisfies Record<string, FactTable>

export type FactFeed = keyof typeof FACT_TABLES
export const FACT_FEEDS = Object.keys(FACT_TABLES) as FactFeed[]

/** The columns of `month`, of a period and a time zone: `with month as (${MONTH})`, with the values of `monthValues`. */
export const MONTH = `
  select $1::text as period, $2::date as first_day, $3::date as next_day,
         $2::date::timestamp at time zone $4 as starts_at, $3::date::timestamp at time zone $4 as ends_at`

export const monthValues = (period: string, timeZone: string) => [
  period,
  firstDay(period),
  firstDay(nextPeriod(period)),
  timeZone,
]
