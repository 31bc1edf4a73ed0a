import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { CHARGED, SURCHARGE_STATUSES, Surcharge } from '../../src/domain/events/surcharge-record.ts'
import { IN_CURRENCY } from '../../src/domain/field-schemas.ts'
import { literally, pageOfRows } from '../../src/platform/database/statements/records.ts'
import { entityTag } from '../../src/platform/http/answers/answer-tags.ts'
import { endpoint, withETag } from '../../src/platform/http/route.ts'
import {
  Closed,
  count,
  OneOf,
  Period,
  Several,
  severalOf,
  Text,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { applySurcharges, updateSurcharge, waiveSurcharges } from './change.ts'
import { createSurcharge, SurchargeType } from './create.ts'
import { evaluateMonth } from './evaluate.ts'
import { findSurcharge, params } from './rows.ts'

/** Surcharges and payment blocks of sellers, by hand or by rules. */
export default async function plugin(app: FastifyInstance) {
  const changes = [createSurcharge, updateSurcharge, evaluateMonth, applySurcharges, waiveSurcharges]
  for (const route of [listSurcharges, getSurcharge, ...changes]) app.route(route)
}

const ListQuery = Closed({
  seller_code: Type.Optional(Text(100, { description: 'Surcharges of this seller', examples: ['S-1001'] })),
  status: Type.Optional(Several(SURCHARGE_STATUSES, { description: 'Surcharges in this state' })),
  period: Type.Optional(Period({ description: 'Surcharges of this month' })),
  surcharge_type: Type.Optional({ ...SurchargeType, description: 'Surcharges of this type' }),
  search: Type.Optional(
    Text(200, {
      description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
    }),
  ),
  sort: Type.Optional(
    OneOf(['seller_code', '-seller_code', 'period', '-period', 'amount', '-amount'], {
      description:
        'By what the list is sorted; - is from the highest down. Equals, and without it all: newest first',
      examples: ['-amount'],
    }),
  ),
  ...WholeListQuery,
})

const OfStatus = Type.Object({
  count: count('How many surcharges', 12),
  amount: Type.Number({ description: `What they come to. ${IN_CURRENCY}`, examples: [840.5] }),
})

const ByStatus = Type.Object(
  { pending: OfStatus, applied: OfStatus, waived: OfStatus },
  { description: 'Of all that the other filters leave, whatever `status` asks for' },
)
type ByStatus = Static<typeof ByStatus>

/** SQL: the surcharges in scope under all filters but that of the state, by the values of `listSurcharges`. */
const FOUND = `
  from surcharges u join sellers s on s.id = u.seller_id
  where ($1::text is null or s.seller_code = $1)
    and ($2::text is null or u.period = $2)
    and ($3::text is null or u.surcharge_type = $3)
    and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
    and ($5::int is null or s.assigned_am_id = $5)
    and ($6::int is null or s.primary_warehouse_id = $6)
    and ($7::int is null or u.seller_id = $7)`

const listSurcharges = endpoint('GET', '/api/surcharges', 'surcharges.read', {
  operationId: 'listSurcharges',
  summary: 'List surcharges',
  description:
    'Newest first, if `sort` does not say otherwise. An account manager sees the own portfolio, a warehouse user the sellers of the own warehouse.',
  querystring: ListQuery,
  response: { 200: Type.Composite([WholeList(Surcharge), Type.Object({ by_status: ByStatus })]) },
})(({ server: { db }, scope, query }) => {
  const { seller_code, period, surcharge_type, search, status, sort = 'id' } = query
  return pageOfRows<Surcharge, { by_status: ByStatus }>(db, query, {
    rows: `
      select u.*, s.seller_code, s.company_name ${FOUND} and ($8::text[] is null or u.status = any($8))`,
    values: [
      ...[seller_code, period, surcharge_type, search && `%${literally(search)}%`],
      ...[scope.am_id, scope.warehouse_id, scope.seller_id, severalOf(status)],
    ],
    order: sort === 'id' ? 'id desc' : `${sort.replace(/^-(.+)/, '$1 desc')}, id desc`,
    name: `surcharges-page ${sort}`,
    sums: { by_status: `select ${CHARGED} ${FOUND}` },
  })
})

const getSurcharge = endpoint('GET', '/api/surcharges/:id', 'surcharges.read', {
  operationId: 'getSurcharge',
  summary: 'One surcharge',
  params,
  response: { 200: withETag(Surcharge) },
})(async (request, reply) => {
  const surcharge = await findSurcharge(request, request.params.id)
  reply.header('etag', entityTag(surcharge.version))
  return surcharge
})
