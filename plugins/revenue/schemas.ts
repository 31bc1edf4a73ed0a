import { type Static, Type } from '@sinclair/typebox'
import { RevenueAmount } from '../../src/domain/revenue/revenue-figures.ts'
import { PeriodsQuery } from '../../src/domain/scores/periods-asked.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Nullable,
  Period,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

export const Revenue = Type.Object(
  {
    seller_code: Type.String({ examples: ['S-1001'] }),
    company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
    am_id: Nullable(Id(), { description: 'The account manager now' }),
    period: Period(),
    amount: RevenueAmount(
      'What the seller turned over; negative when more was given back than sold',
      84210.5,
    ),
    observed_at: Nullable(Timestamp({ description: 'When accounting knew this; null where it did not say' })),
    received_at: Timestamp({ description: 'When it was pushed' }),
  },
  { title: 'Revenue' },
)
export type Revenue = Static<typeof Revenue>

export const listRoute = route('GET', '/api/revenue', 'revenue.read', {
  operationId: 'listRevenue',
  summary: 'List what sellers turned over in a month, or in up to 24',
  description:
    'As POST /api/sync/revenue has stored it: one row for each seller and month, by the order of seller codes, then months. An account manager sees the own portfolio.',
  querystring: Closed({
    ...PeriodsQuery,
    seller_code: Type.Optional(Text(100, { description: 'Code of one seller', examples: ['S-1001'] })),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(Revenue) },
})
export type RevenueQuery = Pick<
  Static<typeof listRoute.schema.querystring>,
  'seller_code' | 'page' | 'limit'
> & { from: string; to: string }
