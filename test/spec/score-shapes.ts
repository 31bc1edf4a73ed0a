import { atLeast } from './shape.ts'

// The shapes of scores and of what is made of them.

export const COMPONENT = 'p_score|o_score|t_score|f_score|i_score'

const TIER = { name: 'string', color: 'colour', benefits: 'string' }
const PART = { raw: 'number', weighted: 'number' }
const COMPONENTS = { p_score: PART, o_score: PART, t_score: PART, f_score: PART, i_score: PART }
const STATUS = 'draft|under_review|final'
const score = {
  period: 'period',
  total_sos: 'number',
  is_rated: 'boolean',
  tier: TIER,
  components: COMPONENTS,
  status: STATUS,
}
const TREND = { previous_sos: 'number', delta: 'number', direction: 'up|down|flat|new|unrated' }

export const CURRENT_SCORE = {
  seller_code: 'string',
  ...score,
  trend: TREND,
  top_opportunity: COMPONENT,
  is_grace_period: 'boolean',
  before_contract: 'boolean',
}
export const HISTORY = {
  seller_code: 'string',
  data: [
    {
      ...score,
      seller_code: 'string',
      delta: 'number',
      is_rated: 'boolean',
      before_contract: 'boolean',
      revision: 'integer',
    },
  ] as const,
}
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
  before_contract: 'boolean',
  revision: 'integer',
  reviewed_by: 'string?',
  notes: 'string?',
  calculated_at: 'timestamp',
  finalized_at: 'timestamp?',
})
/** What an answer says about the scores that it counts, beyond the specification. */
const RATED = { rated: 'integer', unrated: 'integer', unrated_reasons: 'list' }

/** The last are the design's: the scores that calculate leaves alone, why some are unrated, the run that made them. */
export const CALCULATION = {
  period: 'period',
  sellers_scored: 'integer',
  results: [
    {
      seller_id: 'string',
      seller_code: 'string',
      total_sos: 'number',
      is_rated: 'boolean',
      tier: 'string',
      grace: 'boolean',
      before_contract: 'boolean',
    },
  ] as const,
  sellers_final: 'integer',
  ...RATED,
  run_id: 'integer',
}
export const ENFORCEMENT = {
  seller_code: 'string',
  is_blocked: 'boolean',
  active_surcharges: [{ type: 'string', amount: 'number', period: 'period', reason: 'string' }] as const,
}

const MOVER = {
  seller_code: 'string',
  company_name: 'string',
  total_sos: 'number',
  is_rated: 'boolean',
  previous_sos: 'number',
  sos_delta: 'number',
  tier: TIER,
  is_blocked: 'boolean',
  block_reason: 'string?',
  block_period: 'string?',
  totals: [{ period: 'period', total_sos: 'number', is_rated: 'boolean' }] as const,
  reason: 'object?',
}
export const DASHBOARD = {
  period: 'period',
  total_sellers: 'integer',
  avg_sos: 'number?',
  scored_sellers: 'integer',
  tier_distribution: [{ tier_name: 'string', count: 'integer', rank: 'integer', color: 'colour' }] as const,
  pending_appeals: 'integer',
  active_surcharges: 'integer',
  top_improved: [MOVER] as const,
  top_declined: [MOVER] as const,
  lowest: [MOVER] as const,
  urgent: [MOVER] as const,
  statuses: atLeast({ draft: 'integer', final: 'integer' }),
  waiting: {
    appeals_pending: 'integer',
    appeals_under_review: 'integer',
    surcharges_pending: 'integer',
    corrections: 'integer',
    drafts: 'integer',
  },
  ...RATED,
}
