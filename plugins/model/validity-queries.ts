import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Outcome } from './validity-schemas.ts'

/** A seller's month, and whether the next one failed; null when nothing is kept of that. */
export interface Pair {
  seller_id: number
  total_sos: number
  tier_name: string
  tier_rank: number
  failed: boolean | null
}

interface Failure {
  metric: string
  feeds: string[]
  numerator: string
  denominator: string
  volume: string
  /** Compares numerator and denominator, which is above 0. */
  fails: string
}

/** What fails, of the aggregates as `inputs` keep them. */
export const FAILURES: Record<Outcome, Failure> = {
  late: {
    metric: 'on_time_ready_rate',
    feeds: ['orders'],
    ...{ numerator: 'ready_on_time', denominator: 'ready_due', volume: 'ready_due' },
    fails: '100 * numerator < 90 * denominator',
  },
  overdue: {
    metric: 'days_beyond_terms',
    feeds: ['payments'],
    ...{ numerator: 'amount_days_late', denominator: 'invoiced_amount', volume: 'invoices' },
    fails: 'numerator > 30 * denominator',
  },
  tickets: {
    metric: 'seller_ticket_rate',
    feeds: ['orders', 'tickets'],
    ...{ numerator: 'seller_ticket_weight', denominator: 'orders', volume: 'orders' },
    fails: '100 * numerator > 7 * denominator',
  },
}

/** The rated scores of a month whose seller has the metric in the next one, or may have it. */
export function pairsOf(
  db: Sql,
  {
    period,
    next,
    outcome,
    min_volume,
  }: { period: string; next: string; outcome: Outcome; min_volume: number },
) {
  const { feeds, numerator, denominator, volume, fails } = FAILURES[outcome]
  return db.rows<Pair>(
    `with pair as (
       select a.seller_id, a.total_sos, a.tier_name, a.tier_rank, e.inputs::jsonb as inputs
       from ${COUNTED_SCORES} a
         join ${COUNTED_SCORES} b on b.seller_id = a.seller_id and b.period = $2
         left join score_explanations e
           on e.seller_id = b.seller_id and e.period = b.period and e.revision = b.revision
       where a.period = $1 and a.is_rated
     ), read as materialized (
       select seller_id, total_sos, tier_name, tier_rank, inputs is null as is_unknown,
              (inputs->'aggregates'->>'${numerator}')::numeric as numerator,
              (inputs->'aggregates'->>'${denominator}')::numeric as denominator,
              (inputs->'aggregates'->>'${volume}')::numeric as volume,
              ${feeds.map((feed) => `(inputs->'feeds_in_use'->>'${feed}')::boolean`).join(' and ')} as in_use
       from pair
     )
     select seller_id, total_sos, tier_name, tier_rank, case when not is_unknown then ${fails} end as failed
     from read
     where is_unknown or in_use and denominator > 0 and volume >= $3::numeric`,
    [period, next, min_volume],
  )
}
