import type { AggregateName } from '../../aggregates.ts'

/** What a seller can do about a score: how one aggregate moves, all else equal. */
type Lever = {
  /** The metrics that it moves; answers show the first of them that has a value. */
  metrics: readonly [string, ...string[]]
  /** The aggregate that it moves, and the way that is better. */
  fact: AggregateName
  way: 'up' | 'down'
  /** Decimals of the fact, where it is not counted in whole ones: a percent is rounded up to them. */
  decimals?: number
  /** The aggregate that a step is one percent of, or all of; without it a step is an event, or a day. */
  percentOf?: AggregateName
  allOf?: AggregateName
  /** No more than this aggregate, times `times`. */
  atMost?: AggregateName
  times?: bigint
  /** No less than this aggregate. */
  atLeast?: AggregateName
  /** The most steps, where nothing in the facts bounds them. */
  steps?: bigint
}

/**
 * The levers, in the order of the metrics. Each moves the numerator of its metric only, so who has data, what
 * is imputed, what is rated and which floors count never change. `closer_forecast` moves forecast_total too.
 */
export const LEVERS = {
  closer_forecast: {
    metrics: ['forecast_error', 'forecast_bias'],
    fact: 'absolute_error',
    way: 'down',
    percentOf: 'actual_total',
  },
  earlier_forecast: {
    metrics: ['forecast_lateness'],
    fact: 'lateness_days',
    way: 'down',
    atMost: 'forecast_rows',
    times: 14n,
  },
  fewer_cancellations: {
    metrics: ['seller_cancel_rate'],
    fact: 'seller_cancelled',
    way: 'down',
    atMost: 'orders',
    atLeast: 'cancelled_later',
  },
  more_on_time: { metrics: ['on_time_ready_rate'], fact: 'ready_on_time', way: 'up', atMost: 'ready_due' },
  cleaner_orders: { metrics: ['order_data_accuracy'], fact: 'error_free', way: 'up', atMost: 'orders' },
  fewer_tickets: { metrics: ['seller_ticket_rate'], fact: 'seller_ticket_weight', way: 'down' },
  faster_replies: { metrics: ['ticket_reply_rate'], fact: 'replied_in_time', way: 'up', atMost: 'reply_due' },
  faster_resolutions: {
    metrics: ['ticket_overdue_rate'],
    fact: 'overdue_tickets',
    way: 'down',
    atMost: 'resolve_due',
  },
  earlier_payment: {
    metrics: ['days_beyond_terms'],
    fact: 'amount_days_late',
    way: 'down',
    allOf: 'invoiced_amount',
  },
  less_overdue: {
    metrics: ['overdue_share'],
    fact: 'unpaid_amount',
    way: 'down',
    percentOf: 'invoiced_amount',
    decimals: 2,
    atMost: 'invoiced_amount',
  },
  less_aged_stock: {
    metrics: ['aged_stock_share'],
    fact: 'aged_volume',
    way: 'down',
    percentOf: 'stock_volume',
    decimals: 4,
    atMost: 'stock_volume',
  },
  less_cover: {
    metrics: ['weeks_of_cover'],
    fact: 'stock_quantity',
    way: 'down',
    percentOf: 'stock_quantity',
  },
  more_cover: {
    metrics: ['weeks_of_cover'],
    fact: 'stock_quantity',
    way: 'up',
    percentOf: 'stock_quantity',
    steps: 200n,
  },
  less_stranded_stock: {
    metrics: ['stranded_stock_share'],
    fact: 'stranded_volume',
    way: 'down',
    percentOf: 'stock_volume',
    decimals: 4,
    atMost: 'stock_volume',
  },
} as const satisfies Record<string, Lever>

export type LeverName = keyof typeof LEVERS
export const LEVER_NAMES = Object.keys(LEVERS) as LeverName[]

/** The lever's definition, as the general type. */
export const leverNamed = (name: LeverName): Lever => LEVERS[name]
