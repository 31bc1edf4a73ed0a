import { type Static, Type } from '@sinclair/typebox'
import { MOST_PERIODS } from '../../src/domain/scores/periods-asked.ts'
import { ComponentMeans, ofRated } from '../../src/domain/scores/score-schemas.ts'
import { StatusCounts } from '../../src/domain/scores/status-counts.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, count, currency, Id, Period } from '../../src/platform/schemas/schemas.ts'

const charged = (status: string) =>
  Type.Object({
    count: count(`Surcharges that are ${status}`, 12),
    amount: Type.Number({ description: 'Their sum', examples: [1520.4] }),
  })

const TrendMonth = Type.Object(
  {
    period: Period(),
    scored: count(
      'Sellers with a score of the period, rated or not, without those before their contract',
      198,
    ),
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
  },
  { title: 'TrendMonth' },
)
export type TrendMonth = Static<typeof TrendMonth>

const DashboardTrend = Type.Object(
  {
    from: Period({ description: 'First month' }),
    to: Period({ description: 'Last month' }),
    currency,
    data: Type.Array(TrendMonth, {
      description: 'Every month of the range, the oldest first; zeros and nulls where nothing was scored',
    }),
  },
  { title: 'DashboardTrend' },
)
export type DashboardTrend = Static<typeof DashboardTrend>

export const trendRoute = route('GET', '/api/dashboard/trend', 'dashboard.read', {
  config: { reads: 'sums', answersTag: true },
  operationId: 'getDashboardTrend',
  summary: `Up to ${MOST_PERIODS} months beside each other`,
  description:
    'Scores count for the warehouse and the account manager that the seller had as of the month; appeals and surcharges for those it has now. An account manager sees the figures of the own portfolio.',
  querystring: Closed({
    from: Type.Optional(
      Period({ description: 'First month. Default: 11 months before `to`', examples: ['2026-01'] }),
    ),
    to: Type.Optional(
      Period({
        description: `Last month, at most ${MOST_PERIODS - 1} after \`from\`. Default: the current month`,
      }),
    ),
    warehouse_id: Type.Optional(Id({ description: 'Only sellers of this warehouse' })),
    am_id: Type.Optional(Id({ description: 'Only sellers of this account manager' })),
  }),
  response: { 200: DashboardTrend },
})
