import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { areFactsDeleted } from '../../src/domain/facts/retention-deletions.ts'
import { RevenueAmount } from '../../src/domain/revenue/revenue-figures.ts'
import { PeriodsQuery, periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import { revenue } from '../../src/feeds/revenue.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Model,
  Nullable,
  Period,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const Revenue = Model('Revenue', {
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  am_id: Nullable(Id(), { description: 'The account manager now' }),
  period: Period(),
  amount: RevenueAmount('What the seller turned over; negative when more was given back than sold', 84210.5),
  observed_at: Nullable(Timestamp({ description: 'When accounting knew this; null where it did not say' })),
  received_at: Timestamp({ description: 'When it was pushed' }),
})
type Revenue = Static<typeof Revenue>

const listRevenue = endpoint('GET', '/api/revenue', 'revenue.read', {
  operationId: 'listRevenue',
  summary: 'List what sellers turned over in a month, or in up to 24',
  description:
    'As POST /api/sync/revenue has stored it: one row for each seller and month, by the order of seller codes, then months. An account manager sees the own portfolio.',
  querystring: Closed({
    ...PeriodsQuery,
    seller_code: Type.Optional(Text(100, { description: 'Code of one seller', examples: ['S-1001'] })),
    ...WholeListQuery,
  }),
  response: {
    200: Type.Object({
      facts_deleted: Type.Boolean({
        description:
          'Whether retention (KEEP_FACTS_MONTHS) has deleted revenue of any of the months, of any seller: then rows may be missing',
        examples: [false],
      }),
      ...WholeList(Revenue).properties,
    }),
  },
})(async ({ server, scope, query }) => {
  const { from, to } = periodsAsked(server, query)
  const page = await pageOfRows<Revenue>(server.db, query, {
    rows: `
      select f.*, s.seller_code, s.company_name, s.assigned_am_id as am_id
      from ${revenue.table} f join sellers s on s.id = f.seller_id
      where f.period between $1 and $2
        and ($3::text is null or s.seller_code = $3)
        and ($4::int is null or s.assigned_am_id = $4) and ($5::int is null or s.primary_warehouse_id = $5)`,
    values: [from, to, query.seller_code, scope.am_id, scope.warehouse_id],
    order: 'seller_code, period',
  })
  return { facts_deleted: await areFactsDeleted(server.db, from, [revenue.name], to), ...page }
})

/** What sellers turned over, as accounting has pushed it. */
export default async function plugin(app: FastifyInstance) {
  app.route(listRevenue)
}
