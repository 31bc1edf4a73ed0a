import type { CampaignStatus } from '../../src/domain/campaign-statuses.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { dayOf, plain } from '../../src/platform/database/prisma/record.ts'
import { severalOf } from '../../src/platform/schemas/several.ts'
import type { Campaign, ListQuery, NewCampaign } from './schemas.ts'
import type { CampaignState } from './states.ts'

/** One page of the campaigns in scope and how many match, the latest start first. */
export function pageOfCampaigns({ prisma }: Database, { warehouse_id }: Scope, query: ListQuery) {
  const statuses = severalOf<CampaignStatus>(query.status)
  const takesPart = [{ warehouses: { isEmpty: true } }, { warehouses: { has: String(warehouse_id) } }]
  const where = {
    status: { in: statuses },
    campaign_type: query.type,
    OR: warehouse_id === null ? undefined : takesPart,
  }
  const orderBy = [{ start_date: 'desc' as const }, { id: 'desc' as const }]
  return pageOfRecords(
    query,
    (rows) => prisma.campaign.findMany({ where, orderBy, ...rows }),
    prisma.campaign.count({ where }),
    (campaign) => plain(campaign) as Campaign,
  )
}

/** The campaigns with this code or this id. */
export const campaignsNamed = async ({ prisma }: Database, [campaign_code, id]: [code: string, id: number]) =>
  (await prisma.campaign.findMany({ where: { OR: [{ campaign_code }, { id }] } })).map(
    (campaign) => plain(campaign) as Campaign,
  )

/** The warehouses that texts name, in their order: digits alone are an id, everything else is a code. */
export const warehousesNamed = (tx: Tx, names: string[]) => tx.rows<{ name: string; id: string | null }>`
  select given.name, w.id::text as id
  from unnest(${names}::text[]) with ordinality as given(name, position)
    left join warehouses w on case when given.name ~ '^[0-9]+$' then w.id::text else w.code end = given.name
  order by position`

export async function insertCampaign(
  tx: Tx,
  campaign: NewCampaign & CampaignState & { warehouses: string[]; created_by: string },
) {
  const days = { start_date: dayOf(campaign.start_date), end_date: dayOf(campaign.end_date) }
  const status_set_on = dayOf(campaign.status_set_on)
  return plain(await tx.prisma.campaign.create({ data: { ...campaign, ...days, status_set_on } }))
}

/** The campaign as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockCampaign = (tx: Tx, id: number) =>
  tx.one<Campaign & CampaignState>`select * from campaigns where id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeCampaign(tx: Tx, id: number, changes: Partial<NewCampaign> & CampaignState) {
  const days = { start_date: dayOf(changes.start_date), end_date: dayOf(changes.end_date) }
  const status_set_on = dayOf(changes.status_set_on)
  return plain(
    await tx.prisma.campaign.update({ where: { id }, data: { ...changes, ...days, status_set_on } }),
  )
}

/**
 * The open campaigns whose dates ask for a later state on a day, locked, in the order of their ids. What the dates
 * asked for up to the day on which a status was set by hand, they ask no more.
 */
export const lockDueCampaigns = (tx: Tx, today: string) => tx.rows<Campaign>`
  select * from campaigns
  where (status = 'upcoming' and start_date <= ${today}::date and (status_set_on is null or status_set_on < start_date))
     or (status in ('upcoming', 'active') and end_date < ${today}::date
         and (status_set_on is null or status_set_on <= end_date))
  order by id for update`

/** Gives campaigns the state that their dates ask for on a day; answers them as they are then, in the same order. */
export const moveCampaigns = (tx: Tx, ids: number[], today: string) => tx.rows<Campaign>`
  with moved as (
    update campaigns
    set status = case when end_date < ${today}::date then 'completed' else 'active' end, status_set_on = null,
        updated_at = now()
    where id = any(${ids}::int[])
    returning *
  )
  select * from moved order by id`
