import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { type Plain, plain } from '../../src/platform/database/prisma/record.ts'
import type { account_manager, Prisma, seller } from '../../src/platform/prisma/client.ts'
import type { AmKpi, KpiRules, PortfolioSeller } from '../../src/scoring/am-kpi.ts'

/** One page of the account managers in scope and how many there are, in the order of their names. */
export function pageOfAccountManagers(
  { prisma }: Database,
  { am_id }: Scope,
  query: { page: number; limit: number },
) {
  const where = { id: am_id ?? undefined }
  const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }]
  return pageOfRecords(
    query,
    (rows) => prisma.account_manager.findMany({ where, include: COUNTED, orderBy, ...rows }),
    prisma.account_manager.count({ where }),
    shown,
  )
}

/** The account manager with this id, or null. */
export async function accountManagerBy({ prisma }: Database, id: number) {
  const record = await prisma.account_manager.findFirst({ where: { id }, include: COUNTED })
  return record && shown(record)
}

const COUNTED = { _count: { select: { sellers: { where: { status: 'active' } } } } } as const

function shown(record: Prisma.account_managerGetPayload<{ include: typeof COUNTED }>) {
  const { _count, ...am } = plain(record)
  return { ...am, sellers_count: _count.sellers }
}

/** The account manager as it stands, locked: whoever assigns a seller to it meanwhile waits, and then looks again. */
export const lockAccountManager = (tx: Tx, id: number) =>
  tx.row<Plain<account_manager>>`select * from account_managers where id = ${id} for update`

/** All sellers of an account manager, locked in the order of their codes, as pushes lock them. */
export const lockSellersOf = (tx: Tx, amId: number) => tx.rows<Plain<seller>>`
  select * from sellers where assigned_am_id = ${amId} order by seller_code for update`

/** Gives sellers to an account manager, or to none; answers them as they are now. */
export const assignSellers = (tx: Tx, ids: number[], amId: number | null) => tx.rows<Plain<seller>>`
  update sellers set assigned_am_id = ${amId}::int, updated_at = now()
  where id = any(${ids}::int[]) returning *`

/**
 * The scored sellers of a period by the account manager they counted for. An earlier total that was not rated is no
 * previous total: it was made of too little data, and a change from it would measure the data, not the seller.
 */
export const portfoliosOf = (tx: Tx, period: string) =>
  tx.rows<{ am_id: number; sellers: PortfolioSeller[] }>(
    `select am_id, jsonb_agg(jsonb_build_object(
              'total_sos', total_sos, 'previous_sos', case when previous_rated then previous_sos end,
              'tier_rank', tier_rank, 'is_rated', is_rated, 'orders', orders) order by seller_id) as sellers
     from ${COUNTED_SCORES} m where period = $1 and am_id is not null
     group by am_id`,
    [period],
  )

/** Makes these the KPIs of a period. */
export async function replaceKpis(
  tx: Tx,
  period: string,
  kpis: (AmKpi & { am_id: number; rules: KpiRules })[],
) {
  const rows = kpis.map(({ band, ...kpi }) => ({ ...kpi, band: band?.name, percent: band?.percent }))
  await tx.run`
    with computed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(
        am_id int, kpi numeric, assessed boolean, sellers int, rated_sellers int,
        band text, percent numeric, parts jsonb, rules jsonb)
    ), gone as (
      delete from am_kpis where period = ${period} and am_id not in (select am_id from computed)
    )
    insert into am_kpis (
      am_id, period, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, computed_at)
    select am_id, ${period}, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, clock_timestamp()
    from computed order by am_id
    on conflict (am_id, period) do update set
      kpi = excluded.kpi, assessed = excluded.assessed,
      sellers = excluded.sellers, rated_sellers = excluded.rated_sellers,
      band = excluded.band, percent = excluded.percent,
      parts = excluded.parts, rules = excluded.rules, computed_at = excluded.computed_at`
}
