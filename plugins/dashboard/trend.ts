import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { APPEAL_IS_OPEN } from '../../src/domain/appeals/appeal-record.ts'
import { periodsBetween, runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { CHARGED } from '../../src/domain/events/surcharge-record.ts'
import { MOST_MONTHS } from '../../src/domain/finished-months.ts'
import {
  COMPONENT_MEANS,
  COUNTED_SCORES,
  MEAN_TOTAL,
  STATUS_COUNTS,
  StatusCounts,
  TOTAL_QUARTILES,
} from '../../src/domain/scores/counted-scores.ts'
import { periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import { ComponentMeans, ofRated } from '../../src/domain/scores/score-schemas.ts'
import { inPortfolio, requireOwn } from '../../src/domain/sellers/scope.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, count, currency, Id, Model, Period } from '../../src/platform/schemas/schemas.ts'

const charged = (status: string) =>
  Type.Object({
    count: count(`Surcharges that are ${status}`, 12),
    amount: Type.Number({ description: 'Their sum', examples: [1520.4] }),
  })

const TrendMonth = Model('TrendMonth', {
  period: Period(),
  scored: count('Sellers with a score of the period, rated or not, without those before their contract', 198),
  rated: count('Sellers whose score is rated', 190),
  unrated: count('Sellers with too little data to be rated', 8),
  mean: ofRated('Mean'),
  p25: ofRated('A quarter is below it,'),
  median: ofRated('Half is below it,'),
  p75: ofRated('Three quarters are below it,'),
  components: ComponentMeans,
  tiers: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['Silver'] }),
      rank: Type.Integer({ examples: [4] }),
      color: Type.String({ examples: ['#8A94A6'] }),
      count: count('Sellers in it', 64),
    }),
    { description: 'The tiers that scores of the period are in, highest first' },
  ),
  statuses: StatusCounts,
  surcharges: Type.Object({
    pending: charged('pending'),
    applied: charged('applied'),
    waived: charged('waived'),
  }),
  appeals: Type.Object({
    total: count('Appeals against scores of the period', 7),
    open: count(
      'Those that are pending or under review: as many as GET /api/appeals lists in these two states',
      3,
    ),
  }),
})
type TrendMonth = Static<typeof TrendMonth>

const DashboardTrend = Model('DashboardTrend', {
  from: Period({ description: 'First month' }),
  to: Period({ description: 'Last month' }),
  currency,
  data: Type.Array(TrendMonth, {
    description: 'Every month of the range, the oldest first; zeros and nulls where nothing was scored',
  }),
})

const USUAL_MONTHS = 12

export const getTrend = endpoint('GET', '/api/dashboard/trend', 'dashboard.read', {
  config: { reads: 'sums' },
  operationId: 'getDashboardTrend',
  summary: `Up to ${MOST_MONTHS} months beside each other`,
  description:
    'Scores count for the warehouse and the account manager that the seller had as of the month; appeals and surcharges for those it has now. An account manager sees the figures of the sellers that it looks after now.',
  querystring: Closed({
    from: Type.Optional(
      Period({ description: 'First month. Default: 11 months before `to`', examples: ['2026-01'] }),
    ),
    to: Type.Optional(
      Period({
        description: `Last month, at most ${MOST_MONTHS - 1} after \`from\`. Default: the current month`,
      }),
    ),
    warehouse_id: Type.Optional(Id({ description: 'Only sellers of this warehouse' })),
    am_id: Type.Optional(Id({ description: 'Only sellers of this account manager' })),
  }),
  response: { 200: DashboardTrend },
})(async ({ server, scope, query }) => {
  const { from, to } = rangeOf(server, query)
  requireOwn(scope, query.am_id)
  const values = [periodsBetween(from, to), query.warehouse_id, query.am_id, scope.am_id]
  // Without a name it is planned for the months and the filters that are given.
  const { months } = await server.db.one<{ months: TrendMonth[] }>(TREND, values)
  return { from, to, currency: server.env.CURRENCY, data: months }
})

function rangeOf(server: FastifyRequest['server'], { from, to }: { from?: string; to?: string }) {
  const last = to ?? runningPeriod(server)
  return periodsAsked(server, { from: from ?? shiftPeriod(last, 1 - USUAL_MONTHS), to: last })
}

/** SQL: what counts of a warehouse and an account manager, and of what one sees; all are parameters, null for all. */
const OF_SCORE = `($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
        and ${inPortfolio('seller_id', '$4')}`
const OF_SELLER = `($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)
        and ($4::int is null or s.assigned_am_id = $4)`

/** Each month is looked up and sorted by itself: the totals of one fit into memory, those of all are never sorted. */
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
      where period = p.period and ${OF_SCORE}
    ) m
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('name', tier_name, 'rank', rank, 'color', color, 'count', count)
                                order by rank desc, tier_name), '[]') as tiers
      from (
        select tier_name, max(tier_rank) as rank, max(tier_color) as color, count(*) as count
        from ${COUNTED_SCORES} m
        where period = p.period and ${OF_SCORE}
        group by tier_name
      ) tier
    ) t
    cross join lateral (
      select ${CHARGED} as surcharges
      from surcharges u join sellers s on s.id = u.seller_id
      where u.period = p.period and ${OF_SELLER}
    ) c
    cross join lateral (
      select jsonb_build_object(
               'total', count(*),
               'open', count(*) filter (where ${APPEAL_IS_OPEN})) as appeals
      from appeals a join sellers s on s.id = a.seller_id
      where a.period = p.period and ${OF_SELLER}
    ) a`
