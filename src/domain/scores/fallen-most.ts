import { insteadOf } from '../../scoring/changed-sentences.ts'
import { broughtBy, type ExplainedScore, effectsOf, lostBy } from '../../scoring/effects.ts'
import { METRICS } from '../../scoring/metrics.ts'
import { round, subtract, ZERO } from '../../scoring/rational.ts'
import { metricSentence } from '../../scoring/reason-sentences.ts'
import type { Reason } from '../../scoring/reasons.ts'

/** The metric that brings so much less to a total than to the one before as no other; null where none brings less. */
export function fallenMost(score: ExplainedScore, before: ExplainedScore): Reason | null {
  const brought = new Map(effectsOf(before).map((effect) => [effect.metric.metric, broughtBy(effect)]))
  const [most] = effectsOf(score)
    .map((effect) => ({
      effect,
      change: round(subtract(broughtBy(effect), brought.get(effect.metric.metric) ?? ZERO), 6),
    }))
    .toSorted((a, b) => a.change - b.change)
  if (!most || most.change >= 0) return null
  const { effect, change } = most
  const { metric, component } = effect.metric
  return {
    code: METRICS.find(({ name }) => name === metric)?.code ?? metric,
    metric,
    points_lost: round(lostBy(effect), 6),
    change,
    sentence: metricSentence(effect, insteadOf(score.explanation, component)),
  }
}
