import type { Database, Tx } from '../../src/platform/database/database.ts'
import { dayOf, plain } from '../../src/platform/database/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type {
  ActiveSurcharge,
  NewSeller,
  OpenAppeal,
  Seller,
  SellerChanges,
  SellerDetail,
} from './schemas.ts'

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
