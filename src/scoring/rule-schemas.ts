import { type TProperties, Type } from '@sinclair/typebox'
import { LARGEST_AMOUNT } from './largest-amount.ts'

/** The fields that a configuration record has of its own; ids, dates and activity are the same for all types. */
const rule = <T extends TProperties>(description: string, properties: T, example: unknown) =>
  Type.Object(properties, { additionalProperties: false, description, examples: [example] })

// `type: [x, 'null']` and not a union: a validator that coerces would turn null into '' or 0 inside a union.
const orNull = <T extends string | number>(schema: { type: string; [keyword: string]: unknown }) =>
  Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'] })

const name = (description: string) => Type.String({ minLength: 1, maxLength: 80, description })
const score = (description: string, more = {}) =>
  Type.Number({ minimum: 0, maximum: 100, description, ...more })
const weight = (description: string) => Type.Number({ minimum: 0, maximum: 1000, description })
const amount = (description: string, more = {}) =>
  Type.Number({ minimum: 0, maximum: LARGEST_AMOUNT, description, ...more })
// Up to ten years, as days are elsewhere: no time of a ticket plus so many hours leaves the calendar.
const hours = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 24 * 3660, description })

/** The documented words of the open vocabularies that records name; any other text is a word of the caller's own. */
export const KNOWN_WORDS: Record<string, string[]> = {
  contract_type: ['standard', 'premium', 'enterprise', 'marketplace'],
  surcharge_type: ['planning_overload', 'payment_block', 'aging_storage_multiplier'],
}
const OPEN_WORD = { minLength: 1, maxLength: 64 }
const alike = 'in any case, with blanks, - and _ alike'

const contractType = orNull<string>({
  type: 'string',
  ...OPEN_WORD,
  default: null,
  description: `The contract type it is for, ${alike}; null is for all that have no record of their own`,
})

const curve = Type.Array(
  Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }),
  {
    minItems: 2,
    maxItems: 50,
    description: 'Points [x, points], x rising, points 0 to 100: linear in between, level beyond both ends',
  },
)

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
      description: 'Fewer orders, rows, tickets or invoices than this leave the metric out',
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

export const SurchargeRule = rule(
  'When a metric brings a surcharge, and how large',
  {
    surcharge_type: Type.String({
      ...OPEN_WORD,
      description: `Type of the surcharge: any text; known are ${KNOWN_WORDS.surcharge_type?.join(', ')}, ${alike}`,
    }),
    metric: name('The metric that is looked at'),
    above: Type.Number({
      minimum: -LARGEST_AMOUNT,
      maximum: LARGEST_AMOUNT,
      description: 'A value above this brings the surcharge',
    }),
    amount: amount('Amount as soon as the value is above', { default: 0 }),
    per_point: amount('Amount for each point that the value is above', { default: 0 }),
    cap: orNull<number>({
      type: 'number',
      minimum: 0,
      maximum: LARGEST_AMOUNT,
      default: null,
      description: 'The most; null is no cap',
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'The reason that the seller reads' }),
  },
  {
    surcharge_type: 'planning_overload',
    metric: 'forecast_error',
    above: 50,
    amount: 100,
    per_point: 2,
    cap: 200,
    reason: 'Forecasts were more than 50 % off the orders',
  },
)

export const AmBand = rule(
  'A band of the account manager KPI, and the bonus or penalty it brings',
  {
    name: name('Name of the band'),
    min_kpi: score('The lowest KPI of the band'),
    percent: Type.Number({ minimum: -100, maximum: 100, description: 'Bonus, or penalty below zero' }),
  },
  { name: 'Strong', min_kpi: 80, percent: 8 },
)

export const AmKpiWeight = rule(
  'A metric of the account manager KPI: its weight and its curve',
  { metric: name('A metric of a portfolio'), weight: weight('Weight within the KPI'), curve },
  {
    metric: 'portfolio_sos',
    weight: 60,
    curve: [
      [0, 0],
      [100, 100],
    ],
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
