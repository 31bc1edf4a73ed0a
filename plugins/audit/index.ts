import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { ENTITIES } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  CalendarDate,
  Id,
  Nullable,
  Period,
  Text,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { instantAt } from '../../src/platform/time/local-time.ts'
import { addDays } from '../../src/scoring/month.ts'

const State = Type.Unknown({ description: 'The object, or the part of it that the change is about; or null' })

const AuditRecord = Type.Object({
  id: Type.Integer({ examples: [1] }),
  at: Timestamp(),
  user_id: Nullable(Id(), { description: 'The acting user; null for the service itself' }),
  username: Nullable(Type.String(), { examples: ['nadia'] }),
  full_name: Nullable(Type.String(), { description: 'The name of that user', examples: ['Nadia Rahman'] }),
  action: Type.String({ examples: ['seller.updated'] }),
  entity: Type.String({ description: 'The kind of what was changed', examples: [...ENTITIES] }),
  entity_id: Nullable(Type.String(), { examples: ['17'] }),
  entity_name: Nullable(Type.String(), {
    description: 'What an account, an account manager or a webhook is called now',
    examples: ['Ada Marsh'],
  }),
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

const listAuditEntries = endpoint('GET', '/api/audit', 'audit.read', {
  operationId: 'listAuditEntries',
  summary: 'List changes',
  description: 'Who changed what, when, from what to what. Newest first.',
  ...wholeList(AuditRecord, {
    entity: Type.Optional(Text(100, { examples: ['seller'] })),
    entity_id: Type.Optional(Text(200, { examples: ['17'] })),
    seller_code: Type.Optional(
      Text(100, {
        description:
          'Only changes that are about this seller, or about one that had the code when it was deleted',
        examples: ['S-1001'],
      }),
    ),
    user_id: Type.Optional(Id({ description: 'Only changes by this user' })),
    action: Type.Optional(Text(100, { examples: ['seller.updated'] })),
    from: Moment('From this moment, or the beginning of this day in the business time zone'),
    to: Moment('Before this moment, or the end of this day in the business time zone'),
  }),
})(async ({ server: { db, env }, query }) => {
  const from = instantOf(query.from, env.BUSINESS_TIMEZONE)
  const to = instantOf(query.to, env.BUSINESS_TIMEZONE, 1)
  if (from && to && Date.parse(to) <= Date.parse(from))
    throw badRequest('end_before_start', 'to must be later than from')
  return pageOfRows<Static<typeof AuditRecord>>(db, query, {
    rows: ENTRIES,
    values: [query.entity, query.entity_id, query.user_id, query.action, from, to, query.seller_code],
    order: 'at desc, id desc',
  })
})

/** Reads what src/platform/http/requests/change.ts writes. */
export default async function plugin(app: FastifyInstance) {
  app.route(listAuditEntries)
}

/** The instant of a moment: for a date the one at which it begins in the time zone, or so many days later. */
const instantOf = (moment: string | undefined, timeZone: string, days = 0) =>
  moment?.length === 10 ? instantAt(`${addDays(moment, days)}T00:00`, timeZone) : moment

/** The seller that an entry names; an index has it. */
const SELLER_ID = `coalesce(a."after" ->> 'seller_id', a."before" ->> 'seller_id')`

/** A number as it stands in a text; null for all else that may stand there. */
const idIn = (text: string) => `case when ${text} ~ '^[0-9]{1,9}$' then (${text})::int end`

/** SQL: what the entity of an entry is called, of which its states may say nothing. */
const ENTITY_NAME = `case a.entity
  when 'user' then (select full_name from users where id = ${idIn('a.entity_id')})
  when 'account_manager' then (select name from account_managers where id = ${idIn('a.entity_id')})
  when 'webhook_subscription' then
    (select coalesce(name, url) from webhook_subscriptions where id = ${idIn('a.entity_id')}) end`

/** The entries about who has the code $7 or had it to the end: the record itself, its scores, and whatever names it. */
const ABOUT_SELLER = `
  with seller as (
    select id from sellers where seller_code = $7
    union select ${idIn('entity_id')} from audit_log where action = 'seller.deleted' and "before" ->> 'seller_code' = $7
  )
  select a.id from seller s join audit_log a on a.entity = 'seller' and a.entity_id = s.id::text
  union
  select a.id from seller s join monthly_scores m on m.seller_id = s.id
    join audit_log a on a.entity = 'monthly_score' and a.entity_id = m.id::text
  union
  select a.id from seller s join audit_log a on ${SELLER_ID} = s.id::text`

/**
 * Changes, each with who made it, and with the seller and the month that it is about. The log has no reference to users,
 * scores or sellers: what is deleted since is not named.
 */
const ENTRIES = `
  select a.id, a.at, a.user_id, u.username, u.full_name, a.action, a.entity, a.entity_id,
         ${ENTITY_NAME} as entity_name, s.seller_code, s.company_name, coalesce(m.period, a."after" ->> 'period', a."before" ->> 'period') as period,
         a."before", a."after", a.request_id
  from audit_log a
    left join users u on u.id = a.user_id
    left join monthly_scores m on a.entity = 'monthly_score' and m.id = ${idIn('a.entity_id')}
    left join sellers s on s.id = coalesce(
      m.seller_id, case when a.entity = 'seller' then ${idIn('a.entity_id')} end, ${idIn(SELLER_ID)})
  where ($1::text is null or a.entity = $1) and ($2::text is null or a.entity_id = $2)
    and ($3::int is null or a.user_id = $3) and ($4::text is null or a.action = $4)
    and ($5::timestamptz is null or a.at >= $5) and ($6::timestamptz is null or a.at < $6)
    and ($7::text is null or a.id = any(array(${ABOUT_SELLER})))`
