import type { Metric } from '../../scoring/metrics.ts'
import type { AM_METRICS } from '../../scoring/rule-set.ts'
import type { Words } from './word.ts'

/** The metrics of scores, in the order of the documentation; what one measures stands before the comma or the end. */
export const METRIC_WORDS: Words = {
  forecast_error: {
    label: 'Forecast error',
    sentence:
      'How far the forecasts of the month and its campaigns were off the orders that came, as a share of those orders.',
  },
  forecast_bias: {
    label: 'Forecast bias',
    sentence:
      'How far all forecasts together were above or below the orders that came, as a share of those orders.',
  },
  forecast_lateness: {
    label: 'Forecast lateness',
    sentence:
      'How many days after its deadline a forecast came, on average. A missing one counts as 14 days.',
  },
  seller_cancel_rate: {
    label: 'Cancelled by the seller',
    sentence: 'The share of orders cancelled in the month by the seller’s fault.',
  },
  on_time_ready_rate: {
    label: 'Ready on time',
    sentence:
      'The share of orders due in the month that were ready in time. Those cancelled or late by another’s fault do not count.',
  },
  order_data_accuracy: {
    label: 'Correct order data',
    sentence: 'The share of the month’s orders without a data error.',
  },
  return_rate: {
    label: 'Returns',
    sentence: 'How many returns came for 100 orders of the month. Those by another’s fault do not count.',
  },
  seller_ticket_rate: {
    label: 'Tickets per 100 orders',
    sentence: 'How much the tickets by the seller’s fault weigh for 100 orders of the month.',
  },
  ticket_reply_rate: {
    label: 'Replied in time',
    sentence:
      'The share of tickets due a reply in the month that had their first reply in time. Those whose reply another owed do not count.',
  },
  ticket_overdue_rate: {
    label: 'Tickets overdue',
    sentence:
      'The share of tickets due to be resolved in the month that stayed open too long. Those whose reply another owed do not count.',
  },
  days_beyond_terms: {
    label: 'Days beyond terms',
    sentence: 'How many days after its due date an amount was paid, on average. Large amounts count more.',
  },
  overdue_share: { label: 'Overdue share', sentence: 'The share of the amounts due that is still unpaid.' },
  aged_stock_share: {
    label: 'Aged stock',
    sentence: 'The share of the stock volume that is old, in the last snapshot of each warehouse.',
  },
  weeks_of_cover: {
    label: 'Weeks of cover',
    sentence:
      'How many weeks the stock lasts at the pace of the month’s orders. Stock without orders counts as 52 weeks.',
  },
  stranded_stock_share: {
    label: 'Stranded stock',
    sentence: 'The share of the stock volume that can’t be sold, in the last snapshot of each warehouse.',
  },
}

/** The metrics of account managers. */
export const AM_METRIC_WORDS: Words<(typeof AM_METRICS)[number]> = {
  portfolio_sos: {
    label: 'Score of the portfolio',
    sentence: 'The mean total of the manager’s rated sellers.',
  },
  portfolio_change: {
    label: 'Change of the scores',
    sentence: 'The mean change of the rated sellers since their previous score.',
  },
  low_tier_share: {
    label: 'Sellers in low tiers',
    sentence: 'The share of rated sellers in the lowest tiers.',
  },
}

/** Metrics of which the unit percent is said as a number for 100 orders, for it may be more than 100. */
const PER_100_ORDERS = ['return_rate', 'seller_ticket_rate']

/** In what a metric is measured, in words. */
export const unitInWords = ({ name, unit }: Pick<Metric, 'name' | 'unit'>) =>
  PER_100_ORDERS.includes(name) ? 'per 100 orders' : unit
