import type { RuleType } from '../../src/scoring/rules.ts'

/** What the documentation and generated clients call the records of each type: one of them, many of them. */
export const NAMES: Record<RuleType, { one: string; many: string; text: string }> = {
  'score-weights': { one: 'ScoreWeights', many: 'ScoreWeights', text: 'score weights' },
  tiers: { one: 'TierRule', many: 'TierRules', text: 'tier' },
  'p-score': { one: 'PScoreRule', many: 'PScoreRules', text: 'p_score metric rule' },
  'o-score': { one: 'OScoreRule', many: 'OScoreRules', text: 'o_score metric rule' },
  't-score': { one: 'TScoreRule', many: 'TScoreRules', text: 't_score metric rule' },
  'f-score': { one: 'FScoreRule', many: 'FScoreRules', text: 'f_score metric rule' },
  'i-score': { one: 'IScoreRule', many: 'IScoreRules', text: 'i_score metric rule' },
  surcharge: { one: 'SurchargeRule', many: 'SurchargeRules', text: 'surcharge rule' },
  'am-bonus-penalty': { one: 'AmBonusPenalty', many: 'AmBonusPenalties', text: 'AM bonus or penalty band' },
  'am-kpi-weight': { one: 'AmKpiWeight', many: 'AmKpiWeights', text: 'AM KPI weight' },
  'grace-period': { one: 'GracePeriod', many: 'GracePeriods', text: 'grace period' },
  helpdesk: { one: 'HelpdeskRule', many: 'HelpdeskRules', text: 'helpdesk rule' },
}
