import { COMPONENT_WORDS } from './components.ts'
import { METRIC_WORDS } from './metrics.ts'
import { labelOf } from './word.ts'

const labelsOf = (words: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(words).map(([name, { label }]) => [name, label]))

/** What people call fields, where that is not their name. */
export const LABELS: Record<string, string> = {
  ...labelsOf(METRIC_WORDS),
  ...labelsOf(COMPONENT_WORDS),
  am_id: 'Account manager',
  am_name: 'Account manager',
  assigned_am_id: 'Account manager',
  submitted_by_am_id: 'Account manager',
  primary_warehouse_id: 'Warehouse',
  warehouse_id: 'Warehouse',
  warehouse_name: 'Warehouse',
  seller_id: 'Seller',
  seller_code: 'Seller',
  company_name: 'Company',
  campaign_code: 'Campaign',
  campaign_name: 'Name',
  full_name: 'Name',
  employee_id: 'Employee',
  is_active: 'Active',
  oms_system_type: 'Order system',
  payment_terms_days: 'Payment terms in days',
  contract_type: 'Contract',
  contract_start_date: 'Contract begins',
  status_reason: 'Reason',
  campaign_type: 'Kind',
  start_date: 'First day',
  end_date: 'Last day',
  sellers_count: 'Sellers',
  hand_over_to: 'Hand the sellers over to',
  unassign: 'Leave the sellers without one',
  url: 'Address',
  last_pushed_at: 'Last push',
  requested_by_name: 'Asked for by',
  decided_by_name: 'Decided by',
  dry_run: 'Only a trial',
  entity: 'Kind',
  period: 'Month',
  duration_ms: 'Took, in ms',
  attempted_at: 'When',
  received_at: 'When',
  request_body: 'What was sent',
  response_body: 'What came back',
  subscription_id: 'Webhook',
  user_id: 'Person',
  since: 'From',
  only_failed: 'Only those that never arrived',
  event_types: 'Which events',
  total_sos: 'Total',
  avg_sos: 'Mean total',
  sos_delta: 'Change',
  min_score: 'Lowest total',
  min_component_score: 'Every component at least',
  color: 'Colour',
  benefits: 'What it brings',
  min_volume: 'Smallest volume',
  params: 'Settings',
  above: 'A value above',
  amount: 'Amount',
  per_point: 'For each point above',
  cap: 'At most',
  min_kpi: 'Lowest KPI',
  percent: 'Bonus or penalty in percent',
  reply_hours: 'Hours to the first reply',
  resolve_hours: 'Hours to the resolution',
  effective_from: 'First month',
  effective_to: 'Last month',
}

/** What people call a field: its own label, else its name without its id and underscores. */
export const fieldLabel = (name: string) =>
  LABELS[name] ?? labelOf(name.replace(/^is_(?=.)/, '').replace(/(?<=.)_id$/, ''))

/** The list that a field names an entry of, by its id or code. */
export const REFERS: Record<string, string> = {
  seller_id: '/api/sellers',
  seller_code: '/api/sellers',
  am_id: '/api/sellers/am/list',
  assigned_am_id: '/api/sellers/am/list',
  submitted_by_am_id: '/api/sellers/am/list',
  warehouse_id: '/api/warehouses',
  primary_warehouse_id: '/api/warehouses',
  campaign_code: '/api/campaigns',
  employee_id: '/api/employees',
  user_id: '/api/users',
  subscription_id: '/api/webhooks',
  created_by: '/api/users',
  hand_over_to: '/api/sellers/am/list',
  warehouses: '/api/warehouses',
  updated_by: '/api/users',
  adopted_by: '/api/users',
  run_id: '/api/sos/runs',
  appeal_id: '/api/appeals',
  draft_id: '/api/config/drafts',
  backtest_id: '/api/backtests',
  correction_id: '/api/sos/monthly/corrections',
}

/** What helps a person to fill in a field, where its label is not enough. */
export const FIELD_HELP: Record<string, string> = {
  payment_terms_days: 'Days from the invoice to its due date.',
  hand_over_to: 'Who looks after them when the account manager leaves.',
  seller_codes: 'Codes of sellers. Empty: all of them.',
  preset: 'The system whose records it reads.',
  expires_at: 'Empty: never.',
}
