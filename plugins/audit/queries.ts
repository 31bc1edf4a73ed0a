import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import type { AuditQuery } from './schemas.ts'

/** A stretch of time, its end left out. Null where it is open. */
interface Span {
  from: string | null
  to: string | null
  is_empty: boolean | null
}

/** The stretch that `from` and `to` mean: a date begins and ends in the time zone, its own day included. */
export const spanOf = (db: Database, { from, to }: AuditQuery, timeZone: string) =>
  db.one<Span>(
    `select *, "to" <= "from" as is_empty
     from (select case when length($1) = 10 then $1::date::timestamp at time zone $3
                       else $1::timestamptz end as "from",
                  case when length($2) = 10 then ($2::date + 1)::timestamp at time zone $3
                       else $2::timestamptz end as "to") span`,
    [from ?? null, to ?? null, timeZone],
  )

/** One page of changes and how many match, the newest first. */
export async function pageOfEntries({ prisma }: Database, query: AuditQuery, { from, to }: Span) {
  const { entity, entity_id, user_id, action } = query
  const at = { gte: from ? new Date(from) : undefined, lt: to ? new Date(to) : undefined }
  const where = { entity, entity_id, user_id, action, at }
  const { data, ...page } = await pageOfRecords(
    query,
    (rows) => prisma.audit_entry.findMany({ where, orderBy: [{ at: 'desc' }, { id: 'desc' }], ...rows }),
    prisma.audit_entry.count({ where }),
    plain,
  )
  const people = await peopleOf(prisma, data)
  return {
    data: data.map((entry) => {
      const { username = null, full_name = null } = people.get(entry.user_id) ?? {}
      return { ...entry, username, full_name }
    }),
    ...page,
  }
}

/** Those who made the changes, by their ids. The log has no reference to users. */
async function peopleOf(prisma: Database['prisma'], entries: { user_id: number | null }[]) {
  const ids = new Set(entries.flatMap(({ user_id }) => user_id ?? []))
  const users = await prisma.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, username: true, full_name: true },
  })
  return new Map<number | null, (typeof users)[number]>(users.map((user) => [user.id, user]))
}
