import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { readOnFrom, writeCursor } from '../../src/domain/events/places.ts'
import { isActive } from '../../src/domain/events/surcharge-record.ts'
import { knownSeller } from '../../src/domain/sellers/find-seller.ts'
import { IsBlocked, isBlockedBy, PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import type { Scope, SellerScope } from '../../src/domain/sellers/scope.ts'
import { SellerCode } from '../../src/domain/sellers/seller-name.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Model, Period, warnings } from '../../src/platform/schemas/schemas.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'

const Enforcement = Model('Enforcement', {
  seller_code: Type.String({ examples: ['S-1001'] }),
  is_blocked: IsBlocked,
  active_surcharges: Type.Array(
    Type.Object({
      type: Type.String({ examples: ['payment_block'] }),
      amount: Type.Number({ examples: [0] }),
      period: Period(),
      reason: Type.String({ examples: ['Invoices are more than 60 days beyond their terms'] }),
    }),
    { description: 'Those that are pending or applied, the newest period first' },
  ),
})
type Enforcement = Static<typeof Enforcement>

/** Only who names no time may get many. */
const ofAll = ({ changed_since }: { changed_since?: string }) =>
  changed_since === undefined ? 'rows' : undefined

const getManyEnforcements = endpoint('GET', '/api/sos/enforcement', 'enforcement.read', {
  config: { reads: ofAll },
  tags: ['enforcement'],
  operationId: 'listEnforcements',
  summary: 'May orders of many sellers be shipped',
  description:
    'One row for each seller, as the question about one answers it. To keep a copy, ask without parameters first: the answer holds every seller that is blocked or has surcharges, and no row means neither. Then ask with the `next` of the answer before as `changed_since`: every seller whose block or surcharges changed since comes at least once, also when it is free again, has a new code or has come to those that you may see. A code that names none of them any more, because its seller has another code, is deleted or is no longer yours to see, comes with `is_blocked` false and no surcharges, as one to forget. After your own role, account manager or warehouse has changed, ask without parameters again.',
  querystring: Closed({
    changed_since: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The `next` of an earlier answer. Where the database was restored, recovered or taken over since, it counts as left out, and warnings say so',
        examples: ['c3JQNmJXMDIuNzQyLjA'],
      }),
    ),
  }),
  response: {
    200: Type.Object({
      data: Type.Array(Enforcement),
      next: Type.String({
        description: 'Opaque; what to pass as `changed_since`',
        examples: ['c3JQNmJXMDIuNzQyLjA'],
      }),
      warnings,
    }),
  },
})(async ({ server, scope, query }) => {
  const { after, now, warnings } = await readOnFrom(server.db, 'changed_since', query.changed_since)
  const sellers = await manyEnforced(server.db, scope, after?.xact ?? null)
  return {
    data: sellers.map(enforcementOf),
    next: writeCursor(now),
    ...(warnings.length > 0 && { warnings }),
  }
})

/** Tells the warehouse whether it may ship for a seller. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [getEnforcement(app), getManyEnforcements]) app.route(route)
}

/** Answers of one seller; questions at the same moment are read together. */
function getEnforcement({ db }: FastifyInstance) {
  const find = inBatches(db.quick, (codes: string[]) => enforcedSellers(db.quick, codes))
  return endpoint('GET', '/api/sos/sellers/:seller_code/enforcement', 'enforcement.read', {
    tags: ['enforcement'],
    operationId: 'getEnforcement',
    summary: 'May orders of a seller be shipped',
    description:
      'Asked for every order. The answer is read when it is asked for, so it changes with the commit of its cause.',
    params: Type.Object({ seller_code: SellerCode }),
    response: { 200: Enforcement },
  })(async ({ scope, params: { seller_code } }) =>
    enforcementOf(knownSeller(scope, seller_code, await find(seller_code))),
  )
}

function enforcementOf({ seller_code, status, surcharges }: EnforcedSeller): Enforcement {
  const active = surcharges ?? []
  return {
    seller_code,
    is_blocked: isBlockedBy(
      status,
      active.some(({ surcharge_type }) => surcharge_type === PAYMENT_BLOCK),
    ),
    active_surcharges: active.map((surcharge) => ({
      type: surcharge.surcharge_type,
      amount: surcharge.amount,
      period: surcharge.period,
      reason: surchargeReason(surcharge),
    })),
  }
}

interface EnforcedSeller extends SellerScope {
  seller_code: string
  status: string
  /** Active ones, the newest period first; null for none. */
  surcharges: (SurchargeGrounds & { amount: number })[] | null
}

/** SQL: the active surcharges `u` of a seller, the newest period first. */
const ACTIVE_SURCHARGES = `
  json_agg(json_build_object('surcharge_type', u.surcharge_type, 'amount', u.amount, 'period', u.period,
                             'trigger_details', u.trigger_details)
           order by u.period desc, u.id desc)`

/** The sellers with these codes, by code. */
async function enforcedSellers(db: Sql, codes: string[]): Promise<Map<string, EnforcedSeller>> {
  const rows = await db.rows<EnforcedSeller>(
    `select s.id as seller_id, s.seller_code, s.status, s.assigned_am_id, s.primary_warehouse_id,
            (select ${ACTIVE_SURCHARGES}
             from surcharges u where u.seller_id = s.id and ${isActive('u')}) as surcharges
     from sellers s where s.seller_code = any($1::text[])`,
    [codes],
    'enforced-sellers',
  )
  return new Map(rows.map((row) => [row.seller_code, row]))
}

/**
 * Sellers in scope in the order of their codes: without `since` all that are blocked or have surcharges. Of the changes
 * since a place (places.ts) none is missed; one by a later transaction may be answered twice. A code under which the
 * scope had a seller since, and has none now, is answered as that of a seller 0 that is free.
 * @param since a transaction, decimal text: what it or a later one changed; null for all
 */
const manyEnforced = (db: Database, scope: Scope, since: string | null) =>
  db.rows<EnforcedSeller>(
    `with visible as not materialized (
       select id, seller_code, status, assigned_am_id, primary_warehouse_id from sellers
       where ($2::int is null or assigned_am_id = $2) and ($3::int is null or primary_warehouse_id = $3)
         and ($4::int is null or id = $4)
     ), moved as (
       select * from enforcement_moves where xact >= $1::xid8
     ), left_codes as (
       select distinct seller_code from moved
       where ($2::int is null or am_id = $2) and ($3::int is null or warehouse_id = $3)
         and ($4::int is null or seller_id = $4)
     )
     select v.id as seller_id, v.*, active.surcharges
     from visible v left join lateral (
       select ${ACTIVE_SURCHARGES} as surcharges
       from surcharges u where u.seller_id = v.id and ${isActive('u')}
     ) active on true
     where ($1::xid8 is null or v.id in (
         select seller_id from enforcement_changes where xact >= $1::xid8
         union all select seller_id from moved
         union all select id from sellers where seller_code in (select seller_code from left_codes)))
       and ($1::xid8 is not null or v.status <> 'active' or active.surcharges is not null)
     union all
     select 0, 0, seller_code, 'active', null, null, null from left_codes l
     where not exists (select from visible v where v.seller_code = l.seller_code)
     order by seller_code`,
    [since, scope.am_id, scope.warehouse_id, scope.seller_id],
  )
