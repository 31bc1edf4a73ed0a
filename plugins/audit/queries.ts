import type { Database } from '../../src/platform/database/database.ts'
import type { AuditEntry, AuditQuery } from './schemas.ts'

/** A stretch of time, its end left out. Null where it is open. */
interface Span {
  from: string | null
  to: string | null
  is_empty: boolean | null
}

/** The stretch that `from` and `to` mean: a date begins and ends in the time zone, its own day included. */
export const spanOf = async (db: Database, { from, to }: AuditQuery, timeZone: string) =>
  (await db.row<Span>(
    `select *, "to" <= "from" as is_empty
     from (select case when length($1) = 10 then $1::date::timestamp at time zone $3
                       else $1::timestamptz end as "from",
                  case when length($2) = 10 then ($2::date + 1)::timestamp at time zone $3
                       else $2::timestamptz end as "to") span`,
    [from ?? null, to ?? null, timeZone],
    'audit-span',
  )) as Span

/**
 * One page of changes and how many match, the newest first. The statements have no names, so that each is planned
 * for the filters it is given: the log is kept for ever, and grows.
 */
export async function pageOfEntries(db: Database, query: AuditQuery, { from, to }: Span) {
  const { page, limit, entity, entity_id, user_id, action } = query
  const filter = [entity ?? null, entity_id ?? null, user_id ?? null, action ?? null, from, to]
  const [data, count] = await Promise.all([
    db.rows<AuditEntry>(
      `select a.id, a.at, a.user_id, u.username, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id
       from audit_log a
       left join users u on u.id = a.user_id
       where ($1::text is null or a.entity = $1)
         and ($2::text is null or a.entity_id = $2)
         and ($3::int is null or a.user_id = $3)
         and ($4::text is null or a.action = $4)
         and ($5::timestamptz is null or a.at >= $5)
         and ($6::timestamptz is null or a.at < $6)
       order by a.at desc, a.id desc
       limit $7 offset $8`,
      [...filter, limit, (page - 1) * limit],
    ),
    db.row<{ total: number }>(
      `select count(*) as total from audit_log a
       where ($1::text is null or a.entity = $1)
         and ($2::text is null or a.entity_id = $2)
         and ($3::int is null or a.user_id = $3)
         and ($4::text is null or a.action = $4)
         and ($5::timestamptz is null or a.at >= $5)
         and ($6::timestamptz is null or a.at < $6)`,
      filter,
    ),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
