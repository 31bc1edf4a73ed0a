import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { dayOf, plain } from '../../src/platform/database/record.ts'
import type { Campaign, CampaignChanges, CampaignStatus, ListQuery, NewCampaign } from './schemas.ts'

/** One page of the campaigns in scope and how many match, the latest start first. */
export async function pageOfCampaigns({ prisma }: Database, { warehouse_id }: Scope, query: ListQuery) {
  const { status, type, page, limit } = query
  const takesPart = [{ warehouses: { isEmpty: true } }, { warehouses: { has: String(warehouse_id) } }]
  const where = { status, campaign_type: type, OR: warehouse_id === null ? undefined : takesPart }
  const [records, total] = await Promise.all([
    prisma.campaign.findMany({
      where,
      orderBy: [{ start_date: 'desc' }, { id: 'desc' }],
      skip: offsetOf({ page, limit }),
      take: limit,
    }),
    prisma.campaign.count({ where }),
  ])
  return { data: plain(records) as Campaign[], total, page, limit }
}

/** Not by findUnique: that may share its query with another caller's, and so the snapshot of an export. */
export const campaignBy = async ({ prisma }: Database, where: { id: number } | { campaign_code: string }) =>
  plain(await prisma.campaign.findFirst({ where })) as Campaign | null

/** Those of the given texts that are no warehouse's id, in their order. */
export async function unknownWarehouses(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.rows<{ given: string }>`
    select given from unnest(${ids}::text[]) with ordinality as g(given, position)
    where not exists (select from warehouses w where w.id::text = given)
    order by position`
  return rows.map(({ given }) => given)
}

export async function insertCampaign(
  tx: Tx,
  campaign: NewCampaign & { created_by: string; status: CampaignStatus },
) {
  const { start_date, end_date, warehouses = [] } = campaign // a list that is left out would be stored as null
  const data = { ...campaign, warehouses, start_date: dayOf(start_date), end_date: dayOf(end_date) }
  return plain(await tx.prisma.campaign.create({ data }))
}

/** The campaign as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockCampaign = (tx: Tx, id: number) =>
  tx.one<Campaign>`select * from campaigns where id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeCampaign(tx: Tx, id: number, changes: CampaignChanges) {
  const { start_date, end_date } = changes
  const data = { ...changes, start_date: dayOf(start_date), end_date: dayOf(end_date) }
  return plain(await tx.prisma.campaign.update({ where: { id }, data }))
}

/** The open campaigns whose dates ask for another state on a day, locked, in the order of their ids. */
export const lockDueCampaigns = (tx: Tx, today: string) => tx.rows<Campaign>`
  select * from campaigns
  where (status = 'upcoming' and start_date <= ${today}::date)
     or (status in ('upcoming', 'active') and end_date < ${today}::date)
  order by id for update`

/** Gives campaigns the state that their dates ask for on a day; answers them as they are then, in the same order. */
export const moveCampaigns = (tx: Tx, ids: number[], today: string) => tx.rows<Campaign>`
  with moved as (
    update campaigns
    set status = case when end_date < ${today}::date then 'completed' else 'active' end, updated_at = now()
    where id = any(${ids}::int[])
    returning *
  )
  select * from moved order by id`
