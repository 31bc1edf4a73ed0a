import { Type } from '@sinclair/typebox'
import { FEEDS_WITH_FAULT, type FeedWithFault } from './left-out.ts'
import { alike, curve, name, OPEN_WORD, orNull, rule, score, weight } from './rule-fields.ts'

// The types of records that scores are made with.

// Up to ten years, as days are elsewhere: no time of a ticket plus so many hours leaves the calendar.
const hours = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 24 * 3660, description })

const contractType = orNull<string>({
  type: 'string',
  ...OPEN_WORD,
  default: null,
  description: `The contract type it is for, ${alike}; null is for all that have no record of their own`,
})

export const ScoreWeights = rule(
  'How much each component weighs in the total; the five add up to 100',
  {
    name: name('What the record is called'),
    contract_type: contractType,
    p_score: score('Planning'),
    o_score: score('Orders'),
    t_score: score('Tickets'),
    f_score: score('Finance'),
    i_score: score('Inventory'),
  },
  { name: 'Standard', contract_type: null, p_score: 20, o_score: 30, t_score: 15, f_score: 20, i_score: 15 },
)

export const Tier = rule(
  'A named band of the total, with what it brings',
  {
    name: name('Name of the tier'),
    rank: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'Higher is better; 0 for the unrated tier',
    }),
    min_score: orNull<number>({
      type: 'number',
      minimum: 0,
      maximum: 100,
      description: 'The lowest total of the tier; null makes it the tier of sellers with too little data',
    }),
    min_component_score: score('What every component with data must reach', { default: 0 }),
    color: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'Hex colour', examples: ['#7c3aed'] }),
    benefits: Type.String({ maxLength: 500, default: '', description: 'What the tier brings the seller' }),
  },
  {
    name: 'Gold',
    rank: 5,
    min_score: 80,
    min_component_score: 50,
    color: '#D4A017',
    benefits: '2 % off handling, campaign priority',
  },
)

export const MetricRule = rule(
  'How a metric of the component is turned into points, and how much it weighs among its fellows',
  {
    metric: name('A metric of this component'),
    weight: weight('Weight within the component'),
    curve,
    min_volume: Type.Number({
      minimum: 0,
      default: 1,
      description:
        'Fewer orders, rows, tickets or invoices than this leave the metric out; so do none, where it is 0',
    }),
    params: Type.Record(Type.String(), Type.Number(), {
      default: {},
      description: "The metric's own settings, where it has any; a setting left out has its default",
    }),
  },
  {
    metric: 'on_time_ready_rate',
    weight: 40,
    curve: [
      [80, 0],
      [90, 60],
      [95, 85],
      [98, 100],
    ],
    min_volume: 30,
    params: {},
  },
)

export const GracePeriod = rule(
  'For how long after the start of its contract a seller is spared surcharges',
  {
    name: name('What the record is called'),
    contract_type: contractType,
    days: Type.Integer({ minimum: 0, maximum: 3660, description: 'Days from the contract start' }),
  },
  { name: 'Standard', contract_type: null, days: 90 },
)

export const HelpdeskRule = rule(
  'What a ticket of a category counts, and how soon it must be replied to and resolved',
  {
    category: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Ticket category; * is any other',
    }),
    weight: weight("What a ticket by the seller's fault counts"),
    reply_hours: hours('Hours to the first reply'),
    resolve_hours: hours('Hours to the resolution'),
  },
  { category: 'complaint', weight: 2, reply_hours: 8, resolve_hours: 48 },
)

export const FaultRule = rule(
  'What counts of a feed that went wrong and names no fault. Without a record it counts as the seller’s',
  {
    feed: Type.Unsafe<FeedWithFault>({
      type: 'string',
      enum: FEEDS_WITH_FAULT,
      description: 'The feed whose facts name no fault',
    }),
    counts_as: Type.Unsafe<'nobody'>({
      type: 'string',
      enum: ['nobody'],
      description:
        'nobody: such a fact is left out of what judges the seller. For the seller’s, which is what counts without a record, end the record',
    }),
  },
  { feed: 'orders', counts_as: 'nobody' },
)
