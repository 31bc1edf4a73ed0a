import type { AggregateName, Facts } from './aggregates.ts'
import type { Component, Feed } from './components.ts'
import { compare, HUNDRED, multiply, type Rational, subtract, whole, ZERO } from './rational.ts'

/**
 * value = factor × numerator ÷ denominator, unless `fixed` says what stands for a ratio that can't be formed.
 * `volume` is what a rule's min_volume is compared with.
 */
export type Reading = { numerator: Rational; denominator: Rational; volume: Rational; fixed?: Rational }

export type Metric = {
  name: string
  component: Component
  /** N/A for everybody in a month in which one of these feeds is not in use */
  reads: readonly Feed[]
  unit: 'percent' | 'days' | 'weeks'
  /** 100 for a rate in percent */
  factor: Rational
  formula: string
  /** what min_volume counts */
  counts: string
  /** the settings a rule may give, with their defaults */
  params: Record<string, number>
  read(facts: Facts): Reading
}

const ONE = whole(1n)
const SEVEN = whole(7n)

const ratio =
  (numerator: AggregateName, denominator: AggregateName, volume: AggregateName = denominator) =>
  (facts: Facts): Reading => ({
    numerator: facts[numerator],
    denominator: facts[denominator],
    volume: facts[volume],
  })

/** A forecast for orders that never came is wholly wrong, though nothing can be divided by. */
const againstActuals = (facts: Facts, numerator: Rational): Reading => ({
  numerator,
  denominator: facts.actual_total,
  volume: facts.forecast_rows,
  fixed: facts.actual_total.n === 0n && facts.forecast_total.n > 0n ? HUNDRED : undefined,
})

function forecastBias(facts: Facts): Reading {
  const error = subtract(facts.forecast_total, facts.actual_total)
  return againstActuals(facts, compare(error, ZERO) < 0 ? subtract(ZERO, error) : error)
}

/** Stock that nobody orders from lasts a year as far as anyone can tell. */
const weeksOfCover = (facts: Facts): Reading => ({
  numerator: multiply(facts.stock_quantity, facts.elapsed_days),
  denominator: multiply(facts.units_ordered, SEVEN),
  volume: facts.stock_rows,
  fixed: facts.units_ordered.n === 0n && facts.stock_quantity.n > 0n ? whole(52n) : undefined,
})

const percent = { unit: 'percent', factor: HUNDRED, params: {} } as const
const planning = { component: 'p_score', reads: ['forecasts', 'orders'], counts: 'forecast rows' } as const
const orders = { component: 'o_score', reads: ['orders'], counts: 'orders' } as const
const tickets = { component: 't_score', reads: ['tickets'], counts: 'tickets' } as const
const finance = { component: 'f_score', reads: ['payments'], counts: 'invoices due' } as const
const inventory = { component: 'i_score', reads: ['inventory'], counts: 'snapshot rows' } as const

/** The fourteen metrics, in the order of the documentation. */
export const METRICS: readonly Metric[] = [
  {
    name: 'forecast_error',
    ...planning,
    ...percent,
    formula: '100 × Σ|F − A| ÷ ΣA over the month and its campaigns (F forecast, A actual orders)',
    read: (facts) => againstActuals(facts, facts.absolute_error),
  },
  {
    name: 'forecast_bias',
    ...planning,
    ...percent,
    formula: '100 × |Σ(F − A)| ÷ ΣA over the month and its campaigns (F forecast, A actual orders)',
    read: forecastBias,
  },
  {
    name: 'forecast_lateness',
    ...planning,
    unit: 'days',
    factor: ONE,
    formula: 'mean days from the deadline to the submission of a forecast, 0 to 14; 14 for a missing one',
    params: { base_days: 7, campaign_days: 14 },
    read: ratio('lateness_days', 'forecast_rows'),
  },
  {
    name: 'seller_cancel_rate',
    ...orders,
    ...percent,
    formula: "100 × orders cancelled by the seller's fault ÷ orders of the month",
    read: ratio('seller_cancelled', 'orders'),
  },
  {
    name: 'on_time_ready_rate',
    ...orders,
    ...percent,
    counts: 'orders that were due to be ready',
    formula: '100 × orders ready by ready_by ÷ orders with a ready_by that are ready or past it',
    read: ratio('ready_on_time', 'ready_due'),
  },
  {
    name: 'order_data_accuracy',
    ...orders,
    ...percent,
    formula: '100 × orders without a data error ÷ orders of the month',
    read: ratio('error_free', 'orders'),
  },
  {
    name: 'seller_ticket_rate',
    ...tickets,
    ...percent,
    reads: ['tickets', 'orders'],
    counts: 'orders',
    formula: "100 × Σ helpdesk weight of tickets by the seller's fault ÷ orders of the month",
    read: ratio('seller_ticket_weight', 'orders'),
  },
  {
    name: 'ticket_reply_rate',
    ...tickets,
    ...percent,
    counts: 'tickets that were due a reply',
    formula: '100 × tickets replied to within reply_hours ÷ tickets replied to or past reply_hours',
    read: ratio('replied_in_time', 'reply_due'),
  },
  {
    name: 'ticket_overdue_rate',
    ...tickets,
    ...percent,
    formula: '100 × tickets open longer than resolve_hours ÷ tickets opened in the month',
    read: ratio('overdue_tickets', 'tickets'),
  },
  {
    name: 'days_beyond_terms',
    ...finance,
    unit: 'days',
    factor: ONE,
    params: {},
    formula: 'Σ amount × days late ÷ Σ amount of the invoices due',
    read: ratio('amount_days_late', 'invoiced_amount', 'invoices'),
  },
  {
    name: 'overdue_share',
    ...finance,
    ...percent,
    formula: '100 × Σ unpaid amount past due ÷ Σ amount of the invoices due',
    read: ratio('unpaid_amount', 'invoiced_amount', 'invoices'),
  },
  {
    name: 'aged_stock_share',
    ...inventory,
    ...percent,
    params: { age_days: 180 },
    formula: "100 × volume older than age_days ÷ volume of the month's last snapshot",
    read: ratio('aged_volume', 'stock_volume', 'stock_rows'),
  },
  {
    name: 'weeks_of_cover',
    ...inventory,
    reads: ['inventory', 'orders'],
    unit: 'weeks',
    factor: ONE,
    params: {},
    formula: 'quantity in stock × days passed ÷ (units ordered × 7); 52 when there is stock and no units',
    read: weeksOfCover,
  },
  {
    name: 'stranded_stock_share',
    ...inventory,
    ...percent,
    formula: "100 × stranded volume ÷ volume of the month's last snapshot",
    read: ratio('stranded_volume', 'stock_volume', 'stock_rows'),
  },
]

const byName = new Map(METRICS.map((metric) => [metric.name, metric]))

/** The metric of that name, or undefined. */
export const metricNamed = (name: string): Metric | undefined => byName.get(name)
