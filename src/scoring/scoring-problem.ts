import { COMPONENTS, type Component } from './components.ts'
import { METRICS, metricNamed } from './metrics.ts'
import { compare, HUNDRED, parse, round, sum } from './rational.ts'
import {
  type Checks,
  curveProblem,
  first,
  firstProblem,
  listed,
  missing,
  type Problem,
  twice,
  unknownMetric,
  weightless,
} from './rule-checks.ts'
import type { Rule } from './rules.ts'
import { SCORING_TYPES, type ScoringRules, type ScoringType } from './scoring-rules.ts'

/** What makes a whole set unusable for scoring: the first problem of a type that scores read; null when fine. */
export const scoringProblem = (rules: Partial<ScoringRules>): Problem =>
  firstProblem(SCORING_TYPES, SCORING_CHECKS, rules)

/** What makes the effective records of a type unusable. They are expected to fit the schema of their type. */
export const SCORING_CHECKS: Checks<ScoringType> = {
  'score-weights': (records) =>
    twice('contract_type', records) ?? first(records, sumProblem) ?? needsGeneral(records),
  tiers: tierProblem,
  'p-score': (records) => metricRulesProblem('p_score', records),
  'o-score': (records) => metricRulesProblem('o_score', records),
  't-score': (records) => metricRulesProblem('t_score', records),
  'f-score': (records) => metricRulesProblem('f_score', records),
  'i-score': (records) => metricRulesProblem('i_score', records),
  'grace-period': (records) => twice('contract_type', records) ?? needsGeneral(records),
  helpdesk: (records) =>
    twice('category', records) ?? missing('category', '*', records, 'every ticket has its hours'),
  fault: (records) => twice('feed', records),
}

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

const needsGeneral = (records: readonly { contract_type: string | null }[]): Problem =>
  missing('contract_type', null, records, 'every seller has one')
