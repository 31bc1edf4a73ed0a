import { COMPONENTS, type Component } from './components.ts'
import { add, compare, multiply, parse, type Rational, round, subtract, whole, ZERO } from './rational.ts'
import type { RuleRecord } from './rules.ts'

export type TierRecord = RuleRecord<'tiers'>

/** Tiers with a min_score, highest first, and the one without. */
export type Tiers = { rated: (TierRecord & { min_score: number })[]; unrated: TierRecord }

/** With less of the weight in use behind it than this many percent, a score is not rated. */
const ENOUGH_COMPONENT_WEIGHT = 60n

/** What a tier is decided on: rounded numbers, as the seller sees them. */
export type Standing = {
  total: number
  components: Record<Component, { raw: number; weight: number; has_data: boolean; in_use: boolean }>
}

/** Which tier, and what kept the seller from the next one up. */
export type TierDecision = {
  id: number
  name: string
  is_rated: boolean
  /** weight of the components with data, and of those in use */
  weight_with_data: number
  weight_in_use: number
  /** the lowest raw among the components with data; null when none has data */
  lowest: { component: Component; raw: number } | null
  /** the tier above; null for the highest and for the unrated tier */
  next: {
    name: string
    min_score: number
    min_component_score: number
    points_missing: number
    components_below: Component[]
  } | null
}

/** Expects one tier without a min_score and one at 0 (`ruleSetProblem` tells). */
export function prepareTiers(records: readonly TierRecord[]): Tiers {
  const rated = records.filter((tier): tier is Tiers['rated'][number] => tier.min_score !== null)
  const unrated = records.find(({ min_score }) => min_score === null)
  if (!unrated) throw new RangeError('no unrated tier')
  return { rated: rated.sort((a, b) => b.min_score - a.min_score), unrated }
}

/** A tier and whether it is a rated one; `decision` says how it came about. */
export type Decided = { tier: TierRecord; is_rated: boolean; readonly decision: TierDecision }

/**
 * The unrated tier when the components with data carry less than 60 % of the weight in use; otherwise the highest
 * whose min_score the total reaches and whose min_component_score every component with data reaches.
 */
export function decideTier(tiers: Tiers, standing: Standing): Decided {
  const { total, components } = standing
  const withData = COMPONENTS.filter((component) => components[component].has_data)
  const weightWithData = weigh(standing, withData)
  const weightInUse = weigh(
    standing,
    COMPONENTS.filter((component) => components[component].in_use),
  )
  const is_rated = enough(weightWithData, weightInUse)
  const below = (tier: TierRecord) =>
    withData.filter((component) => components[component].raw < tier.min_component_score)
  const reached = tiers.rated.findIndex((tier) => tier.min_score <= total && below(tier).length === 0)
  const position = reached < 0 ? tiers.rated.length - 1 : reached
  const tier = (is_rated && tiers.rated[position]) || tiers.unrated
  const next = is_rated ? tiers.rated[position - 1] : undefined
  const explain = (): TierDecision => ({
    id: tier.id,
    name: tier.name,
    is_rated,
    weight_with_data: round(weightWithData, 6),
    weight_in_use: round(weightInUse, 6),
    lowest: lowestOf(withData.map((component) => ({ component, raw: components[component].raw }))),
    next: next
      ? {
          name: next.name,
          min_score: next.min_score,
          min_component_score: next.min_component_score,
          points_missing: shortfall(next.min_score, total),
          components_below: below(next),
        }
      : null,
  })
  return {
    tier,
    is_rated,
    get decision() {
      return explain()
    },
  }
}

const weigh = ({ components }: Standing, names: readonly Component[]): Rational =>
  names.reduce((sum, name) => add(sum, parse(components[name].weight)), ZERO)

const enough = (withData: Rational, inUse: Rational) =>
  withData.n > 0n &&
  compare(multiply(withData, whole(100n)), multiply(inUse, whole(ENOUGH_COMPONENT_WEIGHT))) >= 0

/** The first of the lowest, in the order of the components. */
function lowestOf(scores: { component: Component; raw: number }[]) {
  let lowest: { component: Component; raw: number } | null = null
  for (const score of scores) if (lowest === null || score.raw < lowest.raw) lowest = score
  return lowest
}

const shortfall = (wanted: number, reached: number) =>
  reached >= wanted ? 0 : round(subtract(parse(wanted), parse(reached)), 2)
