import { type Static, Type } from '@sinclair/typebox'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { Id, Nullable, OneOf, Page, PageQuery, Period, Text } from '../../src/platform/schemas/schemas.ts'
import { Migration, Mover, Movers } from './report-schemas.ts'
import { params } from './schemas.ts'

const tags = ['backtests']

const money = (description: string) => Type.Number({ description, examples: [100] })

const SellerMonth = Type.Object({
  ...Mover.properties,
  am_id: Nullable(Id(), { description: 'The account manager as of the month' }),
  is_rated_before: Type.Boolean({ examples: [true] }),
  is_rated_after: Type.Boolean({ examples: [true] }),
  surcharges_before: money('All that rules bring the seller in the month'),
  surcharges_after: money('The same after the change'),
})
export type SellerMonth = Static<typeof SellerMonth>

export const sellersSchema = {
  tags,
  operationId: 'listBacktestSellers',
  summary: 'List what a backtest found of sellers',
  description: 'By the order of seller codes, then months. 409 while the backtest is not completed.',
  params,
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Only this month' })),
      moved: Type.Optional(
        OneOf(['up', 'down', 'none'], {
          description:
            'Only scores that came into a higher or lower tier, as in tier_rises and tier_drops, or into neither',
          examples: ['down'],
        }),
      ),
      from_tier: Type.Optional(Text(80, { description: 'Only this tier before', examples: ['Gold'] })),
      to_tier: Type.Optional(Text(80, { description: 'Only this tier after', examples: ['Silver'] })),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(SellerMonth) },
}
export type SellersQuery = Static<typeof sellersSchema.querystring>

export const compareSchema = {
  tags,
  operationId: 'compareBacktests',
  summary: 'Compare two backtests',
  description:
    'The scores after the change of one beside those of another: `from`, `before` is this backtest’s after, `to`, `after` the other’s. 409 unless both are completed and of the same months and sellers.',
  params,
  querystring: Type.Object(
    { with: Id({ description: 'Id of the other backtest', examples: [10] }) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      id: Id(),
      with: Id({ examples: [10] }),
      scores: Type.Integer({ description: 'Sellers’ months of each', examples: [117_744] }),
      mean_before: Nullable(Score(), { description: 'Mean total of the scores that both rate' }),
      mean_after: Nullable(Score(), { description: 'The same of the other backtest' }),
      migration: Migration,
      movers: Movers,
    }),
  },
}
export type Comparison = Static<(typeof compareSchema.response)[200]>
