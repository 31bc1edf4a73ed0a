import { type Static, Type } from '@sinclair/typebox'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Nullable,
  OneOf,
  Period,
  Text,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { Migration, Mover, Movers } from './report/report-schemas.ts'
import { params } from './schemas.ts'

const money = (description: string) => Type.Number({ description, examples: [100] })

const why = (description: string, example: string) =>
  Nullable(Type.String({ examples: [example] }), {
    description: `${description}. null for a score that keeps its tier, and in backtests of earlier releases`,
  })

const Untouched = OneOf(['appeal', 'inactive'], {
  description:
    'Why no calculation reaches the score, so that the change would not either: an appeal has decided it, or the seller is not active. Both sides are the stored score then, and the report leaves it out',
  examples: ['appeal'],
})
export type Untouched = Static<typeof Untouched>

const SellerMonth = Type.Object({
  ...Mover.properties,
  company_name: Type.String({ examples: ['Nordlicht GmbH'] }),
  am_id: Nullable(Id(), { description: 'The account manager as of the month' }),
  is_rated_before: Type.Boolean({ examples: [true] }),
  is_rated_after: Type.Boolean({ examples: [true] }),
  surcharges_before: money('All that rules bring the seller in the month'),
  surcharges_after: money('The same after the change'),
  why_before: why(
    'Why it had its tier before and not the next one up',
    'Gold: 4.1 points short of the 80 of Platinum.',
  ),
  why_after: why(
    'Why it has its tier after the change and not the next one up',
    'Silver: Operations (58.2) is below the 60 that Gold needs in every component.',
  ),
  untouched: Nullable(Untouched, {
    description: `${Untouched.description}. null for all others`,
  }),
})
export type SellerMonth = Static<typeof SellerMonth>

export const sellersRoute = route('GET', '/api/backtests/:id/sellers', 'model.read', {
  config: { reads: 'sums' },
  operationId: 'listBacktestSellers',
  summary: 'List what a backtest found of sellers',
  description: '409 while the backtest is not completed.',
  params,
  querystring: Closed({
    period: Type.Optional(Period({ description: 'Only this month' })),
    moved: Type.Optional(
      OneOf(['up', 'down', 'none'], {
        description:
          'Only scores that came into a higher or lower tier, as in tier_rises and tier_drops, or into neither; none that is untouched',
        examples: ['down'],
      }),
    ),
    surcharges_differ: Type.Optional(
      Type.Boolean({
        description:
          'Only scores that bring other surcharges after the change, or only those that bring the same; none that is untouched',
      }),
    ),
    from_tier: Type.Optional(Text(80, { description: 'Only this tier before', examples: ['Gold'] })),
    to_tier: Type.Optional(Text(80, { description: 'Only this tier after', examples: ['Silver'] })),
    sort: OneOf(['seller_code', 'delta', 'surcharges'], {
      description:
        'By what the list is sorted: by seller code and month, or by how far the total or the surcharges move, the farthest first',
      default: 'seller_code',
    }),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(SellerMonth) },
})

export const compareRoute = route('GET', '/api/backtests/:id/compare', 'model.read', {
  config: { reads: 'sums', answersTag: true },
  operationId: 'compareBacktests',
  summary: 'Compare two backtests',
  description:
    'The scores after the change of one beside those of another: `from`, `before` is this backtest’s after, `to`, `after` the other’s. 409 unless both are completed and of the same months and sellers.',
  params,
  querystring: Closed({ with: Id({ description: 'Id of the other backtest', examples: [10] }) }),
  response: {
    200: Type.Object({
      id: Id(),
      with: Id({ examples: [10] }),
      scores: Type.Integer({
        description: 'Sellers’ months of each, without those that one of them leaves untouched',
        examples: [117_744],
      }),
      mean_before: Nullable(Score(), { description: 'Mean total of the scores that both rate' }),
      mean_after: Nullable(Score(), { description: 'The same of the other backtest' }),
      migration: Migration,
      movers: Movers,
    }),
  },
})
export type Comparison = Static<(typeof compareRoute.schema.response)[200]>
