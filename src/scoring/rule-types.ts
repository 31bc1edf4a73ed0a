/**
 * The configuration types. `identity` is the field that records share when one stands in for the other; the
 * documentation and generated clients call the records `one`, `many` and, in sentences, `text`.
 */
export const RULE_NAMES = {
  'score-weights': {
    identity: 'contract_type',
    one: 'ScoreWeights',
    many: 'ScoreWeights',
    text: 'score weights',
  },
  tiers: { identity: 'name', one: 'TierRule', many: 'TierRules', text: 'tier' },
  'p-score': { identity: 'metric', one: 'PScoreRule', many: 'PScoreRules', text: 'p_score metric rule' },
  'o-score': { identity: 'metric', one: 'OScoreRule', many: 'OScoreRules', text: 'o_score metric rule' },
  't-score': { identity: 'metric', one: 'TScoreRule', many: 'TScoreRules', text: 't_score metric rule' },
  'f-score': { identity: 'metric', one: 'FScoreRule', many: 'FScoreRules', text: 'f_score metric rule' },
  'i-score': { identity: 'metric', one: 'IScoreRule', many: 'IScoreRules', text: 'i_score metric rule' },
  surcharge: {
    identity: 'surcharge_type',
    one: 'SurchargeRule',
    many: 'SurchargeRules',
    text: 'surcharge rule',
  },
  'am-bonus-penalty': {
    identity: 'name',
    one: 'AmBonusPenalty',
    many: 'AmBonusPenalties',
    text: 'AM bonus or penalty band',
  },
  'am-kpi-weight': { identity: 'metric', one: 'AmKpiWeight', many: 'AmKpiWeights', text: 'AM KPI weight' },
  'grace-period': {
    identity: 'contract_type',
    one: 'GracePeriod',
    many: 'GracePeriods',
    text: 'grace period',
  },
  helpdesk: { identity: 'category', one: 'HelpdeskRule', many: 'HelpdeskRules', text: 'helpdesk rule' },
  fault: { identity: 'feed', one: 'FaultRule', many: 'FaultRules', text: 'fault rule' },
} as const
