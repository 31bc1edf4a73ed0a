import { type TNumber, type TOptional, type TString, Type } from '@sinclair/typebox'
import { Components, IsRated, Total } from '../../src/domain/scores/score-record.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import { route } from '../../src/platform/http/route.ts'
import { ByQuery, Closed, Nullable, OneOf, Period, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'
import { AGGREGATE_NAMES, type AggregateName, Aggregates } from '../../src/scoring/aggregates.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { LEVER_NAMES, leverNamed } from '../../src/scoring/simulation/levers/levers.ts'
import { BASES, STARTS_FROM } from './worlds.ts'

export const tags = ['simulation']

export const params = Type.Object({ seller_code: SellerName })

export const AskedPeriod = Type.Optional(
  Period({
    description: 'A month with a score, or the running one, which is the default',
    examples: ['2026-05'],
  }),
)

/** What every answer says about the score that it is about. */
export const about = {
  seller_code: Type.String({ examples: ['S-1018'] }),
  period: Period({ examples: ['2026-05'] }),
  from: OneOf(['stored', 'live'], {
    description:
      'stored: from what is kept with the score of a month that is over; live: from the facts of the running month as they are now',
    examples: ['stored'],
  }),
  as_of: Timestamp({
    description: 'The instant up to which facts count: that of the run that made the score, or now',
    examples: ['2026-06-01T00:00:00.000Z'],
  }),
}

/** Said wherever a basis is, because two numbers of the month's end look alike. */
const NO_PROJECTION =
  'pace carries the month on as it began, to one end; expected_total of the projection is another number, the mean of many drawn ends'

export const Basis = (description: string) =>
  OneOf([...BASES], { description: `${description}. ${NO_PROJECTION}`, examples: ['as_is'] })

export const StartsFrom = OneOf(Object.values(STARTS_FROM), {
  description: 'What `before` is, in words',
  examples: [STARTS_FROM.stored],
})

export const Metric = () =>
  OneOf(
    METRICS.map(({ name }) => name),
    { examples: ['on_time_ready_rate'] },
  )

export const Lever = () =>
  OneOf([...LEVER_NAMES], { description: 'See the description', examples: ['more_on_time'] })

export const TierName = () => Type.String({ examples: ['Silver'] })
export const Standing = Type.Object({ total_sos: Total(), is_rated: IsRated, tier: TierName() })

const SimulatedScore = Type.Object({
  total_sos: Total(),
  tier: TierName(),
  is_rated: IsRated,
  components: Components,
})

/** A decimal number as text: it stays as exact as it is written. */
const Decimal = (description: string, example: string) =>
  Type.String({
    pattern: '^-?\\d{1,15}(\\.\\d{1,6})?$',
    'x-says':
      'must be a decimal number such as 4 or -12.5, with at most 15 digits before the point and 6 after it',
    description,
    examples: [example],
  })

const described = Aggregates.properties
/** What is added to the facts of the month, by name. */
export const addedFacts = Object.fromEntries(
  AGGREGATE_NAMES.map((name) => [name, Type.Optional(Decimal(String(described[name].description), '4'))]),
) as Record<AggregateName, TOptional<TString>>

const value = (description: string, examples: (number | null)[]) =>
  Nullable(Type.Number(), { description, examples })
export const Value = (examples: (number | null)[]) =>
  value('In the unit of the metric, to 6 decimals; null when it has none', examples)
export const Points = (examples: (number | null)[]) =>
  value('0 to 100, to 6 decimals; null when the metric has no value', examples)

export const OF_OTHER_CODE = {
  409: {
    $ref: 'Problem#',
    description: 'Other code has computed the score, or nothing is kept of what it was made of',
  },
}

const stepOf = (name: (typeof LEVER_NAMES)[number]) => {
  const { percentOf, allOf } = leverNamed(name)
  if (percentOf) return `1 % of ${percentOf}`
  return allOf ? `${allOf} × 1 day` : '1'
}

/** The levers for the documentation: what each moves, and by how much a step. */
export const LEVERS_SAID = `The levers: ${LEVER_NAMES.map((name) => `\`${name}\` (${leverNamed(name).fact} ${leverNamed(name).way}, a step is ${stepOf(name)})`).join(', ')}.`

const MOST_VALUE = 999_999_999

const values: Record<string, TOptional<TNumber>> = Object.fromEntries(
  METRICS.map(({ name, unit, formula }) => [
    name,
    Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MOST_VALUE,
        description: `In ${unit}, with at most 6 decimals: ${formula}`,
        examples: [unit === 'percent' ? 97 : 3],
      }),
    ),
  ]),
)

const WhatIfBody = Type.Object(
  {
    period: AskedPeriod,
    basis: Type.Optional(
      Basis(
        'What is changed. as_is, the default: what has happened. pace, for the running month alone: its end at the pace so far, which a path of it starts from by default',
      ),
    ),
    metrics: Type.Optional(
      Type.Object(values, {
        additionalProperties: false,
        description: 'Values that metrics are set to; those of all others stay as they are',
        examples: [{ on_time_ready_rate: 97 }],
      }),
    ),
    facts: Type.Optional(
      Type.Object(addedFacts, {
        additionalProperties: false,
        description:
          'What is added to the facts of the month, as the explanation of a score names them; negative takes away',
        examples: [{ ready_on_time: '4' }],
      }),
    ),
  },
  { additionalProperties: false },
)

export const whatIfRoute = route(
  'POST',
  '/api/sos/sellers/:seller_code/score/what-if',
  'seller-scores.read',
  {
    config: { idempotencyKey: false },
    tags,
    operationId: 'askWhatIf',
    summary: 'What a score would be with other values or facts',
    description:
      'Changes nothing, and takes no Idempotency-Key. The engine that scores the month scores it again with `metrics` set and `facts` added, all else equal: exceptions, components without data, the floors of tiers and what appeals have decided count as ever. Without a change `after` is `before`, and of a month that is over `before` is the stored score. 400 for a name that is not known, for a metric without a value or one that is changed both ways, and for facts that can’t be, such as more orders ready on time than were due.',
    params,
    querystring: Closed(ByQuery),
    body: Nullable(WhatIfBody, { description: 'May be left out: nothing is changed then' }),
    response: {
      200: Type.Object({
        ...about,
        basis: Basis('What was changed'),
        starts_from: StartsFrom,
        tier_changed: Type.Boolean({ examples: [false] }),
        before: SimulatedScore,
        after: SimulatedScore,
        changes: Type.Array(
          Type.Object({
            metric: Metric(),
            value_before: Value([94]),
            value_after: Value([97]),
            points_before: Points([80]),
            points_after: Points([95]),
            total_delta: Type.Number({
              description: 'What this change alone does to the total, two decimals',
              examples: [1.8],
            }),
          }),
          { description: 'The metrics that come out differently, in the order of the documentation' },
        ),
      }),
      ...OF_OTHER_CODE,
    },
  },
)

const Delta = (description: string, example: number) => Type.Number({ description, examples: [example] })

export const sensitivityRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/sensitivity',
  'seller-scores.read',
  {
    config: { answersTag: true },
    tags,
    operationId: 'getScoreSensitivity',
    summary: 'What each lever can do about a score by itself',
    description: `Changes nothing. Each lever moves the numerator of its metric, all else equal. ${LEVERS_SAID} Levers of metrics without a value are left out, because they change nothing.`,
    params,
    querystring: Closed({
      ...ByQuery,
      period: AskedPeriod,
      basis: Type.Optional(
        Basis(
          'as_is: on what has happened. pace: on the running month’s end at the pace so far, which is its default',
        ),
      ),
    }),
    response: {
      200: Type.Object({
        ...about,
        basis: Basis('What the score and the levers are of'),
        starts_from: StartsFrom,
        before: Standing,
        levers: Type.Array(
          Type.Object({
            lever: Lever(),
            metric: Metric(),
            most: Type.Integer({ description: 'The most steps that it can go', examples: [8] }),
            one_step: Delta('What one step changes of the total, two decimals', 0.55),
            all: Delta('What all its steps change of the total, two decimals', 3.6),
            alone: Nullable(Type.Integer(), {
              description: 'The fewest steps that reach the next tier by it alone; null when it can’t',
              examples: [null],
            }),
            to_lose: Nullable(Type.Integer(), {
              description:
                'The fewest steps the wrong way that lose the tier; null when it can’t. With basis pace only what is still to come can go wrong',
              examples: [6],
            }),
          }),
        ),
      }),
      ...OF_OTHER_CODE,
      ...NO_THREAD,
    },
  },
)
