import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { day, instant, jsonb, jsonObject, plainly, text } from '../../src/platform/database/json-text.ts'
import { literally } from '../../src/platform/database/like.ts'
import { oneForMany } from '../../src/platform/database/one-for-many.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { dayOf, plain } from '../../src/platform/database/record.ts'
import { jsonPage } from '../../src/platform/http/json-page.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
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

const SELLER = jsonObject({
  id: plainly('s.id'),
  seller_code: text('s.seller_code'),
  company_name: text('s.company_name'),
  contract_type: text('s.contract_type'),
  contract_start_date: day('s.contract_start_date'),
  primary_warehouse_id: plainly('s.primary_warehouse_id'),
  assigned_am_id: plainly('s.assigned_am_id'),
  oms_system_type: text('s.oms_system_type'),
  payment_terms_days: plainly('s.payment_terms_days'),
  metadata: jsonb('s.metadata'),
  status: text('s.status'),
  am_name: text('a.name'),
  warehouse_name: text('w.name'),
  created_at: instant('s.created_at'),
  updated_at: instant('s.updated_at'),
})

/**
 * One page of the sellers in scope and how many match, as JSON, in the order of their codes. Without a name the
 * statement is planned anew each time, for the filters that are given.
 */
export async function pageOfSellers(db: Database, scope: Scope, query: ListQuery) {
  const { status, warehouse_id, am_id, search } = query
  const values = [
    status === 'all' ? null : status,
    warehouse_id,
    am_id,
    search ? `%${literally(search)}%` : null,
    scope.am_id,
    scope.warehouse_id,
    query.limit,
    offsetOf(query),
  ]
  const page = await oneForMany(db, `sellers ${JSON.stringify(values)}`, () =>
    db.one<{ total: number; rows: string | null }>(
      `with found as not materialized (
         select s.id, s.seller_code from sellers s
         where ($1::text is null or s.status = $1)
           and ($2::int is null or s.primary_warehouse_id = $2)
           and ($3::int is null or s.assigned_am_id = $3)
           and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
           and ($5::int is null or s.assigned_am_id = $5)
           and ($6::int is null or s.primary_warehouse_id = $6)
       )
       select (select count(*) from found) as total, string_agg(${SELLER}, ',' order by p.seller_code) as rows
       from (select * from found order by seller_code limit $7 offset $8) p
         join sellers s on s.id = p.id
         left join account_managers a on a.id = s.assigned_am_id
         left join warehouses w on w.id = s.primary_warehouse_id`,
      values,
    ),
  )
  return jsonPage<Seller>(page, query)
}

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
export async function openAppeals({ prisma }: Database, sellerId: number) {
  const records = await prisma.appeal.findMany({
    where: { seller_id: sellerId, open_key: { not: null } },
    select: {
      id: true,
      period: true,
      component_appealed: true,
      appeal_reason_type: true,
      status: true,
      created_at: true,
      expires_at: true,
    },
    orderBy: { id: 'desc' },
  })
  return plain(records) as OpenAppeal[]
}

/** The pending and applied surcharges of a seller, the newest period first. */
export async function activeSurcharges({ prisma }: Database, sellerId: number): Promise<ActiveSurcharge[]> {
  const records = await prisma.surcharge.findMany({
    where: { seller_id: sellerId, status: { in: ['pending', 'applied'] } },
    select: {
      id: true,
      period: true,
      surcharge_type: true,
      amount: true,
      status: true,
      trigger_details: true,
    },
    orderBy: [{ period: 'desc' }, { id: 'desc' }],
  })
  const rows = plain(records) as (Omit<ActiveSurcharge, 'reason'> & SurchargeGrounds)[]
  return rows.map((row) => ({ ...row, reason: surchargeReason(row) }))
}

/** The columns of a seller. */
export type SellerRow = Omit<Seller, 'am_name' | 'warehouse_name'>

export async function insertSeller(tx: Tx, seller: NewSeller) {
  return plain(await tx.prisma.seller.create({ data: { ...seller, ...writtenForms(seller) } }))
}

/** The seller as it stands, locked until the transaction ends; undefined when it was deleted meanwhile. */
export const lockSeller = (tx: Tx, id: number) =>
  tx.row<SellerRow>`select * from sellers where id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeSeller(tx: Tx, id: number, changes: SellerChanges) {
  return plain(
    await tx.prisma.seller.update({ where: { id }, data: { ...changes, ...writtenForms(changes) } }),
  )
}

/** The code of another seller that differs from this one's only by case. */
export const codeLike = (tx: Tx, { id, seller_code }: Pick<SellerRow, 'id' | 'seller_code'>) =>
  tx.row<{ seller_code: string }>`
    select seller_code from sellers
    where lower(seller_code) = lower(${seller_code}) and id <> ${id} order by id limit 1`

/** The fields that Prisma writes in another form; metadata that is cleared is an empty object. */
const writtenForms = ({ contract_start_date, metadata }: SellerChanges) => ({
  contract_start_date: dayOf(contract_start_date),
  metadata: metadata === undefined ? undefined : ((metadata ?? {}) as Prisma.InputJsonObject),
})
