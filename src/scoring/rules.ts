import { type Static, Type } from '@sinclair/typebox'
import { LARGEST_AMOUNT } from './largest-amount.ts'
import { alike, curve, KNOWN_WORDS, name, OPEN_WORD, orNull, rule, score, weight } from './rule-fields.ts'
import { ownFields, SCORING_SCHEMAS } from './scoring-rules.ts'

// The types of records that read scores, and make none.

const amount = (description: string, more = {}) =>
  Type.Number({ minimum: 0, maximum: LARGEST_AMOUNT, description, ...more })

const SurchargeRule = rule(
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

const AmBand = rule(
  'A band of the account manager KPI, and the bonus or penalty it brings',
  {
    name: name('Name of the band'),
    min_kpi: score('The lowest KPI of the band'),
    percent: Type.Number({ minimum: -100, maximum: 100, description: 'Bonus, or penalty below zero' }),
  },
  { name: 'Strong', min_kpi: 80, percent: 8 },
)

const AmKpiWeight = rule(
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

export type { ScoringRules, ScoringType } from './scoring-rules.ts'

const { 'grace-period': GracePeriod, helpdesk, fault, ...first } = SCORING_SCHEMAS

/** The configuration types and the schema of the fields that are each one's own. */
export const RULE_SCHEMAS = {
  ...first,
  surcharge: SurchargeRule,
  'am-bonus-penalty': AmBand,
  'am-kpi-weight': AmKpiWeight,
  'grace-period': GracePeriod,
  helpdesk,
  fault,
} as const

export type RuleType = keyof typeof RULE_SCHEMAS
export const RULE_TYPES = Object.keys(RULE_SCHEMAS) as RuleType[]

/** The own fields of a record of a type. */
export type Rule<T extends RuleType = RuleType> = Static<(typeof RULE_SCHEMAS)[T]>

/** A record as the engine sees it: its identity, its version and its own fields. */
export type RuleRecord<T extends RuleType = RuleType> = Rule<T> & { id: number; version: number }

/** The effective records of all types. */
export type RuleSet = { [T in RuleType]: RuleRecord<T>[] }

/** A record without all that is not its identity, version or own fields. */
export const ownRecord = <T extends RuleType>(type: T, record: RuleRecord<T>): RuleRecord<T> =>
  ownFields(RULE_SCHEMAS[type], record)
