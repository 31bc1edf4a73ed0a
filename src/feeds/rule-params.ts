import { RULE_TYPE_OF } from '../scoring/components.ts'
import { metricNamed } from '../scoring/metrics.ts'
import type { Rule, ScoringRules } from '../scoring/rules.ts'

/** The settings of a metric: those of its record, and the metric's own default for each that it leaves out. */
export function paramsOf(rules: ScoringRules, name: string): Record<string, number> {
  const metric = metricNamed(name)
  if (!metric) return {}
  const records: readonly Rule<'p-score'>[] = rules[RULE_TYPE_OF[metric.component]]
  return { ...metric.params, ...records.find((record) => record.metric === name)?.params }
}
