import { isActive } from '../../src/domain/events/surcharge-record.ts'
import type { Scope, SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import type { SurchargeGrounds } from '../../src/scoring/surcharge-reason.ts'

export interface EnforcedSeller extends SellerScope {
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
export async function enforcedSellers(db: Sql, codes: string[]): Promise<Map<string, EnforcedSeller>> {
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
 * The sellers in scope that are asked for, in the order of their codes. Without codes and without `since` these are
 * all that are blocked or have surcharges. Of the changes since a place (places.ts) none is missed; one by a later
 * transaction may be answered twice. A code under which the scope had a seller since, and has none now, is answered as
 * that of a seller 0 that is free. `known` are those of the codes that are answered or of a seller in scope.
 * @param codes null for all sellers
 * @param since a transaction, decimal text: what it or a later one changed; null for all
 */
export async function manyEnforced(db: Database, scope: Scope, codes: string[] | null, since: string | null) {
  const rows = await db.rows<EnforcedSeller & { seller_id: number | null; known: string[] }>(
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
     ), found as (
       select v.*, active.surcharges
       from visible v left join lateral (
         select ${ACTIVE_SURCHARGES} as surcharges
         from surcharges u where u.seller_id = v.id and ${isActive('u')}
       ) active on true
       where ($5::text[] is null or v.seller_code = any($5::text[]))
         and ($1::xid8 is null or v.id in (
           select seller_id from enforcement_changes where xact >= $1::xid8
           union all select seller_id from moved
           union all select id from sellers where seller_code in (select seller_code from left_codes)))
         and ($5::text[] is not null or $1::xid8 is not null or v.status <> 'active' or active.surcharges is not null)
       union all
       select 0, seller_code, 'active', null, null, null from left_codes l
       where ($5::text[] is null or seller_code = any($5::text[]))
         and not exists (select from visible v where v.seller_code = l.seller_code)
     )
     select codes.known, found.id as seller_id, found.*
     from (select array(select seller_code from visible where seller_code = any($5::text[])) as known) codes left join found on true
     order by seller_code`,
    [since, scope.am_id, scope.warehouse_id, scope.seller_id, codes],
  )
  const sellers = rows.filter(({ seller_id }) => seller_id !== null)
  return { sellers, known: [...(rows[0]?.known ?? []), ...sellers.map(({ seller_code }) => seller_code)] }
}
