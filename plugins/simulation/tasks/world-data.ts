import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { type AtPace, atPace, type MonthEnd } from '../../../src/scoring/simulation/levers/pace.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'

/**
 * A world as a thread gets it: with the rules that it is prepared from, and the month's end where the pace is asked
 * for.
 */
export type WorldData = Omit<World, 'rules'> & { rules: ScoringRules; end: MonthEnd | null }

/** The world to simulate in, and how much of it is still open, for better and for worse. */
export function readWorldData({ rules, end, ...rest }: WorldData): AtPace {
  const world = { ...rest, rules: prepareRules(rules) }
  return end ? atPace(world, end) : { world, open: {}, risk: {} }
}
