import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { dayOf, plain } from '../../src/platform/database/record.ts'
import { severalOf } from '../../src/platform/schemas/several.ts'
import type { Campaign, CampaignStatus, ListQuery, NewCampaign } from './schemas.ts'
import type { CampaignState } from './states.ts'

/** One page of the campaigns in scope and how many match, the latest start first. */
export async function pageOfCampaigns({ prisma }: Database, { warehouse_id }: Scope, query: ListQuery) {
  const { type, page, limit } = query
  const statuses = severalOf<CampaignStatus>(query.status)
  const takesPart = [{ warehouses: { isEmpty: true } }, { warehouses: { has: String(warehouse_id) } }]
  const where = {
    status: { in: statuses },
    campaign_type: type,
    OR: warehouse_id === null ? undefined : takesPart,
  }
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
  const { start_date, end_date, status_set_on } = campaign
  const days = {
    start_date: dayOf(start_date),
    end_date: dayOf(end_date),
    status_set_on: dayOf(status_set_on),
  }
  return plain(await tx.prisma.campaign.create({ data: { ...campaign, ...days } }))
}

/** The campaign as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockCampaign = (tx: Tx, id: number) =>
  tx.one<Campaign & CampaignState>`select * from campaigns where id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeCampaign(tx: Tx, id: number, changes: Partial<NewCampaign> & CampaignState) {
  const { start_date, end_date, status_set_on } = changes
  const days = {
    start_date: dayOf(start_date),
    end_date: dayOf(end_date),
    status_set_on: dayOf(status_set_on),
  }
  return plain(await tx.prisma.campaign.update({ where: { id }, data: { ...changes, ...days } }))
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

/** The code of another campaign that differs from this one's only by case. */
export const codeLike = (tx: Tx, { id, campaign_code }: Pick<Campaign, 'id' | 'campaign_code'>) =>
  tx.row<{ campaign_code: string }>`
    select campaign_code from campaigns
    where lower(campaign_code) = lower(${campaign_code}) and id <> ${id} order by id limit 1`
