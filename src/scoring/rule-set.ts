import { METRICS } from './metrics.ts'
import {
  type Checks,
  curveProblem,
  first,
  firstProblem,
  missing,
  type Problem,
  twice,
  unknownMetric,
  weightless,
} from './rule-checks.ts'
import { RULE_TYPES, type Rule, type RuleSet, type RuleType } from './rules.ts'
import { SCORING_CHECKS } from './scoring-problem.ts'

/** The metrics of an account manager's portfolio. */
export const AM_METRICS = ['portfolio_sos', 'portfolio_change', 'low_tier_share'] as const

/**
 * What makes the effective records of one type unusable, as a sentence that names the field; null when they are
 * fine. The records are expected to fit the schema of their type.
 */
export function ruleSetProblem<T extends RuleType>(type: T, records: readonly Rule<T>[]): Problem {
  const check = CHECKS[type] as (records: readonly Rule<T>[]) => Problem
  return check(records)
}

/** What makes a whole set unusable: the first problem of a type; null when fine. */
export const rulesProblem = (rules: RuleSet): Problem => firstProblem(RULE_TYPES, CHECKS, rules)

const CHECKS: Checks<RuleType> = {
  ...SCORING_CHECKS,
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
}

const METRIC_NAMES = METRICS.map(({ name }) => name)
