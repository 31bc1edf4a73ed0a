import { COMPONENTS, type Component } from './components.ts'
import type { CurvePoints } from './curve.ts'
import { METRICS, metricNamed } from './metrics.ts'
import { wordKey } from './open-word.ts'
import { compare, HUNDRED, parse, round, sum } from './rational.ts'
import { KNOWN_WORDS } from './rule-schemas.ts'
import {
  RULE_TYPES,
  type Rule,
  type RuleSet,
  type RuleType,
  SCORING_TYPES,
  type ScoringRules,
} from './rules.ts'

type Problem = string | null

/** The metrics of an account manager's portfolio. */
export const AM_METRICS = ['portfolio_sos', 'portfolio_change', 'low_tier_share'] as const

/**
 * What makes the effective records of one type unusable, as a sentence that names the field; null when they are
 * fine. The records are expected to fit the schema of their type.
 */
export function ruleSetProblem<T extends RuleType>(type: T, records: readonly Rule<T>[]): Problem {
  const check = checks[type] as (records: readonly Rule<T>[]) => Problem
  return check(records)
}

/** What makes a whole set unusable for scoring: the first problem of a type that scores read; null when fine. */
export const scoringProblem = (rules: Partial<ScoringRules>): Problem => firstProblem(SCORING_TYPES, rules)

/** The same of the records of all types. */
export const rulesProblem = (rules: RuleSet): Problem => firstProblem(RULE_TYPES, rules)

function firstProblem(types: readonly RuleType[], rules: Partial<RuleSet>): Problem {
  for (const type of types) {
    const problem = ruleSetProblem(type, rules[type] ?? [])
    if (problem) return `${type}: ${problem}`
  }
  return null
}

const checks: { [T in RuleType]: (records: readonly Rule<T>[]) => Problem } = {
  'score-weights': (records) =>
    twice('contract_type', records) ?? first(records, sumProblem) ?? needsGeneral(records),
  tiers: tierProblem,
  'p-score': (records) => metricRulesProblem('p_score', records),
  'o-score': (records) => metricRulesProblem('o_score', records),
  't-score': (records) => metricRulesProblem('t_score', records),
  'f-score': (records) => metricRulesProblem('f_score', records),
  'i-score': (records) => metricRulesProblem('i_score', records),
  surcharge: (records) =>
    twice('surcharge_type', records) ?? first(records, ({ metric }) => unknownMetric(metric, METRIC_NAMES)),
  'am-bonus-penalty': (records) =>
    twice('name', records) ??
    twice('min_kpi', records) ??
    missing('min_kpi', 0, records, 'every KPI has a band'),
  'am-kpi-weight': (records) =>
    twice('metric', records) ??
    first(records, ({ metric }) => unknownMetric(metric, AM_METRICS)) ??
    first(records, curveProblem) ??
    weightless(records),
  'grace-period': (records) => twice('contract_type', records) ?? needsGeneral(records),
  helpdesk: (records) =>
    twice('category', records) ?? missing('category', '*', records, 'every ticket has its hours'),
}

const METRIC_NAMES = METRICS.map(({ name }) => name)

function metricRulesProblem(component: Component, records: readonly Rule<'p-score'>[]): Problem {
  const known = METRICS.filter((metric) => metric.component === component).map(({ name }) => name)
  return (
    twice('metric', records) ??
    first(records, ({ metric }) => unknownMetric(metric, known)) ??
    first(records, curveProblem) ??
    first(records, paramsProblem) ??
    weightless(records)
  )
}

function sumProblem(record: Rule<'score-weights'>): Problem {
  const total = sum(COMPONENTS.map((component) => parse(record[component])))
  if (compare(total, HUNDRED) === 0) return null
  return `${listed(COMPONENTS)} must add up to 100, but in "${record.name}" they add up to ${round(total, 6)}`
}

function tierProblem(records: readonly Rule<'tiers'>[]): Problem {
  const repeated = twice('name', records) ?? twice('min_score', records)
  if (repeated) return repeated
  if (records.every(({ min_score }) => min_score !== null))
    return 'min_score: one tier must have min_score null, for sellers with too little data'
  const lowest = records.find(({ min_score }) => min_score === 0)
  if (!lowest) return 'min_score: one tier must have min_score 0, so that every total has a tier'
  if (lowest.min_component_score === 0) return null
  return `min_component_score of the tier with min_score 0 ("${lowest.name}") must be 0, so that every seller has a tier`
}

function curveProblem({ metric, curve }: { metric: string; curve: CurvePoints }): Problem {
  if (curve.length < 2) return `curve of ${metric} needs at least two points`
  for (const [index, [x, points]] of curve.entries()) {
    const before = curve[index - 1]
    if (before && before[0] >= x) return `curve of ${metric}: x must rise, but ${x} comes after ${before[0]}`
    if (points < 0 || points > 100)
      return `curve of ${metric}: points must be within 0 and 100, not ${points}`
  }
  return null
}

function paramsProblem({ metric, params }: Rule<'p-score'>): Problem {
  const known = Object.keys(metricNamed(metric)?.params ?? {})
  for (const [param, value] of Object.entries(params)) {
    if (!known.includes(param))
      return `params.${param} is unknown: ${metric} has ${known.length ? listed(known) : 'no params'}`
    if (!Number.isInteger(value) || value < 0 || value > 3660)
      return `params.${param} of ${metric} must be a whole number of days, 0 to 3660`
  }
  return null
}

const unknownMetric = (metric: string, known: readonly string[]): Problem =>
  known.includes(metric) ? null : `metric must be one of ${known.join(', ')}, not "${metric}"`

const weightless = (records: readonly { weight: number }[]): Problem =>
  records.some(({ weight }) => weight > 0) ? null : 'weight must be above 0 for at least one metric'

const needsGeneral = (records: readonly { contract_type: string | null }[]): Problem =>
  missing('contract_type', null, records, 'every seller has one')

function missing<K extends string>(
  field: K,
  value: unknown,
  records: readonly Record<K, unknown>[],
  why: string,
): Problem {
  if (records.some((record) => record[field] === value)) return null
  return `${field}: one record must have ${field} ${JSON.stringify(value)}, so that ${why}`
}

/** Two records that share what they must not share. */
function twice<K extends string>(field: K, records: readonly Record<K, unknown>[]): Problem {
  const values = records.map((record) => record[field])
  const keys = values.map((value) =>
    typeof value === 'string' && field in KNOWN_WORDS ? wordKey(value) : value,
  )
  const index = keys.findIndex((key, position) => keys.indexOf(key) < position)
  return index < 0 ? null : `${field} ${JSON.stringify(values[index])} belongs to two records`
}

/** The first problem that a check finds among records. */
function first<R>(records: readonly R[], check: (record: R) => Problem): Problem {
  for (const record of records) {
    const problem = check(record)
    if (problem) return problem
  }
  return null
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
