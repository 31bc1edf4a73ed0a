import { type TOptional, type TProperties, type TString, Type } from '@sinclair/typebox'
import { IsRated, Total } from '../../src/domain/scores/score-record.ts'
import { SellerCode } from '../../src/domain/sellers/seller-name.ts'
import { OneOf, Period, Problem, Timestamp } from '../../src/platform/schemas/schemas.ts'
import type { NO_THREAD } from '../../src/platform/threads/threads.ts'
import { AGGREGATE_NAMES, type AggregateName, Aggregates } from '../../src/scoring/aggregates.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { LEVER_NAMES, leverNamed } from '../../src/scoring/simulation/levers/levers.ts'
import { BASES, STARTS_FROM } from './worlds.ts'

/** What every question may name; `basis` describes what is asked about. */
export const asked = (basis: string) => ({
  period: Type.Optional(
    Period({
      description: 'A month with a score, or the running one, which is the default',
      examples: ['2026-05'],
    }),
  ),
  basis: Type.Optional(Basis(basis)),
})

/** What all these routes have, and the answer of one; `basis` describes what that is of. */
export const simulated = <Fields extends TProperties>(
  basis: string,
  fields: Fields,
  more: Partial<typeof NO_THREAD> = {},
) => ({
  tags: ['simulation'],
  params: Type.Object({ seller_code: SellerCode }),
  response: {
    200: Type.Object({ ...about(basis), ...fields }),
    409: Problem('Other code has computed the score, or nothing is kept of what it was made of'),
    ...more,
  },
})

/** What every answer says of its score. */
const about = (basis: string) => ({
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
  basis: Basis(basis),
  starts_from: OneOf(Object.values(STARTS_FROM), {
    description: 'What `before` is, in words',
    examples: [STARTS_FROM.stored],
  }),
})

/** Said wherever a basis is, because two numbers of the month's end look alike. */
const NO_PROJECTION =
  'pace carries the month on as it began, to one end; expected_total of the projection is another number, the mean of many drawn ends'

const Basis = (description: string) =>
  OneOf([...BASES], { description: `${description}. ${NO_PROJECTION}`, examples: ['as_is'] })

export const Metric = () =>
  OneOf(
    METRICS.map(({ name }) => name),
    { examples: ['on_time_ready_rate'] },
  )

export const Lever = () =>
  OneOf([...LEVER_NAMES], { description: 'See the description', examples: ['more_on_time'] })

export const TierName = () => Type.String({ examples: ['Silver'] })
export const Standing = Type.Object({ total_sos: Total(), is_rated: IsRated, tier: TierName() })

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

const stepOf = (name: (typeof LEVER_NAMES)[number]) => {
  const { percentOf, allOf } = leverNamed(name)
  if (percentOf) return `1 % of ${percentOf}`
  return allOf ? `${allOf} × 1 day` : '1'
}

/** The levers for the documentation: what each moves, and by how much a step. */
export const LEVERS_SAID = `The levers: ${LEVER_NAMES.map((name) => `\`${name}\` (${leverNamed(name).fact} ${leverNamed(name).way}, a step is ${stepOf(name)})`).join(', ')}.`
