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

/**
 * What follows from the final components and total, both unrounded; `explain` says how. `previous` is the earlier
 * rated total.
 */
export function summarize(
  tiers: Tiers,
  states: readonly ComponentState[],
  total: Rational,
  previous: number | null,
): { result: ScoreResult; explain: () => Explained } {
  const total_sos = round(total, 2)
  const components = perComponent(states, roundScores)
  const standing = perComponent(states, ({ component, weight, has_data, in_use }) => ({
    raw: components[component].raw,
    weight: round(weight, 6),
    has_data,
    in_use,
  }))
  const decided = decideTier(tiers, { total: total_sos, components: standing })
  const { tier, is_rated } = decided
  const result = {
    total_sos,
    is_rated,
    tier: { id: tier.id, name: tier.name, rank: tier.rank, color: tier.color, benefits: tier.benefits },
    components,
    trend: computeTrend(total_sos, previous, is_rated),
    top_opportunity: topOpportunity(states),
  }
  const explain = () => ({
    components: perComponent(states, explainComponent),
    tier: decided.decision,
  })
  return { result, explain }
}

type Explained = { components: Record<Component, ComponentExplanation>; tier: TierDecision }

const roundScores = (state: ComponentState) => ({
  raw: round(state.raw, 2),
  weighted: round(weightedScore(state), 2),
})

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
  ...roundScores(state),
  weight: round(state.weight, 6),
  in_use: state.in_use,
  has_data: state.has_data,
  imputed: state.imputed,
  data_weight_percent: round(state.data_weight, 6),
  measured: state.measured && round(state.measured, 6),
  unrounded: round(state.raw, 6),
  points_lost: round(pointsLost(state), 6),
})

function perComponent<T>(states: readonly ComponentState[], show: (state: ComponentState) => T) {
  const shown = {} as Record<Component, T>
  for (const state of states) shown[state.component] = show(state)
  return shown
}
