import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { APPEAL_IS_OPEN } from '../../src/domain/appeals/appeal-record.ts'
import { todayOf } from '../../src/domain/business-time.ts'
import { isActive } from '../../src/domain/events/surcharge-record.ts'
import { codesAndIds } from '../../src/domain/id-or-code.ts'
import { SELLER_STATUSES } from '../../src/domain/seller-statuses.ts'
import { meantSeller } from '../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../src/domain/sellers/scope.ts'
import { revenue } from '../../src/feeds/revenue.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { mayActor, type Permission } from '../../src/platform/access/roles.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { literally, pageOfRows } from '../../src/platform/database/statements/records.ts'
import { entityTag } from '../../src/platform/http/answers/answer-tags.ts'
import { endpoint, withETag } from '../../src/platform/http/route.ts'
import { type By, Id, OneOf, pagedList } from '../../src/platform/schemas/schemas.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { type ExceptionRow, shownException } from './exceptions.ts'
import { type ActiveSurcharge, params, querystring, Seller, SellerDetail } from './schemas.ts'

export const listSellers = endpoint('GET', '/api/sellers', 'sellers.read', {
  operationId: 'listSellers',
  summary: 'List sellers',
  description:
    'Ordered by their codes. An account manager sees the own portfolio, a warehouse user the own warehouse.',
  ...pagedList(Seller, {
    status: OneOf([...SELLER_STATUSES, 'all'], {
      default: 'active',
      description: 'Sellers in this state; all for sellers in any',
      examples: ['all'],
    }),
    warehouse_id: Type.Optional(Id({ description: 'Sellers of this primary warehouse' })),
    am_id: Type.Optional(Id({ description: 'Sellers of this account manager' })),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
      }),
    ),
  }),
})(({ server, scope, query }) =>
  pageOfRows<Seller>(server.db, query, {
    rows: `
      select s.*, a.name as am_name, w.name as warehouse_name
      from sellers s
        left join account_managers a on a.id = s.assigned_am_id
        left join warehouses w on w.id = s.primary_warehouse_id
      where ($1::text is null or s.status = $1)
        and ($2::int is null or s.primary_warehouse_id = $2)
        and ($3::int is null or s.assigned_am_id = $3)
        and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
        and ($5::int is null or s.assigned_am_id = $5)
        and ($6::int is null or s.primary_warehouse_id = $6)`,
    values: [
      ...[query.status === 'all' ? null : query.status, query.warehouse_id, query.am_id],
      ...[query.search ? `%${literally(query.search)}%` : null, scope.am_id, scope.warehouse_id],
    ],
    order: 'seller_code',
  }),
)

/** Answers a seller, with what of it the caller may see. */
export function getSeller(app: FastifyInstance) {
  const { db } = app
  const find = inBatches(db.quick, (names: string[]) => detailedSellers(db.quick, names, todayOf(app)))
  return endpoint('GET', '/api/sellers/:id', 'sellers.read', {
    operationId: 'getSeller',
    summary: 'One seller with what belongs to it',
    params,
    querystring,
    response: { 200: withETag(SellerDetail) },
  })(async ({ actor, scope, params: { id }, query: { by } }, reply) => {
    const found = by ? (await detailedSellers(db.quick, [id], todayOf(app), by)).get(id) : await find(id)
    const seller = meantSeller(scope, id, found)
    reply.header('etag', entityTag(seller.version))
    return detailOf(seller, actor, todayOf(app))
  })
}

const PARTS = {
  latest_score: 'scores.read',
  exceptions_in_force: 'exceptions.read',
  open_appeals: 'appeals.read',
  active_surcharges: 'surcharges.read',
  revenue: 'revenue.read',
} as const satisfies Record<string, Permission>

/** The answer; `today` is YYYY-MM-DD. */
function detailOf(seller: DetailedSeller, actor: Actor, today: string): SellerDetail {
  const { exceptions_in_force: exceptions, active_surcharges: surcharges } = seller
  const detail = {
    ...seller,
    exceptions_in_force: exceptions.map((row) => shownException(row, today)),
    active_surcharges: surcharges.map((row) => ({ ...row, reason: surchargeReason(row) })),
  }
  const isSeen = (part: string) => !(part in PARTS) || mayActor(actor, PARTS[part as keyof typeof PARTS])
  return Object.fromEntries(Object.entries(detail).filter(([part]) => isSeen(part))) as SellerDetail
}

interface DetailedSeller
  extends Omit<SellerDetail, 'exceptions_in_force' | 'active_surcharges'>,
    SellerScope {
  version: string
  exceptions_in_force: ExceptionRow[]
  active_surcharges: (Omit<ActiveSurcharge, 'reason'> & SurchargeGrounds)[]
}

/** The sellers of these codes or ids, by name: two where one is both, of different ones. `today` is YYYY-MM-DD. */
async function detailedSellers(db: Sql, names: string[], today: string, by?: By) {
  const { codes, ids } = codesAndIds(names, by)
  const rows = await db.rows<DetailedSeller & { name: string }>(
    `select s.*, s.id as seller_id, a.name as am_name, w.name as warehouse_name, to_json(w) as warehouse, to_json(a) as am,
            case when s.status <> 'active' then (select to_json(change) from (
               select log_instant(l.at) as at, l.after->>'status_reason' as reason
               from audit_log l
               where l.entity = 'seller' and l.entity_id = s.id::text and l.before->>'status' <> s.status
                 and l.after->>'status' = s.status
               order by l.id desc limit 1) change) end as status_changed,
            (select to_json(latest) from (
               select m.period, trim_scale(m.total_sos) as total_sos, m.is_rated, m.before_contract,
                      (select to_json(tier) from (
                         select m.tier_name as name, m.tier_color as color, m.tier_benefits as benefits) tier) as tier,
                      m.status, m.revision
               from monthly_scores m where m.seller_id = s.id order by m.period desc limit 1) latest) as latest_score,
            (select coalesce(json_agg(shown), '[]') from (
               select f.period, trim_scale(f.amount) as amount
               from ${revenue.table} f where f.seller_id = s.id order by f.period desc limit 12) shown) as revenue,
            (select coalesce(json_agg(shown), '[]') from (
               select e.id, e.exception_type, e.score_component_affected, e.adjustment_rule, e.reason, e.approved_by,
                      e.effective_from, e.effective_to, e.is_active,
                      log_instant(e.created_at) as created_at,
                      log_instant(e.updated_at) as updated_at
               from score_exceptions e
               where e.seller_id = s.id and e.is_active = 1 and e.effective_from <= $3::date
                 and (e.effective_to is null or e.effective_to >= $3::date)
               order by e.id desc) shown) as exceptions_in_force,
            (select coalesce(json_agg(shown), '[]') from (
               select a.id, a.period, a.component_appealed, a.appeal_reason_type, a.status,
                      log_instant(a.created_at) as created_at,
                      log_instant(a.expires_at) as expires_at
               from appeals a where a.seller_id = s.id and ${APPEAL_IS_OPEN}
               order by a.id desc) shown) as open_appeals,
            (select coalesce(json_agg(shown), '[]') from (
               select u.id, u.period, u.surcharge_type, u.amount, u.status, u.trigger_details
               from surcharges u where u.seller_id = s.id and ${isActive('u')}
               order by u.period desc, u.id desc) shown) as active_surcharges
     from (
       select seller_code as name, xmin::text as version, sellers.* from sellers where seller_code = any($1::text[])
       union all
       select name, sellers.xmin::text, sellers.* from unnest($2::text[]) name join sellers on id = name::int
       where seller_code <> name or name <> all($1::text[])
     ) s
       left join (select id, name, email from account_managers) a on a.id = s.assigned_am_id
       left join (select id, code, name from warehouses) w on w.id = s.primary_warehouse_id`,
    [codes, ids, today],
    'detailed-sellers',
  )
  return Map.groupBy(rows, ({ name }) => name)
}
