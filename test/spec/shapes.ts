import { atLeast, type Fields } from './shape.ts'

// The shapes of the specification, field for field, and those that the design gives what it leaves open.

export const COMPONENT = 'p_score|o_score|t_score|f_score|i_score'
export const ERROR = { error: 'sentence' }
export const DONE = { success: 'true' }
export const CREATED = { success: 'true', id: 'integer' }
export const page = (item: Fields) => ({
  data: [item] as const,
  total: 'integer',
  page: 'integer',
  limit: 'integer',
})

export const HEALTH = { status: 'string', module: 'string', timestamp: 'timestamp' }

export const USER = {
  id: 'integer',
  username: 'string',
  role: 'string',
  warehouse_id: 'integer?',
  full_name: 'string',
  warehouse_name: 'string?',
}
export const SESSION = { access_token: 'string', refresh_token: 'string', expires_at: 'integer' }

export const SELLER = {
  id: 'integer',
  seller_code: 'string',
  company_name: 'string',
  contract_type: 'string?',
  contract_start_date: 'date?',
  primary_warehouse_id: 'integer?',
  assigned_am_id: 'integer?',
  oms_system_type: 'string?',
  payment_terms_days: 'integer?',
  metadata: 'object',
  status: 'active|suspended|terminated',
  am_name: 'string?',
  warehouse_name: 'string?',
}
export const EXCEPTION = {
  id: 'integer',
  exception_type: 'string',
  score_component_affected: `${COMPONENT}?`,
  adjustment_rule: 'object',
  reason: 'string?',
  approved_by: 'string?',
  effective_from: 'date',
  effective_to: 'date?',
  is_active: '0|1',
}
export const ACCOUNT_MANAGER = { id: 'integer', name: 'string', email: 'string', employee_id: 'integer?' }

export const CAMPAIGN = {
  id: 'integer',
  campaign_code: 'string',
  campaign_name: 'string',
  campaign_type: 'major_campaign|mini_campaign',
  start_date: 'date',
  end_date: 'date',
  warehouses: ['string'] as const,
  description: 'string?',
  created_by: 'string?',
  status: 'upcoming|active|completed|cancelled',
}
export const CAMPAIGN_RESULTS = atLeast(
  page({
    seller_code: 'string',
    company_name: 'string',
    forecast_orders: 'integer?',
    submitted_at: 'timestamp?',
    days_late: 'integer?',
    actual_orders: 'integer?',
    actual_units: 'integer?',
    error_percent: 'number?',
  }),
)

const TIER = { name: 'string', color: 'colour', benefits: 'string' }
const PART = { raw: 'number', weighted: 'number' }
const COMPONENTS = { p_score: PART, o_score: PART, t_score: PART, f_score: PART, i_score: PART }
const STATUS = 'draft|under_review|final'
const score = { period: 'period', total_sos: 'number', tier: TIER, components: COMPONENTS, status: STATUS }
const TREND = { previous_sos: 'number', delta: 'number', direction: 'up|down|flat|new' }

export const CURRENT_SCORE = {
  seller_code: 'string',
  ...score,
  trend: TREND,
  top_opportunity: COMPONENT,
  is_grace_period: 'boolean',
}
export const HISTORY = { seller_code: 'string', data: [{ ...score, revision: 'integer' }] as const }
export const TIERS = {
  data: [
    {
      name: 'string',
      rank: 'integer',
      min_score: 'number?',
      min_component_score: 'number',
      color: 'colour',
      benefits: 'string',
    },
  ] as const,
}
export const MONTHLY_SCORE = atLeast({
  id: 'integer',
  seller_code: 'string',
  company_name: 'string',
  am_id: 'integer?',
  am_name: 'string?',
  ...score,
  trend: TREND,
  is_grace_period: 'boolean',
  revision: 'integer',
  reviewed_by: 'string?',
  notes: 'string?',
  calculated_at: 'timestamp',
  finalized_at: 'timestamp?',
})
/** The last two are the design's: the scores that calculate leaves alone, and the run that made the others. */
export const CALCULATION = {
  period: 'period',
  sellers_scored: 'integer',
  results: [{ seller_id: 'string', total_sos: 'number', tier: 'string', grace: 'boolean' }] as const,
  sellers_final: 'integer',
  run_id: 'integer',
}
export const ENFORCEMENT = {
  seller_code: 'string',
  is_blocked: 'boolean',
  active_surcharges: [{ type: 'string', amount: 'number', period: 'period', reason: 'string' }] as const,
}

export const APPEAL = atLeast({
  id: 'integer',
  seller_code: 'string',
  period: 'period',
  component_appealed: COMPONENT,
  appeal_reason_type: 'string',
  description: 'string',
  evidence_urls: ['string'],
  submitted_by_am_id: 'integer',
  status: 'pending|under_review|approved|partially_approved|rejected|expired',
})
export const SURCHARGE = atLeast({
  id: 'integer',
  seller_code: 'string',
  period: 'period',
  surcharge_type: 'string',
  amount: 'number',
  trigger_details: 'object',
  status: 'pending|applied|waived',
})

const MOVER = {
  seller_code: 'string',
  company_name: 'string',
  total_sos: 'number',
  previous_sos: 'number',
  sos_delta: 'number',
  tier: TIER,
}
export const DASHBOARD = {
  period: 'period',
  total_sellers: 'integer',
  avg_sos: 'number',
  scored_sellers: 'integer',
  tier_distribution: [{ tier_name: 'string', count: 'integer' }] as const,
  pending_appeals: 'integer',
  active_surcharges: 'integer',
  top_improved: [MOVER] as const,
  top_declined: [MOVER] as const,
}

/** `errors` lists the bad records, of which a good push has none. */
export const PUSHED = {
  success: 'true',
  received: 'integer',
  created: 'integer',
  updated: 'integer',
  unchanged: 'integer',
  rejected: 'integer',
  errors: 'list',
}
export const CONFIG_RECORD = atLeast({
  id: 'integer',
  is_active: 'boolean',
  effective_from: 'period',
  effective_to: 'period?',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  updated_by: 'integer?',
})
