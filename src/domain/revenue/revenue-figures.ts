import { type Static, Type } from '@sinclair/typebox'
import { revenue } from '../../feeds/revenue.ts'
import { Nullable } from '../../platform/schemas/schemas.ts'
import { LOW_RANK } from '../../scoring/am-kpi.ts'
import { IN_CURRENCY } from '../field-schemas.ts'
import { COUNTED_SCORES } from '../scores/counted-scores.ts'

/** An amount of revenue, or a sum of such. */
export const RevenueAmount = (description: string, example: number) =>
  Type.Number({ description: `${description}. ${IN_CURRENCY}`, examples: [example] })

/** What some sellers turned over in a month, and how much of it sellers did whose scores are low. */
export const revenueFigures = {
  amount: RevenueAmount('What the sellers turned over in the month', 84210.5),
  at_risk: RevenueAmount(
    `Of it, what sellers did whose score is rated and in a tier of rank ${LOW_RANK} or below`,
    12631.6,
  ),
  at_risk_share: Nullable(Type.Number(), {
    description: '100 × at_risk ÷ amount, to two decimals; null where the amount is not above 0',
    examples: [15],
  }),
}
const Figures = Type.Object(revenueFigures)
export type RevenueFigures = Static<typeof Figures>

/** SQL: the figures of rows with an `amount`, and the `is_rated` and `tier_rank` of its score, null without one. */
export const REVENUE_FIGURES = `
  jsonb_build_object(
    'amount', coalesce(sum(amount), 0),
    'at_risk', coalesce(sum(amount) filter (where is_rated and tier_rank <= ${LOW_RANK}), 0),
    'at_risk_share', round(100 * coalesce(sum(amount) filter (where is_rated and tier_rank <= ${LOW_RANK}), 0)
                           / nullif(greatest(sum(amount), 0), 0), 2))`

/**
 * SQL: the revenues of the period `$1`, each with its counted score, null without one, and where it counts: where the
 * score does, and without one where its seller is now.
 */
export const EARNED = `(
  select f.seller_id, f.amount, m.tier_name, m.tier_rank, m.is_rated,
         case when m.seller_id is null then s.primary_warehouse_id else m.warehouse_id end as warehouse_id,
         case when m.seller_id is null then s.assigned_am_id else m.am_id end as am_id
  from ${revenue.table} f join sellers s on s.id = f.seller_id
    left join ${COUNTED_SCORES} m on m.seller_id = f.seller_id and m.period = f.period
  where f.period = $1)`
