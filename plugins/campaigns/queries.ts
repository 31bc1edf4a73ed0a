import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { Campaign, CampaignChanges, CampaignStatus, ListQuery, NewCampaign } from './schemas.ts'

/** One page of the campaigns in scope and how many match, the latest start first. */
export async function pageOfCampaigns(db: Database, scope: Scope, query: ListQuery) {
  const { status, type, page, limit } = query
  const rows = await db.rows<Campaign & { total: number }>(
    `with found as (
       select id, start_date from campaigns
       where ($1::text is null or status = $1)
         and ($2::text is null or campaign_type = $2)
         and ($3::int is null or warehouses = '{}' or $3::text = any(warehouses))
     ), page as (
       select id from found order by start_date desc, id desc limit $4 offset $5
     )
     select (select count(*) from found) as total, c.*
     from (select) one left join page on true left join campaigns c on c.id = page.id
     order by c.start_date desc, c.id desc`,
    [status, type, scope.warehouse_id, limit, (page - 1) * limit],
    'campaigns-page',
  )
  // The statement has one row even where the page has none, to carry the total.
  return { data: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0, page, limit }
}

export const campaignById = (db: Database, id: number) =>
  db.row<Campaign>(`select * from campaigns where id = $1`, [id], 'campaign-by-id')

export const campaignByCode = (db: Database, code: string) =>
  db.row<Campaign>(`select * from campaigns where campaign_code = $1`, [code], 'campaign-by-code')

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
): Promise<Campaign> {
  const made = await tx.one<{ record: Campaign }>`
    insert into campaigns as c (
      campaign_code, campaign_name, campaign_type, start_date, end_date, warehouses, description, created_by, status)
    select campaign_code, campaign_name, campaign_type, start_date, end_date, coalesce(warehouses, '{}'),
           description, created_by, status
    from jsonb_populate_record(null::campaigns, ${JSON.stringify(campaign)}::jsonb)
    returning to_jsonb(c) as record`
  return made.record
}

/** The campaign as it stands, locked until the transaction ends, so that two changes see each other. */
export async function lockCampaign(tx: Tx, id: number): Promise<Campaign> {
  const locked = await tx.one<{ record: Campaign }>`
    select to_jsonb(c) as record from campaigns c where id = ${id} for update`
  return locked.record
}

/** Changes the given fields, leaves the others. */
export async function changeCampaign(tx: Tx, id: number, changes: CampaignChanges): Promise<Campaign> {
  const changed = await tx.one<{ record: Campaign }>`
    update campaigns c set updated_at = now(), (
      campaign_code, campaign_name, campaign_type, start_date, end_date, warehouses, description, created_by, status
    ) = (
      select campaign_code, campaign_name, campaign_type, start_date, end_date, warehouses, description, created_by,
             status
      from jsonb_populate_record(c, ${JSON.stringify(changes)}::jsonb)
    )
    where id = ${id}
    returning to_jsonb(c) as record`
  return changed.record
}

/** Moves every open campaign to the state that its dates ask for on a day; answers each before and after. */
export const moveCampaigns = (tx: Tx, today: string) =>
  tx.rows<{ before: Campaign; after: Campaign }>`
    with due as (
      select * from campaigns
      where (status = 'upcoming' and start_date <= ${today}::date)
         or (status in ('upcoming', 'active') and end_date < ${today}::date)
      order by id for update
    ), moved as (
      update campaigns c
      set status = case when c.end_date < ${today}::date then 'completed' else 'active' end, updated_at = now()
      from due where c.id = due.id
      returning c.*
    )
    select to_jsonb(due) as before, to_jsonb(moved) as after from due join moved using (id) order by id`
