import { type Static, type TObject, Type } from '@sinclair/typebox'
import { CAMPAIGN_STATUSES } from '../../src/domain/campaign-statuses.ts'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { ChangesOf, readAs } from '../../src/platform/schemas/lenient.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  Code,
  Created,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { Several } from '../../src/platform/schemas/several.ts'

const Status = (options = {}) => OneOf([...CAMPAIGN_STATUSES], { examples: ['upcoming'], ...options })
const CampaignType = (options = {}) =>
  OneOf(['major_campaign', 'mini_campaign'], { examples: ['major_campaign'], ...options })

export const CampaignKey = Type.String({
  'x-names': 'campaign',
  description: 'The campaign_code or the id, percent-encoded where the path asks for it',
  examples: ['BLACK-WEEK-26'],
})

const required = {
  campaign_code: Code({
    description: 'The code by which all systems know the campaign',
    examples: ['BLACK-WEEK-26'],
  }),
  campaign_name: Text(200, { examples: ['Black week'] }),
  campaign_type: CampaignType(),
  start_date: CalendarDate({ description: 'The first day', examples: ['2026-11-16'] }),
  end_date: CalendarDate({ description: 'The last day', examples: ['2026-11-27'] }),
}
const warehouses = Type.Array(
  Type.String({
    pattern: '^[1-9][0-9]{0,9}$',
    'x-says': 'must be the id of a warehouse as text, as "1"',
    examples: ['1'],
  }),
  {
    maxItems: 500,
    description: 'Ids of the warehouses that take part, as text; none means all',
    examples: [['1', '2']],
  },
)
/** Numbers are read as text; codes are stored as the ids of their warehouses. */
const warehousesGiven = readAs(
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['1'] }), {
    maxItems: 500,
    description:
      'The warehouses that take part; none means all. Recommended: ids as text. Ids as numbers and codes are taken too, and are answered as ids in text',
    examples: [['1', '2']],
  }),
  (given) =>
    Array.isArray(given) ? given.map((name) => (Number.isFinite(name) ? String(name) : name)) : given,
)
const description = Nullable(Text(2000, { examples: ['Two weeks of offers before the holidays'] }))
const created_by = Text(200, { examples: ['ops.head'] })

/** What lists call the field. */
const ALIASES = { campaign_type: ['type'] }
const campaign_type = CampaignType({ description: 'type, as lists filter by it, is taken too' })

export const NewCampaign = Closed({
  ...required,
  campaign_type,
  warehouses: Type.Optional(warehousesGiven),
  description: Type.Optional(description),
  created_by: Type.Optional({ ...created_by, description: 'Default: the username of the caller' }),
  status: Type.Optional(
    Status({
      description:
        'Default: what follows from the dates. Another one stands until the dates ask for a later one',
    }),
  ),
})
export type NewCampaign = Static<typeof NewCampaign>

export const Campaign = Type.Object(
  {
    id: Id(),
    ...required,
    campaign_code: Type.String({ examples: ['BLACK-WEEK-26'] }),
    warehouses,
    description: Nullable(Type.String()),
    created_by: Nullable(Type.String(), { examples: ['ops.head'] }),
    status: Status(),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'Campaign' },
)
export type Campaign = Static<typeof Campaign>

const fields = {
  ...required,
  campaign_type,
  warehouses: warehousesGiven,
  description,
  created_by,
  status: Status({
    description:
      'Set by hand it stands until the dates ask for a later one: start early, complete early, reopen',
  }),
}
export type CampaignChanges = Partial<Static<TObject<typeof fields>>>

const ListQuery = Closed({
  status: Type.Optional(Several(CAMPAIGN_STATUSES, { description: 'Campaigns in this state' })),
  type: Type.Optional(CampaignType({ description: 'Campaigns of this campaign_type' })),
  ...PageQuery,
})
export type ListQuery = Static<typeof ListQuery>

export const params = Type.Object({ id: CampaignKey })
const querystring = Closed(ByQuery)

export const listRoute = route('GET', '/api/campaigns', 'campaigns.read', {
  operationId: 'listCampaigns',
  summary: 'List campaigns',
  description:
    'Latest start first, cancelled ones included. A warehouse user sees those in which the own warehouse takes part.',
  querystring: ListQuery,
  response: { 200: Page(Campaign) },
})

export const getRoute = route('GET', '/api/campaigns/:id', 'campaigns.read', {
  operationId: 'getCampaign',
  summary: 'One campaign',
  params,
  querystring,
  response: { 200: withETag(Campaign) },
})

export const createRoute = route('POST', '/api/campaigns', 'campaigns.write', {
  operationId: 'createCampaign',
  summary: 'Create a campaign',
  description:
    'It is upcoming before its first day, active from then on, and completed after its last day, at once when it is entered later.',
  body: NewCampaign,
  aliases: ALIASES,
  response: { 200: Created },
})

export const updateRoute = route('PATCH', '/api/campaigns/:id', 'campaigns.write', {
  operationId: 'updateCampaign',
  summary: 'Change a campaign',
  description:
    'Fields that are not sent stay as they are; the record may be sent back whole. The status follows a change of the dates, but one that was set by hand only gives way to a later one. A final score keeps what it used.',
  params,
  querystring,
  ...ifUnchanged,
  body: ChangesOf({ id: Type.Optional(Id()), ...fields }, Campaign),
  aliases: ALIASES,
})

export const cancelRoute = route('DELETE', '/api/campaigns/:id', 'campaigns.write', {
  config: { conflicts: false },
  operationId: 'cancelCampaign',
  summary: 'Cancel a campaign',
  description:
    'From any state, completed too. The record is kept as cancelled, stays in the list, and no longer counts in scores that are calculated from then on; a final score keeps what it used. Cancelling it again changes nothing.',
  params,
  querystring,
  ...ifUnchanged,
})
