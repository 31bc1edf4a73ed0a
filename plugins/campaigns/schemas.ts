import { type Static, type TObject, Type } from '@sinclair/typebox'
import { CAMPAIGN_STATUSES } from '../../src/domain/campaign-statuses.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  Code,
  Id,
  Model,
  Nullable,
  OneOf,
  readAs,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'

const Status = (options = {}) => OneOf([...CAMPAIGN_STATUSES], { examples: ['upcoming'], ...options })
export const CampaignType = (options = {}) =>
  OneOf(['major_campaign', 'mini_campaign'], { examples: ['major_campaign'], ...options })

const required = {
  campaign_code: Code({
    description: 'The code by which all systems know the campaign',
    examples: ['BLACK-WEEK-26'],
  }),
  campaign_name: Text(200, { examples: ['Black week'] }),
  campaign_type: CampaignType(),
  start_date: CalendarDate({ description: 'The first day', examples: ['2026-11-16'] }),
  end_date: CalendarDate({
    description: 'The last day',
    'x-help': 'Other dates change only months that are not final.',
    examples: ['2026-11-27'],
  }),
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

export const ALIASES = { campaign_type: ['type'] }
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

export const Campaign = Model('Campaign', {
  id: Id(),
  ...required,
  campaign_code: Type.String({ examples: ['BLACK-WEEK-26'] }),
  warehouses,
  description: Nullable(Type.String()),
  created_by: Nullable(Type.String(), { examples: ['ops.head'] }),
  status: Status(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Campaign = Static<typeof Campaign>

export const fields = {
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

export const params = Type.Object({
  id: Type.String({
    'x-names': 'campaign',
    description: 'The campaign_code or the id, percent-encoded where the path asks for it',
    examples: ['BLACK-WEEK-26'],
  }),
})
export const querystring = Closed(ByQuery)
