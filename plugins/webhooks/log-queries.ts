import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import type { LogDetail, LogEntry, LogQuery } from './log-schemas.ts'

/** One page of the attempts and how many match, the newest first. */
export function pageOfLogs(db: Database, query: Omit<LogQuery, 'webhook_id'>) {
  const { subscription_id, event_type, event_id, status, from, to } = query
  return pageOfRows<LogEntry>(db, query, {
    rows: `
      select * from webhook_attempts
      where ($1::int is null or subscription_id = $1)
        and ($2::text is null or event_type = $2)
        and ($3::uuid is null or delivery_id in (
              select d.id from webhook_subscriptions s
                join webhook_deliveries d on d.subscription_id = s.id
                  and d.event_id = (select id from events where events.event_id = $3))
            and event_id = $3)
        and ($4::text is null or status = $4)
        and ($5::timestamptz is null or attempted_at >= $5)
        and ($6::timestamptz is null or attempted_at < $6)`,
    values: [subscription_id, event_type, event_id, status, from, to],
    order: 'id desc',
  })
}

/** What is stored of one attempt, of its delivery and of the delivery's other attempts. */
export type StoredLog = LogEntry & Pick<LogDetail, 'delivery' | 'attempts'>

export async function findLog({ prisma }: Database, id: number): Promise<StoredLog | undefined> {
  const entry = await prisma.webhook_attempt.findUnique({ where: { id } })
  if (!entry) return undefined
  const { delivery_id } = entry
  const [found, attempts] = await Promise.all([
    prisma.webhook_delivery.findUnique({ where: { id: delivery_id } }),
    prisma.webhook_attempt.findMany({ where: { delivery_id }, select: ATTEMPT, orderBy: { id: 'asc' } }),
  ])
  const { attempt, ...delivery } = found ?? {}
  return plain({ ...entry, delivery: found && { ...delivery, attempts: attempt }, attempts }) as StoredLog
}

const ATTEMPT = {
  id: true,
  trigger: true,
  attempt: true,
  status: true,
  attempted_at: true,
  response_status: true,
  reason: true,
} as const

/** Whom and what an attempt was for; `event` is the number of its event's row, null when that is past its time. */
export const findAttempted = (db: Database, id: number) =>
  db.row<{ subscription_id: number; event_id: string; event: number | null; is_deleted: boolean }>(
    `select a.subscription_id, a.event_id, e.id as event, s.deleted_at is not null as is_deleted
     from webhook_attempts a
       join webhook_subscriptions s on s.id = a.subscription_id
       left join events e on e.event_id = a.event_id
     where a.id = $1`,
    [id],
    'webhook-attempted',
  )
