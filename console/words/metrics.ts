import { METRICS } from '../service.ts'
import { plain } from './plain.ts'

/** What the codes of the API are called on the pages; a metric that has no words of its own is called by its code. */
const NAMES: Record<string, string> = {
  ...Object.fromEntries(METRICS.map(({ name }) => [name, plain(name)])),
  p_score: 'Planning',
  o_score: 'Operations',
  t_score: 'Tickets',
  f_score: 'Finance',
  i_score: 'Inventory',
  total: 'Total',
  forecast_error: 'Forecast error',
  forecast_bias: 'Forecast bias',
  forecast_lateness: 'Forecast lateness',
  seller_cancel_rate: 'Cancelled by the seller',
  on_time_ready_rate: 'Ready on time',
  order_data_accuracy: 'Orders without a data error',
  seller_ticket_rate: 'Tickets per 100 orders',
  ticket_reply_rate: 'Replied in time',
  ticket_overdue_rate: 'Tickets overdue',
  days_beyond_terms: 'Days beyond terms',
  overdue_share: 'Overdue share',
  aged_stock_share: 'Aged stock',
  weeks_of_cover: 'Weeks of cover',
  stranded_stock_share: 'Stranded stock',
  portfolio_sos: 'Score of the portfolio',
  portfolio_change: 'Change of the scores',
  low_tier_share: 'Sellers in low tiers',
}

/** The five components, in the order in which everybody names them. */
export const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type Component = (typeof COMPONENTS)[number]

/** `o_score` → `Operations`, `aged_stock_share` → `Aged stock`; a code without a name stays as it is. */
export const nameOf = (code: string) => NAMES[code] ?? code

/** A sentence of the service with the names of the pages for its codes. */
export const named = (sentence: string) => sentence.replace(/[a-z]+(_[a-z]+)+/g, nameOf)

const UNITS: Record<string, (value: string) => string> = {
  percent: (value: string) => `${value} %`,
  days: (value: string) => `${value} days`,
  weeks: (value: string) => `${value} weeks`,
}

const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** A metric's value with its unit: `91.61 %`, `8.72 days`; `–` where there is none. */
export const inUnit = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined
    ? '–'
    : (UNITS[unit] ?? ((text: string) => text))(digits.format(value))
