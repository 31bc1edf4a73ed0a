import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { COMPONENTS, type Component } from './components.ts'
import { REASONS } from './left-out.ts'
import { NA_REASONS } from './measure.ts'
import { FIRST_TYPES, SCORING_TYPES, type ScoringType } from './scoring-rules.ts'
import { DIRECTIONS } from './trend.ts'

// The stored form of a score's explanation: numbers and identities only, because it is kept for every score.
// Texts, units and curves are added when it is read (describe.ts).

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })
const maybeOneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    ...(description && { description }),
  })
const numberOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description })
const stringOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const component = oneOf(COMPONENTS)

const perComponent = <T extends TSchema>(schema: T) =>
  Type.Object(Object.fromEntries(COMPONENTS.map((name) => [name, schema])) as Record<Component, T>)

const references = Type.Array(Type.Object({ id: Type.Integer(), version: Type.Integer() }))
/** A type that releases have added since the first is named where it has records. */
const recordsOfTypes = Object.fromEntries(
  SCORING_TYPES.map((type) => [type, FIRST_TYPES.has(type) ? references : Type.Optional(references)]),
) as Record<ScoringType, typeof references>

export const MetricExplanation = Type.Object({
  metric: Type.String(),
  component,
  numerator: Type.Number({ description: 'From the facts of the month' }),
  denominator: Type.Number({ description: 'From the facts of the month' }),
  volume: Type.Number({ description: "What the rule's min_volume is compared with" }),
  value: numberOrNull('Value in the unit of the metric, to 6 decimals; null when N/A'),
  points: numberOrNull('Points of the value on the curve, 0 to 100, to 6 decimals; null when N/A'),
  weight: Type.Number({ description: 'Weight within the component' }),
  na: maybeOneOf(NA_REASONS, 'Why the metric has no value; null when it has one'),
  left_out: Type.Optional(
    Type.Object(Object.fromEntries(REASONS.map((reason) => [reason, Type.Optional(Type.Integer())])), {
      description:
        'How many rows that judge the seller are left out, by whose fault; `nobody`: they name none, and a fault record says that they are left out. Absent where there are none',
    }),
  ),
})
export type MetricExplanation = Static<typeof MetricExplanation>

export const ComponentExplanation = Type.Object({
  raw: Type.Number({ description: 'To 2 decimals' }),
  weighted: Type.Number({ description: 'raw × weight ÷ 100 of the unrounded raw, to 2 decimals' }),
  weight: Type.Number({ description: 'Weight in the total' }),
  in_use: Type.Boolean({
    description: 'Any seller has facts of its feed in the month, or an appeal decided its raw',
  }),
  has_data: Type.Boolean({
    description:
      'Its metrics with a value carry at least 40 % of the metric weight, or an appeal decided its raw',
  }),
  imputed: Type.Boolean({ description: 'raw is the weighted mean of the components with data' }),
  data_weight_percent: Type.Number({ description: 'Share of the metric weight that has a value' }),
  measured: numberOrNull(
    'Mean of the points of its metrics, before imputation and exceptions, to 6 decimals',
  ),
  unrounded: Type.Number({ description: 'raw to 6 decimals' }),
  points_lost: Type.Number({ description: 'weight × (100 − raw) ÷ 100, to 6 decimals' }),
})
export type ComponentExplanation = Static<typeof ComponentExplanation>

export const ExceptionExplanation = Type.Object({
  id: Type.Integer(),
  exception_type: Type.String(),
  target: oneOf([...COMPONENTS, 'total']),
  rule: Type.Unknown({ description: 'The adjustment_rule' }),
  reason: stringOrNull('The reason that was given'),
  applies: Type.Boolean(),
  warning: stringOrNull('Why it does not apply; null when it does'),
  before: numberOrNull('The target before it, to 6 decimals; null when it does not apply'),
  after: numberOrNull('The target after it, to 6 decimals; null when it does not apply'),
})
export type ExceptionExplanation = Static<typeof ExceptionExplanation>

export const TierExplanation = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  is_rated: Type.Boolean({
    description: 'The components with data carry at least 60 % of the weight of those in use',
  }),
  weight_with_data: Type.Number(),
  weight_in_use: Type.Number(),
  lowest: orNull(
    Type.Object({ component, raw: Type.Number() }),
    'The lowest raw among the components with data',
  ),
  next: orNull(
    Type.Object({
      name: Type.String(),
      min_score: Type.Number(),
      min_component_score: Type.Number(),
      points_missing: Type.Number({ description: 'What the total lacks to its min_score' }),
      components_below: Type.Array(component, { description: 'Those below its min_component_score' }),
    }),
    'The tier above and what is missing to it; null for the highest and the unrated tier',
  ),
})

export const AppealExplanation = Type.Object(
  {
    component,
    raw_before: Type.Number({ description: 'To 2 decimals' }),
    raw_after: Type.Number({ description: 'To 2 decimals; raw_before when no raw was decided' }),
    raw_given: Type.Boolean({ description: 'A raw was decided' }),
    had_data: Type.Boolean({ description: 'The component had data before; with a decided raw it has' }),
    total_before: Type.Number({ description: 'To 2 decimals' }),
    total_after: Type.Number({ description: 'To 2 decimals' }),
    total_given: Type.Boolean({ description: 'The total was decided, not computed' }),
    sentence: Type.String({ description: 'What the appeal made of the score' }),
  },
  { description: 'What an approved appeal made of the score' },
)
export type AppealExplanation = Static<typeof AppealExplanation>

export const Explanation = Type.Object({
  total: Type.Object(
    { before: Type.Number(), after: Type.Number() },
    {
      description:
        'Σ weighted, and the total after the exceptions on it and what appeals decided of it, to 6 decimals',
    },
  ),
  components: perComponent(ComponentExplanation),
  metrics: Type.Array(MetricExplanation),
  exceptions: Type.Array(ExceptionExplanation, {
    description:
      'By id. Excludes act first, then those on components by id, then those on the total by id, each clamped to 0…100',
  }),
  tier: TierExplanation,
  trend: Type.Object({
    previous_period: stringOrNull(
      'The period of the latest earlier rated score, which previous_sos is from; null without one. Of a final score all of the trend is as when it was made; the score itself has today’s',
    ),
    previous_sos: Type.Number(),
    delta: Type.Number(),
    direction: oneOf(DIRECTIONS),
  }),
  grace: Type.Object({
    is_grace_period: Type.Boolean(),
    start: Type.String({ format: 'date', description: 'Contract start, or the day the seller was created' }),
    days: Type.Integer(),
    until: Type.String({ format: 'date', description: 'The first day after the grace period' }),
  }),
  records: Type.Object(recordsOfTypes, { description: 'The configuration records that were used' }),
  input_hash: Type.String({
    description: 'sha256 of all inputs, the records included; what appeals decided is no part of it',
  }),
  appeal: Type.Optional(AppealExplanation),
  earlier_appeals: Type.Optional(
    Type.Array(AppealExplanation, { description: 'Those approved before `appeal`, oldest first' }),
  ),
})
export type Explanation = Static<typeof Explanation>

/** The appeals that a score has been through, oldest first. */
export const appealsOf = ({ appeal, earlier_appeals = [] }: Explanation): AppealExplanation[] =>
  appeal ? [...earlier_appeals, appeal] : []
