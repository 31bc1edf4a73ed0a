import type { Scope, SellerPlace } from '../../src/domain/sellers/scope.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import type { ListQuery, Surcharge, SurchargeStatus } from './schemas.ts'

/** One page of the surcharges in scope and how many match, the newest first. */
export async function pageOfSurcharges(db: Database, scope: Scope, query: ListQuery) {
  const { seller_code, status, period, page, limit } = query
  const rows = await db.rows<Surcharge & { total: number }>(
    `with found as (
       select u.id, u.seller_id from surcharges u join sellers s on s.id = u.seller_id
       where ($1::text is null or s.seller_code = $1)
         and ($2::text is null or u.status = $2)
         and ($3::text is null or u.period = $3)
         and ($4::int is null or s.assigned_am_id = $4)
         and ($5::int is null or s.primary_warehouse_id = $5)
     ), page as (
       select id, seller_id from found order by id desc limit $6 offset $7
     )
     select (select count(*) from found) as total, u.*, s.seller_code, s.company_name
     from (select) one left join page on true
       left join surcharges u using (seller_id, id)
       left join sellers s on s.id = u.seller_id
     order by u.id desc`,
    [seller_code, status, period, scope.am_id, scope.warehouse_id, limit, (page - 1) * limit],
    'surcharges-page',
  )
  // The statement has one row even where the page has none, to carry the total.
  return {
    data: rows.filter(({ seller_code }) => seller_code !== null),
    total: rows[0]?.total ?? 0,
    page,
    limit,
  }
}

/** The surcharge with its seller, and where the seller belongs; undefined when there is none. */
export const findSurcharge = (db: Database, id: number) =>
  db.row<Surcharge & SellerPlace & { seller_id: number }>(
    `select u.*, s.seller_code, s.company_name, s.assigned_am_id, s.primary_warehouse_id
     from surcharges u join sellers s on s.id = u.seller_id where u.id = $1`,
    [id],
    'surcharge',
  )

/** A seller as a change of its surcharges sees it. */
export interface LockedSeller {
  id: number
  seller_code: string
  company_name: string
  status: string
}

/**
 * The sellers with these ids, locked until the transaction ends, in the order of their ids. Whoever creates or changes
 * a surcharge locks its seller first: so what blocks and unblocks one seller happens one after the other, and the
 * events of it tell the truth in their order.
 */
export const lockSellers = (tx: Sql, ids: number[]) =>
  tx.rows<LockedSeller>`
    select id, seller_code, company_name, status from sellers
    where id = any(${ids}::int[]) order by id for no key update`

/** The same for the seller with a code; undefined when there is none. */
export async function lockSellerByCode(tx: Sql, code: string): Promise<LockedSeller | undefined> {
  const locked = await tx.row<LockedSeller>`
    select id, seller_code, company_name, status from sellers where seller_code = ${code} for no key update`
  return locked
}

/** A surcharge row as JSON has it: timestamps are text. */
export type SurchargeRow = Omit<Surcharge, 'seller_code' | 'company_name'> & { seller_id: number }

/** What is written of a new surcharge; `amount` is decimal text. */
export interface SurchargeDraft {
  seller_id: number
  period: string
  surcharge_type: string
  amount: string
  trigger_details: object
  rule_id: number | null
}

/** Creates pending surcharges, but none of a seller, period and rule that has been. Answers those it made. */
export async function insertSurcharges(
  tx: Sql,
  drafts: SurchargeDraft[],
  userId: number,
): Promise<SurchargeRow[]> {
  const made = await tx.rows<{ record: SurchargeRow }>`
    insert into surcharges as u (seller_id, period, surcharge_type, amount, trigger_details, rule_id, created_by)
    select seller_id, period, surcharge_type, amount, trigger_details, rule_id, ${userId}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as d(seller_id int, period text, surcharge_type text, amount numeric(14, 2), trigger_details jsonb, rule_id int)
    order by seller_id, rule_id
    on conflict (seller_id, period, rule_id) do nothing
    returning to_jsonb(u) as record`
  return made.map(({ record }) => record).sort((a, b) => a.id - b.id)
}

/** The surcharge as it stands, locked until the transaction ends. */
export async function lockSurcharge(tx: Sql, sellerId: number, id: number): Promise<SurchargeRow> {
  const locked = await tx.one<{ record: SurchargeRow }>`
    select to_jsonb(u) as record from surcharges u where seller_id = ${sellerId} and id = ${id} for update`
  return locked.record
}

export async function changeStatus(
  tx: Sql,
  { seller_id, id }: SurchargeRow,
  status: SurchargeStatus,
): Promise<SurchargeRow> {
  const changed = await tx.one<{ record: SurchargeRow }>`
    update surcharges u set status = ${status}, updated_at = now()
    where seller_id = ${seller_id} and id = ${id}
    returning to_jsonb(u) as record`
  return changed.record
}

/** Whether a seller has an active payment_block. */
export async function hasPaymentBlock(tx: Sql, sellerId: number): Promise<boolean> {
  const found = await tx.one<{ blocked: boolean }>`
    select exists (
      select from surcharges
      where seller_id = ${sellerId} and status in ('pending', 'applied') and surcharge_type = 'payment_block'
    ) as blocked`
  return found.blocked
}
