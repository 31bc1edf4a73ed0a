import {
  COMPONENT_MEANS,
  COUNTED_SCORES,
  MEAN_TOTAL,
  TOTAL_QUARTILES,
} from '../../../src/domain/scores/counted-scores.ts'
import { periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import { GROUPS, type Group, type ScoreSummary, type summaryRoute } from './summary-schemas.ts'

export const getSummary: Handler<typeof summaryRoute> = async ({ server, scope, query }) => {
  const group_by = groupsAsked(query.group_by)
  const periods = periodsAsked(server, query)
  const values = [periods.from, periods.to, group_by, scope.am_id]
  const data = await server.db.bulk.rows<ScoreSummary>(SUMMARY, values)
  return { ...periods, group_by, currency: server.env.CURRENCY, data }
}

/** @throws 400 for more than two groups, or an unknown one */
function groupsAsked(text: string): Group[] {
  const groups = [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))] as Group[]
  if (groups.length > 2 || groups.some((group) => !GROUPS.includes(group)))
    throw badRequest(
      'invalid_field',
      `group_by must be one or two of ${GROUPS.join(', ')}, with a comma between, as tier,period`,
    )
  return groups
}

/**
 * The scores of some periods, of sellers that an account manager looks after now, summarized by group. What is not grouped
 * by is null in every row, and so no group.
 */
const SUMMARY = `
  with charged as (
    select seller_id, period,
           sum(amount) filter (where status = 'pending') as pending,
           sum(amount) filter (where status = 'applied') as applied,
           sum(amount) filter (where status = 'waived') as waived
    from surcharges where period between $1 and $2 group by seller_id, period
  ), score as (
    select m.*, c.pending, c.applied, c.waived,
           case when 'period' = any($3::text[]) then m.period end as of_period,
           case when 'tier' = any($3::text[]) then m.tier_name end as of_tier,
           case when 'warehouse' = any($3::text[]) then m.warehouse_id end as of_warehouse,
           case when 'am' = any($3::text[]) then m.am_id end as of_am,
           case when 'contract_type' = any($3::text[]) then s.contract_type end as of_contract,
           case when 'reviewed_by' = any($3::text[]) then m.reviewed_by end as of_reviewer
    from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
      left join charged c on c.seller_id = m.seller_id and c.period = m.period
    where m.period between $1 and $2 and ($4::int is null or s.assigned_am_id = $4)
  ), summed as (
    select of_period, of_tier, of_warehouse, of_am, of_contract, of_reviewer,
           max(tier_rank) as rank, count(*) as scores, count(distinct seller_id) as sellers,
           count(*) filter (where is_rated) as rated, count(*) filter (where not is_rated) as unrated,
           ${MEAN_TOTAL} as mean,
           ${TOTAL_QUARTILES} as quartiles,
           ${COMPONENT_MEANS} as components,
           jsonb_build_object(
             'pending', coalesce(sum(pending), 0),
             'applied', coalesce(sum(applied), 0),
             'waived', coalesce(sum(waived), 0)) as surcharges
    from score group by of_period, of_tier, of_warehouse, of_am, of_contract, of_reviewer
  )
  select of_period as period, of_tier as tier, of_warehouse as warehouse_id, w.name as warehouse_name,
         of_am as am_id, a.name as am_name, of_contract as contract_type, of_reviewer as reviewed_by,
         scores, sellers, rated, unrated, mean,
         round(quartiles[1]::numeric, 2) as quartile_1, round(quartiles[2]::numeric, 2) as median,
         round(quartiles[3]::numeric, 2) as quartile_3, components, surcharges
  from summed left join warehouses w on w.id = of_warehouse left join account_managers a on a.id = of_am
  order by of_period, case when of_tier is not null then rank end desc, of_tier, w.name, of_warehouse,
           a.name, of_am, of_contract, of_reviewer`
