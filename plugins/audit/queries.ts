import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
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
export async function pageOfEntries(db: Database, query: AuditQuery, { from, to }: Span) {
  const { prisma } = db
  const { entity, entity_id, user_id, action, seller_code } = query
  const id = seller_code === undefined ? undefined : { in: await idsAbout(db, seller_code) }
  const at = { gte: from ? new Date(from) : undefined, lt: to ? new Date(to) : undefined }
  const where = { id, entity, entity_id, user_id, action, at }
  const { data, ...page } = await pageOfRecords(
    query,
    (rows) => prisma.audit_entry.findMany({ where, orderBy: [{ at: 'desc' }, { id: 'desc' }], ...rows }),
    prisma.audit_entry.count({ where }),
    plain,
  )
  const ids = data.map(({ id }) => id)
  const [people, subjects] = await Promise.all([peopleOf(prisma, data), subjectsOf(db, ids)])
  return {
    data: data.map((entry) => {
      const { username = null, full_name = null } = people.get(entry.user_id) ?? {}
      return { ...entry, ...(subjects.get(entry.id) as Subject), username, full_name }
    }),
    ...page,
  }
}

/** The seller that an entry names; an index has it. */
const SELLER_ID = `coalesce("after" ->> 'seller_id', "before" ->> 'seller_id')`

/** The entries about a seller: the record itself, its scores, and whatever names it before or after. None of an unknown one. */
async function idsAbout(db: Database, seller_code: string) {
  const entries = await db.rows<{ id: number }>(
    `with seller as (select id from sellers where seller_code = $1)
     select a.id from seller s join audit_log a on a.entity = 'seller' and a.entity_id = s.id::text
     union
     select a.id from seller s join monthly_scores m on m.seller_id = s.id
       join audit_log a on a.entity = 'monthly_score' and a.entity_id = m.id::text
     union
     select a.id from seller s join audit_log a on ${SELLER_ID} = s.id::text`,
    [seller_code],
  )
  return entries.map(({ id }) => id)
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

/** Whom a change is about, and of which month. */
interface Subject {
  seller_code: string | null
  company_name: string | null
  period: string | null
}

/** What entries are about: a seller, the score of one, or what names one before or after. None of a seller deleted since. */
async function subjectsOf(db: Database, ids: number[]) {
  const rows = await db.rows<Subject & { id: number }>(
    `select e.id, s.seller_code, s.company_name, coalesce(m.period, e.period) as period
     from (select id, entity, case when entity_id ~ '^[0-9]{1,9}$' then entity_id::int end as entity_id,
                  ${SELLER_ID} as seller_id,
                  coalesce("after" ->> 'period', "before" ->> 'period') as period
           from audit_log where id = any($1)) e
     left join monthly_scores m on e.entity = 'monthly_score' and m.id = e.entity_id
     left join sellers s on s.id = coalesce(m.seller_id, case when e.entity = 'seller' then e.entity_id end,
                                            case when e.seller_id ~ '^[0-9]{1,9}$' then e.seller_id::int end)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}
