import { weightedScore } from './apply-exceptions.ts'
import type { ComponentState } from './combine.ts'
import type { Component } from './components.ts'
import type { ComponentExplanation } from './explanation.ts'
import { compare, divide, HUNDRED, multiply, type Rational, round, subtract } from './rational.ts'
import { decideTier, type TierDecision, type Tiers } from './tier.ts'
import { computeTrend, type Trend } from './trend.ts'

/** A score as its seller sees it. */
export type ScoreResult = {
  total_sos: number
  is_rated: boolean
  tier: { id: number; name: string; rank: number; color: string; benefits: string }
  components: Record<Component, { raw: number; weighted: number }>
  trend: Trend
  top_opportunity: Component
}

/** What follows from the final components and total, both unrounded, and how; `previous` is the earlier rated total. */
export function summarize(
  tiers: Tiers,
  states: readonly ComponentState[],
  total: Rational,
  previous: number | null,
): { result: ScoreResult; components: Record<Component, ComponentExplanation>; tier: TierDecision } {
  const total_sos = round(total, 2)
  const components = perComponent(states, explainComponent)
  const { tier, decision } = decideTier(tiers, { total: total_sos, components })
  const result = {
    total_sos,
    is_rated: decision.is_rated,
    tier: { id: tier.id, name: tier.name, rank: tier.rank, color: tier.color, benefits: tier.benefits },
    components: perComponent(states, ({ component }) => ({
      raw: components[component].raw,
      weighted: components[component].weighted,
    })),
    trend: computeTrend(total_sos, previous, decision.is_rated),
    top_opportunity: topOpportunity(states),
  }
  return { result, components, tier: decision }
}

/**
 * The component with data that loses the most of the total, weight × (100 − raw); the first among equals, and the
 * first of all when none has data, because callers are promised a name.
 */
function topOpportunity(states: readonly ComponentState[]): Component {
  let [top, most]: [Component, Rational | null] = ['p_score', null]
  for (const state of states) {
    if (!state.has_data) continue
    const lost = pointsLost(state)
    if (most === null || compare(lost, most) > 0) [top, most] = [state.component, lost]
  }
  return top
}

const pointsLost = ({ raw, weight }: ComponentState): Rational =>
  divide(multiply(weight, subtract(HUNDRED, raw)), HUNDRED)

const explainComponent = (state: ComponentState): ComponentExplanation => ({
  raw: round(state.raw, 2),
  weighted: round(weightedScore(state), 2),
  weight: round(state.weight, 6),
  in_use: state.in_use,
  has_data: state.has_data,
  imputed: state.imputed,
  data_weight_percent: round(state.data_weight, 6),
  measured: state.measured && round(state.measured, 6),
  unrounded: round(state.raw, 6),
  points_lost: round(pointsLost(state), 6),
})

const perComponent = <T>(states: readonly ComponentState[], show: (state: ComponentState) => T) =>
  Object.fromEntries(states.map((state) => [state.component, show(state)])) as Record<Component, T>
