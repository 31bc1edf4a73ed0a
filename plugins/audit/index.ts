import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  CalendarDate,
  Closed,
  Id,
  Nullable,
  Period,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const State = Type.Unknown({ description: 'The object, or the part of it that the change is about; or null' })

/** The kinds of what is changed, the most usual first. */
const ENTITIES = [
  'seller',
  'score_exception',
  'account_manager',
  'campaign',
  'appeal',
  'surcharge',
  'monthly_score',
  'scoring_run',
  'correction',
  'quality',
  'config',
  'config_draft',
  'backtest',
  'feed',
  'sync_mapping',
  'webhook_subscription',
  'user',
  'api_key',
  'employee',
  'warehouse',
]

const AuditRecord = Type.Object({
  id: Type.Integer({ examples: [1] }),
  at: Timestamp(),
  user_id: Nullable(Id(), { description: 'The acting user; null for the service itself' }),
  username: Nullable(Type.String(), { examples: ['nadia'] }),
  full_name: Nullable(Type.String(), { description: 'The name of that user', examples: ['Nadia Rahman'] }),
  action: Type.String({ examples: ['seller.updated'] }),
  entity: Type.String({ description: 'The kind of what was changed', examples: ENTITIES }),
  entity_id: Nullable(Type.String(), { examples: ['17'] }),
  seller_code: Nullable(Type.String(), {
    description: 'The seller that it is about: the record itself, that of a score, or the one that it names',
    examples: ['S-1001'],
  }),
  company_name: Nullable(Type.String(), { examples: ['Acme Trading GmbH'] }),
  period: Nullable(Period(), { description: 'The month that it is about', examples: ['2026-10'] }),
  before: State,
  after: State,
  request_id: Nullable(Type.String(), { description: 'x-request-id of the request that made the change' }),
})

const Moment = (description: string) =>
  Type.Optional(Type.Union([CalendarDate(), Timestamp()], { description }))

const AuditQuery = Closed({
  ...WholeListQuery,
  entity: Type.Optional(Text(100, { examples: ['seller'] })),
  entity_id: Type.Optional(Text(200, { examples: ['17'] })),
  seller_code: Type.Optional(
    Text(100, { description: 'Only changes that are about this seller', examples: ['S-1001'] }),
  ),
  user_id: Type.Optional(Id({ description: 'Only changes by this user' })),
  action: Type.Optional(Text(100, { examples: ['seller.updated'] })),
  from: Moment('From this moment, or the beginning of this day in the business time zone'),
  to: Moment('Before this moment, or the end of this day in the business time zone'),
})
type AuditQuery = Static<typeof AuditQuery>

const listAuditEntries = endpoint('GET', '/api/audit', 'audit.read', {
  operationId: 'listAuditEntries',
  summary: 'List changes',
  description: 'Who changed what, when, from what to what. Newest first.',
  querystring: AuditQuery,
  response: { 200: WholeList(AuditRecord) },
})(async ({ server: { db, env }, query }) => {
  const span = await spanOf(db, query, env.BUSINESS_TIMEZONE)
  if (span.is_empty) throw badRequest('end_before_start', 'to must be later than from')
  return pageOfEntries(db, query, span)
})

/** Reads what src/platform/http/requests/change.ts writes. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route(listAuditEntries)
}

export default fp(plugin, {
  name: 'audit',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

/** A stretch of time, its end left out. Null where it is open. */
interface Span {
  from: string | null
  to: string | null
  is_empty: boolean | null
}

/** The stretch that `from` and `to` mean: a date begins and ends in the time zone, its own day included. */
const spanOf = (db: Database, { from, to }: AuditQuery, timeZone: string) =>
  db.one<Span>(
    `select *, "to" <= "from" as is_empty
     from (select case when length($1) = 10 then $1::date::timestamp at time zone $3
                       else $1::timestamptz end as "from",
                  case when length($2) = 10 then ($2::date + 1)::timestamp at time zone $3
                       else $2::timestamptz end as "to") span`,
    [from ?? null, to ?? null, timeZone],
  )

/** One page of changes and how many match, the newest first. */
async function pageOfEntries(db: Database, query: AuditQuery, { from, to }: Span) {
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
