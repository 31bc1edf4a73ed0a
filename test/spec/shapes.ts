import { COMPONENT } from './score-shapes.ts'
import { atLeast, type Fields } from './shape.ts'

export * from './score-shapes.ts'

// The shapes of the specification, field for field, and those that the design gives what it leaves open.

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
const SUM: Fields = { count: 'integer', amount: 'number' }
export const SUMS: Fields = { pending: SUM, applied: SUM, waived: SUM }

export const SUBSCRIPTION = atLeast({
  id: 'integer',
  url: 'string',
  events: ['string'],
  is_active: 'boolean',
  status: 'active|paused|disabled',
})
export const DELIVERY = atLeast({
  id: 'integer',
  subscription_id: 'integer',
  event_id: 'string',
  event_type: 'string',
  status: 'delivered|failed',
  attempted_at: 'timestamp',
  duration_ms: 'integer',
  response_status: 'integer?',
  request_headers: 'object',
  request_body: 'string',
  response_headers: 'object?',
  response_body: 'string?',
  next_attempt_at: 'timestamp?',
})

/** `errors` lists the bad records, of which a good push has none. */
export const PUSHED = {
  success: 'true',
  push_id: 'string',
  received: 'integer',
  created: 'integer',
  updated: 'integer',
  unchanged: 'integer',
  repeated: 'integer',
  deleted: 'integer',
  left_out: 'integer',
  rejected: 'integer',
  late: 'integer',
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
