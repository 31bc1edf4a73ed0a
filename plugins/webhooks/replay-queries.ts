import type { Tx } from '../../src/platform/database/database.ts'

/** What a replay is of: the events of a time that a subscription wants, those after the event row `after`. */
export interface Range {
  subscription_id: number
  since: string
  until: string
  event_types: string[] | null
  only_failed: boolean
  after: number
}

/** The numbers of the first events of a range, oldest first. */
export async function eventsInRange(tx: Tx, range: Range, limit: number): Promise<number[]> {
  const { subscription_id, since, until, event_types, only_failed, after } = range
  const rows = await tx.rows<{ id: number }>`
    select e.id
    from webhook_subscriptions s
      join events e on e.id > ${after} and e.occurred_at >= ${since}::timestamptz and e.occurred_at < ${until}::timestamptz
      left join sellers seller on seller.id = e.seller_id
      left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
    where s.id = ${subscription_id} and s.deleted_at is null
      and webhook_wants(s.events, s.seller_codes, e.type, seller.seller_code)
      and (${event_types}::text[] is null or e.type = any(${event_types}::text[]))
      and (not ${only_failed}::boolean or d.status = 'failed')
    order by e.id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** How many events a range has. */
export async function countEvents(tx: Tx, range: Range): Promise<number> {
  const { subscription_id, since, until, event_types, only_failed } = range
  const row = await tx.one<{ events: number }>`
    select count(*) as events
    from webhook_subscriptions s
      join events e on e.occurred_at >= ${since}::timestamptz and e.occurred_at < ${until}::timestamptz
      left join sellers seller on seller.id = e.seller_id
      left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
    where s.id = ${subscription_id} and s.deleted_at is null
      and webhook_wants(s.events, s.seller_codes, e.type, seller.seller_code)
      and (${event_types}::text[] is null or e.type = any(${event_types}::text[]))
      and (not ${only_failed}::boolean or d.status = 'failed')`
  return row.events
}
