import { COMPONENT_WORDS } from '../../src/domain/words/components.ts'
import type { RuleType } from '../../src/scoring/rules.ts'

/** What people call the types. */
export const TYPE_LABELS: Record<RuleType, string> = {
  'score-weights': 'Component weights',
  tiers: 'Tiers',
  'p-score': COMPONENT_WORDS.p_score.label,
  'o-score': COMPONENT_WORDS.o_score.label,
  't-score': COMPONENT_WORDS.t_score.label,
  'f-score': COMPONENT_WORDS.f_score.label,
  'i-score': COMPONENT_WORDS.i_score.label,
  surcharge: 'Surcharges',
  'am-bonus-penalty': 'Bonus and penalty bands',
  'am-kpi-weight': 'Account manager KPI',
  'grace-period': 'Grace periods',
  helpdesk: 'Helpdesk',
  fault: 'Unnamed faults',
}
