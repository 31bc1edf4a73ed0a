import { COMPONENTS } from '../scoring/components.ts'
import type { AppealExplanation } from '../scoring/explanation.ts'
import type { AppealDecision } from '../scoring/revise-score.ts'

/** What an appeal decided, as the explanation tells it: of which component it was stands in its sentence alone. */
export function decisionOf(appeal: AppealExplanation): AppealDecision {
  const { component, raw_given, raw_after, total_given, total_after, sentence } = appeal
  const appealed = COMPONENTS.find((name) => sentence.startsWith(`An appeal of ${name} set the raw of `))
  return {
    component,
    ...(appealed && { appealed }),
    raw_after: raw_given ? raw_after : null,
    total_after: total_given ? total_after : null,
  }
}
