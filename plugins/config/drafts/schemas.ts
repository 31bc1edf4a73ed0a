import { type Static, Type } from '@sinclair/typebox'
import { IfMatch, ifUnchanged, Stale, withETag } from '../../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../../src/platform/http/route.ts'
import { JsonObject } from '../../../src/platform/schemas/json-object.ts'
import { ChangesOf, ignoring } from '../../../src/platform/schemas/lenient.ts'
import {
  Closed,
  Created,
  Id,
  Nullable,
  OneOf,
  Period,
  Success,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../../src/platform/schemas/schemas.ts'
import { RULE_TYPES } from '../../../src/scoring/rules.ts'
import { AcceptFewFaults } from '../schemas.ts'
import { Guards, Limits } from './guards.ts'

/** One change holds at most a curve of fifty points and some texts. */
const MOST_BYTES = 8_192

/** All changes together: so much JSON is parsed and stringified in a few milliseconds. */
const MOST_BYTES_IN_ALL = 262_144

const Change = Closed({
  type: OneOf([...RULE_TYPES], {
    description: 'The type of the configuration record',
    examples: ['o-score'],
  }),
  op: OneOf(['put', 'remove'], {
    description: 'put: replaces the record of the same kind, or adds one; remove: ends it',
    examples: ['put'],
  }),
  fields: Type.Optional(
    JsonObject({
      maxBytes: MOST_BYTES,
      description: 'Of a put: the fields of the record, as POST /api/config/<type> takes them, without dates',
      examples: [
        {
          metric: 'on_time_ready_rate',
          weight: 40,
          min_volume: 30,
          curve: [
            [80, 0],
            [99, 100],
          ],
        },
      ],
    }),
  ),
  identity: Type.Optional(
    Text(100, {
      description:
        'Of a remove: the metric, name, surcharge type, category or contract type (* for all) of the record',
    }),
  ),
})
export type GivenChange = Static<typeof Change>

/** Changes as a draft and a preview take them. */
export const Changes = Type.Array(Change, {
  maxItems: 200,
  'x-max-bytes': MOST_BYTES_IN_ALL,
  description: 'At most one change of each record, 256 KiB in all; judged as a whole set',
})

const name = Text(80, { description: 'What the draft is called', examples: ['Stricter lateness'] })
const user = (description: string) => Type.Integer({ description, examples: [1] })

const ConfigDraft = Type.Object(
  {
    id: Id(),
    name,
    version: Type.Integer({ description: 'Counts the changes of this draft, from 1', examples: [1] }),
    changes: { ...Changes, description: 'With every field filled in' },
    changes_sha256: Type.String({
      description:
        'Of the canonical JSON of the changes: a backtest is of this very content when it has the same',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    guards: Guards,
    created_at: Timestamp(),
    created_by: user('Id of the user who made it'),
    created_by_name: Nullable(Type.String({ examples: ['Tara Boone'] }), {
      description: 'Full name of that user',
    }),
    updated_at: Timestamp(),
    updated_by: user('Id of the user who changed it last'),
    written_by: Type.Array(Id(), {
      description: 'Ids of all users who have written its changes or guards: only as bod may they adopt it',
      examples: [[4]],
    }),
    adopted_at: Nullable(Timestamp(), { description: 'null: not adopted' }),
    adopted_by: Nullable(user('Id of the user who adopted it')),
    adopted_by_name: Nullable(Type.String({ examples: ['Helena Brandt'] }), {
      description: 'Full name of that user; null: not adopted',
    }),
    adopted_from: Nullable(Period(), { description: 'The first month that its changes are for' }),
    backtest_id: Nullable(Id(), { description: 'The backtest that it was adopted on' }),
    override_reason: Nullable(Type.String({ examples: ['Decided by the board'] }), {
      description: 'Why it was adopted although a check failed',
    }),
  },
  { title: 'ConfigDraft' },
)

/** A draft as the list shows it: a page of whole ones would be megabytes. */
const ListedDraft = Type.Composite(
  [
    Type.Omit(ConfigDraft, ['changes', 'guards']),
    Type.Object({
      change_count: Type.Integer({ description: 'How many changes it has', examples: [2] }),
      guards: Limits,
      golden_count: Type.Integer({ description: 'How many scores its guards name', examples: [1] }),
      tried: Nullable(
        Type.Object({
          from: Period(),
          to: Period(),
          scores: Type.Integer({ description: 'Sellers’ months that were scored', examples: [528] }),
          tier_drops: Type.Integer({ description: 'Scores that come into a lower tier', examples: [21] }),
          tier_rises: Type.Integer({ description: 'Scores that come into a higher tier', examples: [4] }),
        }),
        {
          description:
            'What the newest completed backtest of these very changes found; null: they were not tried as they are now',
        },
      ),
    }),
  ],
  { title: 'ListedConfigDraft' },
)

export type ListedDraft = Static<typeof ListedDraft>

/** What a caller writes. */
const written = { name, changes: Changes, guards: Guards }

const READ_ONLY = Object.keys(ConfigDraft.properties).filter((field) => !(field in written))
const params = Type.Object({ id: Id() })

export const listRoute = route('GET', '/api/config/drafts', 'config.read', {
  operationId: 'listConfigDrafts',
  summary: 'List the drafts of the rules, the newest first',
  description: 'Without their changes and golden scores, which GET /api/config/drafts/:id has.',
  querystring: Closed(WholeListQuery),
  response: { 200: WholeList(ListedDraft) },
})

export const createRoute = route('POST', '/api/config/drafts', 'drafts.write', {
  operationId: 'createConfigDraft',
  summary: 'Draft a change of the rules',
  description:
    'Nothing is changed by it: preview and backtest it, then adopt it from a month on. Its changes are of the rules that are effective in the running month. A draft that was read may be sent whole.',
  body: ignoring(Closed({ name, changes: Changes, guards: Type.Optional(Guards) }), ...READ_ONLY),
  response: { 200: Created },
})

export const getRoute = route('GET', '/api/config/drafts/:id', 'config.read', {
  config: { answersTag: 'version' },
  operationId: 'getConfigDraft',
  summary: 'One draft of the rules',
  params,
  response: { 200: withETag(ConfigDraft) },
})

export const updateRoute = route('PUT', '/api/config/drafts/:id', 'drafts.write', {
  operationId: 'updateConfigDraft',
  summary: 'Change a draft',
  description:
    'Fields that are not sent stay as they are; changes and guards are replaced as a whole. The whole draft is judged again. One that was adopted can’t be changed.',
  params,
  headers: IfMatch,
  body: ChangesOf(written, ConfigDraft),
  response: { 200: withETag(Success), 412: Stale },
})

export const removeRoute = route('DELETE', '/api/config/drafts/:id', 'drafts.write', {
  operationId: 'deleteConfigDraft',
  summary: 'Delete a draft',
  description: 'Its backtests stay. One that was adopted can’t be deleted.',
  params,
  ...ifUnchanged,
})

export const adoptRoute = route('POST', '/api/config/drafts/:id/adopt', 'config.write', {
  operationId: 'adoptConfigDraft',
  summary: 'Make a draft the rules from a month on',
  description:
    'A put posts a record from that month on, or rewrites the one that begins there, and ends when the record that it replaces was to end; a remove ends the record the month before. Needs a completed backtest of these changes and guards, made with the rules that are effective now, in which no guard fails, and replaces no record that begins after the running month by something else; an override_reason stands in for that. Who made the draft, has written any of its changes or guards, or changed it last can’t adopt it, unless as bod. A month from which on a score is final is refused. `warnings` name later-dated records that will take over, the planned ends of records, and records that count in that month or in the running one and not in both: the backtest is of the running one.',
  params,
  ...ifUnchanged,
  body: Closed({
    effective_from: Period({
      description: 'The first month that the changes are for',
      examples: ['2026-08'],
    }),
    backtest_id: Type.Optional(
      Nullable(Id({ examples: [9] }), { description: 'The completed backtest of the draft' }),
    ),
    accept: AcceptFewFaults(),
    override_reason: Type.Optional(
      Nullable(Text(1_000, { examples: ['Decided by the board on 3 July'] }), {
        description:
          'Why it is adopted although there is no such backtest, a guard fails, it replaces a version that is to come, or a bod has written it; it is audited',
      }),
    ),
  }),
})
