import { type Static, Type } from '@sinclair/typebox'
import { EVENT_TYPES, SubscriptionShown } from '../../src/domain/events/event-types.ts'
import {
  Closed,
  Id,
  Model,
  Nullable,
  OneOf,
  readAs,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'

export const params = Type.Object({ id: Id({ description: 'Id of the subscription' }) })

const { properties: shown } = SubscriptionShown

const settings = {
  name: shown.name,
  url: shown.url,
  events: Type.Array(OneOf([...EVENT_TYPES, '*']), {
    minItems: 1,
    maxItems: EVENT_TYPES.length + 1,
    description: 'Names of event types, or * for all',
    examples: [['seller.score_finalized', 'seller.tier_changed']],
  }),
  seller_codes: Nullable(Type.Array(Text(100), { maxItems: 1000 }), {
    description:
      'Events of these sellers only, whatever their codes become; null for all. One that is deleted is not shown any more; where all are, the list is empty. With * they leave out events that are about no seller',
    examples: [null],
  }),
  description: Nullable(Text(2000), { examples: [null] }),
  headers: Type.Record(Type.String(), Type.String(), {
    description:
      'Sent with every event beside the service’s own. Values of credentials are kept encrypted and shown as [hidden]; sending [hidden] keeps the value',
    examples: [{ 'x-tenant': 'north' }],
  }),
  timeout_ms: Type.Integer({
    minimum: 1000,
    maximum: 30_000,
    description: 'How long an attempt may take, from the connection to the end of the answer',
    examples: [15_000],
  }),
  max_concurrency: Type.Integer({
    minimum: 1,
    maximum: 200,
    description: 'Attempts at a time of each worker process',
    examples: [20],
  }),
  is_active: Type.Boolean({ description: 'false: paused', examples: [true] }),
}

/** Other names under which these fields are taken. */
export const ALIASES = {
  url: ['target_url', 'callback_url', 'delivery_url', 'webhook_url', 'endpoint_url', 'endpoint'],
  events: ['event_types', 'event_type', 'event', 'enabled_events', 'topics', 'topic'],
  is_active: ['active'],
}
const alsoCalled = (names: string[]) => `Recommended name; ${names.join(', ')} are taken too`

/** A list may come as a text with commas between; one of blanks is none. */
const readList = (given: unknown) =>
  typeof given === 'string' && given.trim() !== ''
    ? given.split(',').flatMap((name) => name.trim() || [])
    : given

const eventNames = (whenNone: string, options = {}) =>
  readAs(
    {
      ...settings.events,
      description: `Names of event types, or * for all${whenNone}. A text with commas between is taken for a list. ${alsoCalled(ALIASES.events)}`,
      ...options,
    },
    readList,
  )

export const given = {
  ...settings,
  url: { ...settings.url, description: `${settings.url.description}. ${alsoCalled(ALIASES.url)}` },
  events: eventNames(''),
  is_active: { ...settings.is_active, description: 'false: paused. active is taken too' },
}

/** A long number would be rounded before it is a text, and sign as another secret: only a text is one. */
const onlyText = (value: unknown) => (typeof value === 'number' ? [value] : value)

export const secret = readAs(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'whsec_ and 24 to 64 bytes in base64, as Standard Webhooks has it (recommended), or any other text of 16 characters or more, whose own bytes sign. Without it one is made',
  }),
  onlyText,
)

export const NewSubscription = Closed({
  ...Type.Partial(Type.Object({ ...given, secret })).properties,
  url: given.url,
  events: Type.Optional(eventNames('; left out it means all', { 'x-help': 'Leave empty for all events.' })),
})

export const Subscription = Model('WebhookSubscription', {
  id: shown.id,
  ...settings,
  status: OneOf(['active', 'paused', 'disabled'], {
    description: 'disabled: by the service, which says why; is_active: true makes it active again',
    examples: ['active'],
  }),
  disabled_at: Nullable(Timestamp(), { examples: [null] }),
  disabled_reason: Nullable(Type.String(), { examples: [null] }),
  failing_since: shown.failing_since,
  failed_attempts: Type.Integer({ description: 'How many these are', examples: [0] }),
  key_id: Nullable(Type.String(), {
    description: 'Names the secret in the log; null when WEBHOOK_SECRET_KEY can’t decrypt it',
    examples: ['key_3f2a90c1b7de'],
  }),
  previous_key_until: Nullable(Timestamp(), {
    description: 'Until when the secret of before the rotation signs too',
    examples: [null],
  }),
  created_by: Nullable(Type.Integer(), { examples: [1] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Subscription = Static<typeof Subscription>

export const shownSecret = Type.String({
  description: 'The signing secret; keep it, it is not shown again',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
})
