import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'
import { Model, Nullable, OneOf } from '../../platform/schemas/schemas.ts'
import { COMPONENTS, type Component } from '../../scoring/components.ts'
import { METRICS } from '../../scoring/metrics.ts'
import { REASON_CODES } from '../../scoring/reasons.ts'

/** A score or a part of one: 0 to 100, two decimals. */
export const Score = (options: SchemaOptions = {}) =>
  Type.Number({ minimum: 0, maximum: 100, examples: [72.93], ...options })

/** The name of a component. */
export const ScoreComponent = (options: SchemaOptions = {}) => OneOf([...COMPONENTS], options)

/** The same of every component. */
export const EachComponent = <T extends TSchema>(
  schemaOf: (name: Component) => T,
  options: SchemaOptions = {},
) =>
  Type.Object(
    Object.fromEntries(COMPONENTS.map((name) => [name, schemaOf(name)])) as Record<Component, T>,
    options,
  )

/** A number of the totals of a group of scores. */
export const ofRated = (description: string) =>
  Nullable(Score(), { description: `${description} of the rated totals; null when there is none` })

/** The mean raws of a group of scores. */
export const ComponentMeans = EachComponent(() =>
  Nullable(Score(), { description: 'Mean of the raws that are not imputed; null when there is none' }),
)

const names = METRICS.map(({ name }) => name)

/** Name of a metric: one of these, which are built in, or one that is still to come. */
export const MetricName = (options: SchemaOptions = {}, known: readonly string[] = names) =>
  Type.Union([OneOf([...known]), Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 80 })], options)

/** What took points from a total, or brought some, as the API and events show it. */
export const ScoreReason = Model('ScoreReason', {
  code: OneOf(REASON_CODES, {
    description:
      'Stable. P1 to I3 are metrics; X exceptions and appeals; N no data; G a component below what the next tier asks',
    examples: ['P1'],
  }),
  metric: Nullable(MetricName(), { description: 'Null for X, N and G', examples: ['forecast_error'] }),
  points_lost: Type.Number({
    description:
      'Points of the total, to 6 decimals: weight × (100 − points of the metric) ÷ 100, where the weight is that in the total with its part of the components without data; 0 for G. Of X it has a sign: below zero when exceptions and appeals brought points',
    examples: [4.5],
  }),
  change: Nullable(Type.Number({ examples: [-0.75] }), {
    description:
      'What it brings to the total now less what it brought to the previous score; null without one, or when that can’t be had any more',
  }),
  sentence: Type.String({
    description:
      'With counts and values, and with what an appeal or an exception made of the component instead; its words may change',
    examples: ['Forecasts were off by 35 of 100 orders: 35 %. Full points up to 10 %.'],
  }),
})

export const ScoreReasons = Type.Array(ScoreReason, {
  maxItems: 4,
  description:
    'Why the total is what it is: most points lost first; what decided the tier, G or N, stands before them. X is always one of them when exceptions or appeals changed the total. None when nothing took points or brought some',
})
