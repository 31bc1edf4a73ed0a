import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type {
  ActiveSurcharge,
  ListQuery,
  NewSeller,
  OpenAppeal,
  Seller,
  SellerChanges,
  SellerDetail,
} from './schemas.ts'

/** One page of the sellers in scope and how many match, in the order of their codes. */
export async function pageOfSellers(db: Database, scope: Scope, query: ListQuery) {
  const { status, warehouse_id, am_id, search, page, limit } = query
  const rows = await db.rows<Seller & { total: number }>(
    `with found as (
       select s.id, s.seller_code from sellers s
       where s.status = $1
         and ($2::int is null or s.primary_warehouse_id = $2)
         and ($3::int is null or s.assigned_am_id = $3)
         and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
         and ($5::int is null or s.assigned_am_id = $5)
         and ($6::int is null or s.primary_warehouse_id = $6)
     ), page as (
       select id from found order by seller_code, id limit $7 offset $8
     )
     select (select count(*) from found) as total, s.*, a.name as am_name, w.name as warehouse_name
     from (select) one left join page on true
       left join sellers s on s.id = page.id
       left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id
     order by s.seller_code, s.id`,
    [
      status,
      warehouse_id,
      am_id,
      search ? anywhere(search) : null,
      scope.am_id,
      scope.warehouse_id,
      limit,
      (page - 1) * limit,
    ],
    'sellers-page',
  )
  // The statement has one row even where the page has none, to carry the total.
  return { data: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0, page, limit }
}

/** A pattern for `ilike` that finds the text as it is: % _ and \ stand for themselves. */
const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The seller with its warehouse, account manager and newest score. */
export const sellerDetail = (db: Database, id: number) =>
  db.row<SellerDetail>(
    `select s.*, a.name as am_name, w.name as warehouse_name,
            case when w.id is not null then jsonb_build_object('id', w.id, 'code', w.code, 'name', w.name) end as warehouse,
            case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email) end as am,
            (select jsonb_build_object(
                      'period', m.period, 'total_sos', m.total_sos, 'status', m.status, 'revision', m.revision,
                      'tier', jsonb_build_object('name', m.tier_name, 'color', m.tier_color, 'benefits', m.tier_benefits))
             from monthly_scores m where m.seller_id = s.id order by m.period desc limit 1) as latest_score
     from sellers s
       left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id
     where s.id = $1`,
    [id],
    'seller-detail',
  )

/** The undecided appeals of a seller, the newest first. */
export const openAppeals = (db: Database, sellerId: number) =>
  db.rows<OpenAppeal>(
    `select id, period, component_appealed, appeal_reason_type, status, created_at, expires_at
     from appeals where seller_id = $1 and open_key is not null
     order by id desc`,
    [sellerId],
    'open-appeals',
  )

/** The pending and applied surcharges of a seller, the newest period first. */
export async function activeSurcharges(db: Database, sellerId: number): Promise<ActiveSurcharge[]> {
  const rows = await db.rows<Omit<ActiveSurcharge, 'reason'> & SurchargeGrounds>(
    `select id, period, surcharge_type, amount, status, trigger_details
     from surcharges where seller_id = $1 and status in ('pending', 'applied')
     order by period desc, id desc`,
    [sellerId],
    'active-surcharges',
  )
  return rows.map((row) => ({ ...row, reason: surchargeReason(row) }))
}

/** The columns of a seller as JSON has them: dates and timestamps are text. */
export type SellerRow = Omit<Seller, 'am_name' | 'warehouse_name'>

export async function insertSeller(tx: Tx, seller: NewSeller): Promise<SellerRow> {
  const made = await tx.one<{ record: SellerRow }>`
    insert into sellers as s (
      seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
      oms_system_type, payment_terms_days, metadata, status)
    select seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
           oms_system_type, payment_terms_days, coalesce(metadata, '{}'), coalesce(status, 'active')
    from jsonb_populate_record(null::sellers, ${JSON.stringify(seller)}::jsonb)
    returning to_jsonb(s) as record`
  return made.record
}

/** The seller as it stands, locked until the transaction ends, so that two changes see each other. */
export async function lockSeller(tx: Tx, id: number): Promise<SellerRow> {
  const locked = await tx.one<{ record: SellerRow }>`
    select to_jsonb(s) as record from sellers s where id = ${id} for update`
  return locked.record
}

/** Changes the given fields, leaves the others. */
export async function changeSeller(tx: Tx, id: number, changes: SellerChanges): Promise<SellerRow> {
  const changed = await tx.one<{ record: SellerRow }>`
    update sellers s set updated_at = now(), (
      seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
      oms_system_type, payment_terms_days, metadata, status
    ) = (
      select seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
             oms_system_type, payment_terms_days, coalesce(metadata, '{}'), status
      from jsonb_populate_record(s, ${JSON.stringify(changes)}::jsonb)
    )
    where id = ${id}
    returning to_jsonb(s) as record`
  return changed.record
}

/** Whether an active warehouse and an active account manager have these ids. */
export async function findAssignees(tx: Tx, warehouseId: number | null, amId: number | null) {
  const found = await tx.one<{ warehouse: boolean; am: boolean }>`
    select exists (select from warehouses where id = ${warehouseId} and is_active) as warehouse,
           exists (select from account_managers where id = ${amId} and is_active) as am`
  return found
}
