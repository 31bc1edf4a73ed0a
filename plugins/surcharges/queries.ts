import type { Surcharge, SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import { lookUp } from '../../src/domain/id-or-code.ts'
import type { SellerRef } from '../../src/domain/sellers/find-seller.ts'
import type { Scope, SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Database, Sql, Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { literally } from '../../src/platform/database/statements/like.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { By } from '../../src/platform/schemas/schemas.ts'
import { severalOf } from '../../src/platform/schemas/several.ts'
import type { ByStatus, ListQuery } from './schemas.ts'

const ORDERS = {
  seller_code: 'seller_code, id desc',
  '-seller_code': 'seller_code desc, id desc',
  period: 'period, id desc',
  '-period': 'period desc, id desc',
  amount: 'amount, id desc',
  '-amount': 'amount desc, id desc',
  newest: 'id desc',
}

/** SQL: the surcharges in scope under all filters but that of the state, by the values of `filtersOf`. */
const FOUND = `
  from surcharges u join sellers s on s.id = u.seller_id
  where ($1::text is null or s.seller_code = $1)
    and ($2::text is null or u.period = $2)
    and ($3::text is null or u.surcharge_type = $3)
    and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
    and ($5::int is null or s.assigned_am_id = $5)
    and ($6::int is null or s.primary_warehouse_id = $6)
    and ($7::int is null or u.seller_id = $7)`

const filtersOf = (scope: Scope, { seller_code, period, surcharge_type, search }: ListQuery) => [
  ...[seller_code, period, surcharge_type, search && `%${literally(search)}%`],
  ...[scope.am_id, scope.warehouse_id, scope.seller_id],
]

/** One page of the surcharges in scope and how many match. */
export function pageOfSurcharges(db: Database, scope: Scope, query: ListQuery) {
  const { sort = 'newest' } = query
  return pageOfRows<Surcharge>(db, query, {
    rows: `
      select u.*, s.seller_code, s.company_name ${FOUND} and ($8::text[] is null or u.status = any($8))`,
    values: [...filtersOf(scope, query), severalOf(query.status)],
    order: ORDERS[sort],
    name: `surcharges-page ${sort}`,
  })
}

/** How many surcharges in scope are in each state, and their sums, under all filters but that of the state. */
export const sumsByStatus = async (db: Database, scope: Scope, query: ListQuery) => {
  const rows = await db.rows<{ status: SurchargeStatus; count: number; amount: number }>(
    `select u.status, count(*) as count, sum(u.amount) as amount ${FOUND} group by u.status`,
    filtersOf(scope, query),
    'surcharges-by-status',
  )
  const none = { count: 0, amount: 0 }
  const sums: ByStatus = { pending: none, applied: none, waived: none }
  for (const { status, count, amount } of rows) sums[status] = { count, amount }
  return sums
}

/**
 * The surcharge with its seller, where the seller belongs, and the version of its row; undefined when there is none.
 */
export const findSurcharge = (db: Database, id: number) =>
  db.row<Surcharge & SellerScope & { seller_id: number; version: string }>(
    `select u.xmin::text as version, u.*, s.seller_code, s.company_name, s.assigned_am_id, s.primary_warehouse_id
     from surcharges u join sellers s on s.id = u.seller_id where u.id = $1`,
    [id],
    'surcharge',
  )

/** A seller as a change of its surcharges sees it. */
export type LockedSeller = Omit<SellerRef, keyof SellerScope>

/**
 * The sellers with these ids, locked until the transaction ends, in the order of their ids. Whoever creates or changes
 * a surcharge locks its seller first, so that block and unblock of a seller are serialized and their events are in
 * order.
 */
export const lockSellers = (tx: Sql, ids: number[]) =>
  tx.rows<LockedSeller>`
    select id, seller_code, company_name, status from sellers
    where id = any(${ids}::int[]) order by id for no key update`

/** The same for the sellers that a name may mean. */
export const lockSellersNamed = (tx: Sql, name: string, by: By | undefined) => {
  const [code, id] = lookUp(name, by)
  return tx.rows<SellerRef>`
    select id, id as seller_id, seller_code, company_name, status, assigned_am_id, primary_warehouse_id from sellers
    where seller_code = ${code} or id = ${id}::int order by id for no key update`
}

/** A row of surcharges. */
export type SurchargeRow = Omit<Surcharge, 'seller_code' | 'company_name'> & { seller_id: number }

/** What is written of a new surcharge; `amount` is decimal text. */
export interface SurchargeDraft {
  seller_id: number
  period: string
  surcharge_type: string
  amount: string
  trigger_details: object
  status: 'pending' | 'applied'
  rule_id: number | null
}

/** Creates surcharges, but none of a seller, period and rule that has been. Answers those it made. */
export async function insertSurcharges(
  tx: Sql,
  drafts: SurchargeDraft[],
  userId: number,
): Promise<SurchargeRow[]> {
  const made = await tx.rows<SurchargeRow>`
    insert into surcharges as u (
      seller_id, period, surcharge_type, amount, trigger_details, status, rule_id, created_by)
    select seller_id, period, surcharge_type, amount, trigger_details, status, rule_id, ${userId}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as d(seller_id int, period text, surcharge_type text, amount numeric, trigger_details jsonb, status text,
           rule_id int)
    order by seller_id, rule_id
    on conflict (seller_id, period, rule_id) do nothing
    returning u.*`
  return made.sort((a, b) => a.id - b.id)
}

/** What identifies a surcharge. */
export type SurchargeKey = Pick<SurchargeRow, 'seller_id' | 'id'>

/** The keys of those that exist among these ids. */
export const keysOf = (tx: Sql, ids: number[]) =>
  tx.rows<SurchargeKey>`select seller_id, id from surcharges where id = any(${ids}::int[])`

/** Surcharges as they stand, locked until the transaction ends in the order of their keys. */
export const lockSurcharges = (tx: Sql, keys: SurchargeKey[]) =>
  tx.rows<SurchargeRow>`
    select u.* from surcharges u
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(seller_id int, id int) using (seller_id, id)
    order by u.seller_id, u.id for update of u`

/** Gives surcharges a state, each for its reason; answers them by id. */
export async function changeStatuses(
  tx: Sql,
  moves: (SurchargeKey & { status_reason: string | null })[],
  status: SurchargeStatus,
): Promise<SurchargeRow[]> {
  const changed = await tx.rows<SurchargeRow>`
    update surcharges u set status = ${status}, status_reason = m.status_reason, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(seller_id int, id int, status_reason text)
    where u.seller_id = m.seller_id and u.id = m.id
    returning u.*`
  return changed.sort((a, b) => a.id - b.id)
}

export const changeReason = async (tx: Tx, { seller_id, id }: SurchargeKey, status_reason: string | null) =>
  plain(
    await tx.prisma.surcharge.update({ where: { seller_id_id: { seller_id, id } }, data: { status_reason } }),
  )
