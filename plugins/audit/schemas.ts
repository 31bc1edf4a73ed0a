import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
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

export const listRoute = route('GET', '/api/audit', 'audit.read', {
  operationId: 'listAuditEntries',
  summary: 'List changes',
  description: 'Who changed what, when, from what to what. Newest first.',
  querystring: Closed({
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
  }),
  response: { 200: WholeList(AuditRecord) },
})
export type AuditQuery = Static<typeof listRoute.schema.querystring>
