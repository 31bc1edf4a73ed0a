import { type Static, Type } from '@sinclair/typebox'
import { Mover } from '../../src/domain/config/backtest-report.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Id, Nullable, OneOf, Period, Text, wholeList } from '../../src/platform/schemas/schemas.ts'
import { completed, found, params } from './backtest.ts'
import { fixedOf, joinMoved, standingsOf } from './report/report-queries.ts'

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
    'Gold: 4.10 points below Platinum (80).',
  ),
  why_after: why(
    'Why it has its tier after the change and not the next one up',
    'Silver: Operations (58.20) is below the 60 that Gold needs in every component.',
  ),
  untouched: Nullable(Untouched, {
    description: `${Untouched.description}. null for all others`,
  }),
})
type SellerMonth = Static<typeof SellerMonth>

const SIGN = { up: 1, none: 0, down: -1 }

const ORDERS = {
  seller_code: 'seller_code, period',
  delta: 'abs(delta) desc, seller_code, period',
  surcharges: 'abs(surcharges_after - surcharges_before) desc, seller_code, period',
}

export const listSellers = endpoint('GET', '/api/backtests/:id/sellers', 'model.read', {
  config: { reads: 'sums' },
  operationId: 'listBacktestSellers',
  summary: 'List what a backtest found of sellers',
  description: '409 while the backtest is not completed.',
  params,
  ...wholeList(SellerMonth, {
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
  }),
})(async ({ server: { db }, params, query }) => {
  const { id } = await completed(db, params.id)
  const { period, from_tier, to_tier, moved, surcharges_differ } = query
  const { names, heights } = moved ? standingsOf(found(await fixedOf(db, id), id)) : {}
  return pageOfRows<SellerMonth>(db, query, {
    rows: `
      select s.seller_code, s.company_name, b.period, b.am_id,
             b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta,
             b.before_tier as tier_before, b.after_tier as tier_after,
             b.before_rated as is_rated_before, b.after_rated as is_rated_after,
             b.before_surcharges as surcharges_before, b.after_surcharges as surcharges_after,
             b.before_why as why_before, b.after_why as why_after, b.untouched
      from sellers s join backtest_scores b on b.seller_id = s.id ${joinMoved('$6', '$7')}
      where b.backtest_id = $1
        and ($2::text is null or b.period = $2)
        and ($3::text is null or lower(b.before_tier) = lower($3))
        and ($4::text is null or lower(b.after_tier) = lower($4))
        and ($5::int is null or moved = $5 and b.untouched is null)
        and ($8::bool is null or (b.before_surcharges <> b.after_surcharges) = $8 and b.untouched is null)`,
    values: [id, period, from_tier, to_tier, moved && SIGN[moved], names, heights, surcharges_differ],
    order: ORDERS[query.sort],
  })
})
