import type { FastifyRequest } from 'fastify'
import { APPEAL_IS_OPEN } from '../../src/domain/appeals/appeal-record.ts'
import { periodsBetween, runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { SURCHARGE_STATUSES } from '../../src/domain/events/surcharge-record.ts'
import {
  COMPONENT_MEANS,
  COUNTED_SCORES,
  MEAN_TOTAL,
  STATUS_COUNTS,
  TOTAL_QUARTILES,
} from '../../src/domain/scores/counted-scores.ts'
import { periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import { forbidden } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import type { TrendMonth, trendRoute } from './schemas.ts'

/** How many months are shown unless others are asked for. */
const USUAL_MONTHS = 12

/** Answers the figures of months beside each other. */
export const getTrend: Handler<typeof trendRoute> = async ({ server, scope, query }) => {
  const { from, to } = rangeOf(server, query)
  const values = [periodsBetween(from, to), query.warehouse_id, amAsked(scope, query.am_id)]
  // Without a name it is planned for the months and the filters that are given.
  const { months } = await server.db.one<{ months: TrendMonth[] }>(TREND, values)
  return { from, to, currency: server.env.CURRENCY, data: months }
}

function rangeOf(server: FastifyRequest['server'], { from, to }: { from?: string; to?: string }) {
  const last = to ?? runningPeriod(server)
  return periodsAsked(server, { from: from ?? shiftPeriod(last, 1 - USUAL_MONTHS), to: last })
}

/** @throws 403 when an account manager asks for the portfolio of another one */
function amAsked({ am_id }: Scope, asked: number | undefined): number | null {
  if (am_id !== null && asked !== undefined && asked !== am_id)
    throw forbidden('outside_scope', 'This portfolio is not yours.')
  return am_id ?? asked ?? null
}

/** SQL: how many surcharges are in each state, and their sum. */
const CHARGED = SURCHARGE_STATUSES.map(
  (status) => `'${status}', jsonb_build_object(
                 'count', count(*) filter (where c.status = '${status}'),
                 'amount', coalesce(sum(amount) filter (where c.status = '${status}'), 0))`,
).join()

/**
 * The figures of up to 24 months in one statement. Each month is looked up and sorted by itself, so that the totals of one
 * fit into memory, and those of all are never sorted.
 */
const TREND = `
  select jsonb_agg(jsonb_build_object(
    'period', p.period, 'scored', m.scored, 'rated', m.rated, 'unrated', m.scored - m.rated,
    'mean', m.mean,
    'p25', round(m.quartiles[1]::numeric, 2),
    'median', round(m.quartiles[2]::numeric, 2),
    'p75', round(m.quartiles[3]::numeric, 2),
    'components', m.components, 'tiers', t.tiers, 'statuses', m.statuses,
    'surcharges', c.surcharges, 'appeals', a.appeals) order by p.period) as months
  from unnest($1::text[]) p(period)
    cross join lateral (
      select count(*) as scored, count(*) filter (where is_rated) as rated,
             ${MEAN_TOTAL} as mean,
             ${TOTAL_QUARTILES} as quartiles,
             ${COMPONENT_MEANS} as components,
             ${STATUS_COUNTS} as statuses
      from ${COUNTED_SCORES} m
      where period = p.period and ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
    ) m
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('name', tier_name, 'rank', rank, 'color', color, 'count', count)
                                order by rank desc, tier_name), '[]') as tiers
      from (
        select tier_name, max(tier_rank) as rank, max(tier_color) as color, count(*) as count
        from ${COUNTED_SCORES} m
        where period = p.period and ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
        group by tier_name
      ) tier
    ) t
    cross join lateral (
      select jsonb_build_object(${CHARGED}) as surcharges
      from surcharges c join sellers s on s.id = c.seller_id
      where c.period = p.period
        and ($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)
    ) c
    cross join lateral (
      select jsonb_build_object(
               'total', count(*),
               'open', count(*) filter (where ${APPEAL_IS_OPEN})) as appeals
      from appeals a join sellers s on s.id = a.seller_id
      where a.period = p.period
        and ($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)
    ) a`
