/** What the editor must know of a metric: its unit, what its volume counts, and its own settings with their defaults. */
interface MetricFacts {
  unit: 'percent' | 'days' | 'weeks' | 'points'
  counts: string
  params?: Record<string, number>
}

const percent = (counts: string, params?: Record<string, number>): MetricFacts => ({
  unit: 'percent',
  counts,
  params,
})

/** By type, in the order of the documentation. */
export const METRICS_OF: Record<string, Record<string, MetricFacts>> = {
  'p-score': {
    forecast_error: percent('forecast rows'),
    forecast_bias: percent('forecast rows'),
    forecast_lateness: {
      unit: 'days',
      counts: 'forecast rows',
      params: { base_days: 7, campaign_days: 14 },
    },
  },
  'o-score': {
    seller_cancel_rate: percent('orders'),
    on_time_ready_rate: percent('orders that were due to be ready'),
    order_data_accuracy: percent('orders'),
  },
  't-score': {
    seller_ticket_rate: percent('orders'),
    ticket_reply_rate: percent('tickets that were due a reply'),
    ticket_overdue_rate: percent('tickets'),
  },
  'f-score': {
    days_beyond_terms: { unit: 'days', counts: 'invoices due' },
    overdue_share: percent('invoices due'),
  },
  'i-score': {
    aged_stock_share: percent('snapshot rows', { age_days: 180 }),
    weeks_of_cover: { unit: 'weeks', counts: 'snapshot rows' },
    stranded_stock_share: percent('snapshot rows'),
  },
  'am-kpi-weight': {
    portfolio_sos: { unit: 'points', counts: '' },
    portfolio_change: { unit: 'points', counts: '' },
    low_tier_share: percent(''),
  },
}

const ALL = Object.assign({}, ...Object.values(METRICS_OF)) as Record<string, MetricFacts>

export const METRIC_NAMES = Object.keys(ALL).filter((name) => !METRICS_OF['am-kpi-weight']?.[name])
export const unitOf = (metric: unknown): string => ALL[String(metric)]?.unit ?? ''
export const factsOf = (metric: unknown): MetricFacts | undefined => ALL[String(metric)]
