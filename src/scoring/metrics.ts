import type { AggregateName, Facts } from './aggregates.ts'
import type { Component } from './components.ts'
import { type LeftOut, leftOutOf } from './left-out.ts'
import { add, compare, HUNDRED, multiply, type Rational, subtract, whole, ZERO } from './rational.ts'
import type { ScoredFeed } from './scored-feeds.ts'

/**
 * value = factor × numerator ÷ denominator, unless `fixed` says what stands for a ratio that can't be formed.
 * `volume` is what a rule's min_volume is compared with.
 */
export type Ratio = { numerator: Rational; denominator: Rational; volume: Rational; fixed?: Rational }

export type Metric = {
  name: string
  /** What reasons call it: it stays, and no other metric ever has it */
  code: string
  component: Component
  /** N/A for everybody in a month in which one of these feeds is not in use */
  reads: readonly ScoredFeed[]
  unit: 'percent' | 'days' | 'weeks'
  /** 100 for a rate in percent */
  factor: Rational
  formula: string
  /** the highest value that there can be, where there is one */
  most?: number
  /** what min_volume counts */
  counts: string
  /** the settings a rule may give, with their defaults */
  params: Record<string, number>
  /** what rows are left out of it, if any are: of both parts, or of the numerator alone */
  leaves_out?: { what: LeftOut; of: 'both' | 'numerator' }
  /** what the rows behind it add to both: a sum, or an amount that its feed names */
  rows: { numerator: string; denominator: string }
  read(facts: Facts): Ratio
}

const ONE = whole(1n)
const SEVEN = whole(7n)

const ratio = (
  numerator: AggregateName,
  denominator: AggregateName,
  volume: AggregateName = denominator,
): Pick<Metric, 'rows' | 'read'> => ({
  rows: { numerator, denominator },
  read: (facts) => ({ numerator: facts[numerator], denominator: facts[denominator], volume: facts[volume] }),
})

/** A forecast for orders that never came is wholly wrong, though nothing can be divided by. */
const againstActuals = (facts: Facts, numerator: Rational): Ratio => ({
  numerator,
  denominator: facts.actual_total,
  volume: facts.forecast_rows,
  fixed: facts.actual_total.n === 0n && facts.forecast_total.n > 0n ? HUNDRED : undefined,
})

function forecastBias(facts: Facts): Ratio {
  const error = subtract(facts.forecast_total, facts.actual_total)
  return againstActuals(facts, compare(error, ZERO) < 0 ? subtract(ZERO, error) : error)
}

/** Stock that nobody orders from lasts a year as far as anyone can tell. */
const weeksOfCover = (facts: Facts): Ratio => ({
  numerator: multiply(facts.stock_quantity, facts.elapsed_days),
  denominator: multiply(facts.units_ordered, SEVEN),
  volume: facts.stock_rows,
  fixed: facts.units_ordered.n === 0n && facts.stock_quantity.n > 0n ? whole(52n) : undefined,
})

/** An order of an earlier month that is cancelled in this one counts in both parts. */
function cancelRate(facts: Facts): Ratio {
  const orders = add(facts.orders, facts.cancelled_later)
  return { numerator: facts.seller_cancelled, denominator: orders, volume: orders }
}

/** What came back by the fault of others is no part of it; all orders are. */
const returnRate = (facts: Facts): Ratio => ({
  numerator: subtract(facts.returns, leftOutOf(facts, 'return')),
  denominator: facts.orders,
  volume: facts.orders,
})

const percent = { unit: 'percent', factor: HUNDRED, params: {} } as const
/** Of a whole; errors and rates can be above it. */
const share = { ...percent, most: 100 } as const
const planning = { component: 'p_score', reads: ['forecasts', 'orders'], counts: 'forecast rows' } as const
const orders = { component: 'o_score', reads: ['orders'], counts: 'orders' } as const
const tickets = { component: 't_score', reads: ['tickets'], counts: 'tickets' } as const
const finance = { component: 'f_score', reads: ['payments'], counts: 'invoices due' } as const
const inventory = { component: 'i_score', reads: ['inventory'], counts: 'snapshot rows' } as const

/** The metrics, in the order of the documentation. */
export const METRICS: readonly Metric[] = [
  {
    name: 'forecast_error',
    code: 'P1',
    ...planning,
    ...percent,
    formula: '100 × Σ|F − A| ÷ ΣA over the month and its campaigns (F forecast, A actual orders)',
    rows: { numerator: 'absolute_error', denominator: 'actual_total' },
    read: (facts) => againstActuals(facts, facts.absolute_error),
  },
  {
    name: 'forecast_bias',
    code: 'P2',
    ...planning,
    ...percent,
    formula: '100 × |Σ(F − A)| ÷ ΣA over the month and its campaigns (F forecast, A actual orders)',
    rows: { numerator: 'error', denominator: 'actual_total' },
    read: forecastBias,
  },
  {
    name: 'forecast_lateness',
    code: 'P3',
    ...planning,
    unit: 'days',
    factor: ONE,
    most: 14,
    formula: 'mean days from the deadline to the submission of a forecast, 0 to 14; 14 for a missing one',
    params: { base_days: 7, campaign_days: 14 },
    ...ratio('lateness_days', 'forecast_rows'),
  },
  {
    name: 'seller_cancel_rate',
    code: 'O1',
    ...orders,
    ...share,
    formula:
      "100 × orders cancelled in the month by the seller's fault ÷ orders of the month and those of earlier months among the cancelled",
    rows: { numerator: 'seller_cancelled', denominator: 'orders_or_cancelled' },
    read: cancelRate,
  },
  {
    name: 'on_time_ready_rate',
    code: 'O2',
    ...orders,
    ...share,
    counts: 'orders that were due to be ready',
    formula:
      "100 × orders ready by ready_by ÷ orders with a ready_by in the month that are ready or past it, without those cancelled or late by another's fault",
    leaves_out: { what: 'late', of: 'both' },
    ...ratio('ready_on_time', 'ready_due'),
  },
  {
    name: 'order_data_accuracy',
    code: 'O3',
    ...orders,
    ...share,
    formula: '100 × orders without a data error ÷ orders of the month',
    ...ratio('error_free', 'orders'),
  },
  {
    name: 'return_rate',
    code: 'O4',
    ...orders,
    ...percent,
    reads: ['returns', 'orders'],
    formula: "100 × returns of the month, without those by another's fault ÷ orders of the month",
    leaves_out: { what: 'return', of: 'numerator' },
    rows: { numerator: 'returns_judged', denominator: 'orders' },
    read: returnRate,
  },
  {
    name: 'seller_ticket_rate',
    code: 'T1',
    ...tickets,
    ...percent,
    reads: ['tickets', 'orders'],
    counts: 'orders',
    formula: "100 × Σ helpdesk weight of tickets by the seller's fault ÷ orders of the month",
    leaves_out: { what: 'ticket', of: 'numerator' },
    ...ratio('seller_ticket_weight', 'orders'),
  },
  {
    name: 'ticket_reply_rate',
    code: 'T2',
    ...tickets,
    ...share,
    counts: 'tickets that were due a reply',
    formula:
      '100 × tickets replied to within reply_hours ÷ tickets whose reply_hours end in the month that are replied to or past them, without those whose reply another owed',
    leaves_out: { what: 'reply', of: 'both' },
    ...ratio('replied_in_time', 'reply_due'),
  },
  {
    name: 'ticket_overdue_rate',
    code: 'T3',
    ...tickets,
    ...share,
    counts: 'tickets that were due to be resolved',
    formula:
      '100 × tickets open longer than resolve_hours ÷ tickets whose resolve_hours end in the month that are resolved or past them, without those whose reply another owed',
    leaves_out: { what: 'reply', of: 'both' },
    ...ratio('overdue_tickets', 'resolve_due'),
  },
  {
    name: 'days_beyond_terms',
    code: 'F1',
    ...finance,
    unit: 'days',
    factor: ONE,
    params: {},
    formula: 'Σ amount × days late ÷ Σ amount of the invoices due and not paid before the month began',
    ...ratio('amount_days_late', 'invoiced_amount', 'invoices'),
  },
  {
    name: 'overdue_share',
    code: 'F2',
    ...finance,
    ...share,
    formula:
      '100 × Σ unpaid amount past due ÷ Σ amount of the invoices due and not paid before the month began',
    ...ratio('unpaid_amount', 'invoiced_amount', 'invoices'),
  },
  {
    name: 'aged_stock_share',
    code: 'I1',
    ...inventory,
    ...share,
    params: { age_days: 180 },
    formula: "100 × volume older than age_days ÷ volume of each warehouse's last snapshot of the month",
    ...ratio('aged_volume', 'stock_volume', 'stock_rows'),
  },
  {
    name: 'weeks_of_cover',
    code: 'I2',
    ...inventory,
    reads: ['inventory', 'orders'],
    unit: 'weeks',
    factor: ONE,
    params: {},
    formula: 'quantity in stock × days passed ÷ (units ordered × 7); 52 when there is stock and no units',
    rows: { numerator: 'stock_days', denominator: 'units_times_7' },
    read: weeksOfCover,
  },
  {
    name: 'stranded_stock_share',
    code: 'I3',
    ...inventory,
    ...share,
    formula: "100 × stranded volume ÷ volume of each warehouse's last snapshot of the month",
    ...ratio('stranded_volume', 'stock_volume', 'stock_rows'),
  },
]

const byName = new Map(METRICS.map((metric) => [metric.name, metric]))

/** The metric of that name, or undefined. */
export const metricNamed = (name: string): Metric | undefined => byName.get(name)
