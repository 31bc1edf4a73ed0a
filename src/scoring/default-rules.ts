import type { CurvePoints } from './curve.ts'
import type { Rule, RuleType } from './rules.ts'

/** The period from which the defaults are effective. */
export const DEFAULTS_EFFECTIVE_FROM = '2000-01'

const metric = (
  metric: string,
  weight: number,
  min_volume: number,
  curve: CurvePoints,
  params: Record<string, number> = {},
): Rule<'p-score'> => ({ metric, weight, curve, min_volume, params })

const tier = (
  name: string,
  rank: number,
  min_score: number | null,
  min_component_score: number,
  color: string,
  benefits: string,
): Rule<'tiers'> => ({ name, rank, min_score, min_component_score, color, benefits })

/** The records a new database starts with; every one can be changed there. */
export const defaultRules: { [T in RuleType]: Rule<T>[] } = {
  'score-weights': [
    {
      name: 'Standard',
      contract_type: null,
      p_score: 20,
      o_score: 30,
      t_score: 15,
      f_score: 20,
      i_score: 15,
    },
  ],
  tiers: [
    tier('Platinum', 6, 90, 70, '#5B5BD6', '5 % off handling, first choice of campaign slots'),
    tier('Gold', 5, 80, 50, '#D4A017', '2 % off handling, campaign priority'),
    tier('Silver', 4, 65, 0, '#8A94A6', 'standard terms'),
    tier('Bronze', 3, 50, 0, '#B4692A', 'improvement plan offered'),
    tier('At Risk', 2, 35, 0, '#E5533D', 'inbound slots limited'),
    tier('Critical', 1, 0, 0, '#8B1A1A', 'account review'),
    tier('Unrated', 0, null, 0, '#C9CED6', 'not enough data this month'),
  ],
  // biome-ignore format: a curve reads as one line
  'p-score': [
    metric('forecast_error', 60, 1, [[10, 100], [20, 85], [30, 70], [50, 40], [80, 0]]),
    metric('forecast_bias', 20, 1, [[5, 100], [10, 85], [20, 60], [40, 0]]),
    metric('forecast_lateness', 20, 1, [[0, 100], [3, 70], [7, 40], [14, 0]], { base_days: 7, campaign_days: 14 }),
  ],
  // biome-ignore format: a curve reads as one line
  'o-score': [
    metric('seller_cancel_rate', 35, 30, [[0.5, 100], [1, 90], [2.5, 60], [5, 30], [10, 0]]),
    metric('on_time_ready_rate', 40, 30, [[80, 0], [90, 60], [95, 85], [98, 100]]),
    metric('order_data_accuracy', 25, 30, [[90, 0], [95, 60], [98, 85], [99.5, 100]]),
  ],
  // biome-ignore format: a curve reads as one line
  't-score': [
    metric('seller_ticket_rate', 45, 30, [[2, 100], [4, 85], [7, 60], [10, 30], [15, 0]]),
    metric('ticket_reply_rate', 35, 1, [[50, 0], [80, 60], [90, 85], [95, 100]]),
    metric('ticket_overdue_rate', 20, 1, [[0, 100], [5, 80], [10, 60], [30, 0]]),
  ],
  // biome-ignore format: a curve reads as one line
  'f-score': [
    metric('days_beyond_terms', 70, 1, [[0, 100], [7, 85], [15, 70], [30, 50], [60, 25], [90, 10], [120, 0]]),
    metric('overdue_share', 30, 1, [[0, 100], [5, 90], [20, 60], [50, 20], [80, 0]]),
  ],
  // biome-ignore format: a curve reads as one line
  'i-score': [
    metric('aged_stock_share', 60, 1, [[2, 100], [10, 70], [20, 40], [30, 20], [50, 0]], { age_days: 180 }),
    metric('weeks_of_cover', 25, 1, [[0, 0], [2, 40], [4, 100], [13, 100], [22, 70], [26, 50], [52, 0]]),
    metric('stranded_stock_share', 15, 1, [[1, 100], [3, 70], [10, 0]]),
  ],
  surcharge: [
    {
      surcharge_type: 'planning_overload',
      metric: 'forecast_error',
      above: 50,
      amount: 100,
      per_point: 2,
      cap: 200,
      reason: 'Forecasts were more than 50 % off the orders',
    },
    {
      surcharge_type: 'payment_block',
      metric: 'days_beyond_terms',
      above: 60,
      amount: 0,
      per_point: 0,
      cap: null,
      reason: 'Invoices were paid more than 60 days beyond their terms',
    },
    {
      surcharge_type: 'aging_storage_multiplier',
      metric: 'aged_stock_share',
      above: 30,
      amount: 0,
      per_point: 10,
      cap: 200,
      reason: 'More than 30 % of the stock was aged',
    },
  ],
  'am-bonus-penalty': [
    { name: 'Outstanding', min_kpi: 90, percent: 15 },
    { name: 'Strong', min_kpi: 80, percent: 8 },
    { name: 'Solid', min_kpi: 65, percent: 0 },
    { name: 'Watch', min_kpi: 50, percent: -5 },
    { name: 'Poor', min_kpi: 0, percent: -10 },
  ],
  // biome-ignore format: a curve reads as one line
  'am-kpi-weight': [
    { metric: 'portfolio_sos', weight: 60, curve: [[0, 0], [100, 100]] },
    { metric: 'portfolio_change', weight: 25, curve: [[-5, 0], [0, 50], [5, 100]] },
    { metric: 'low_tier_share', weight: 15, curve: [[0, 100], [50, 0]] },
  ],
  'grace-period': [{ name: 'Standard', contract_type: null, days: 90 }],
  helpdesk: [
    { category: '*', weight: 1, reply_hours: 24, resolve_hours: 72 },
    { category: 'complaint', weight: 2, reply_hours: 8, resolve_hours: 48 },
    { category: 'question', weight: 0.5, reply_hours: 24, resolve_hours: 120 },
  ],
  fault: [],
}
