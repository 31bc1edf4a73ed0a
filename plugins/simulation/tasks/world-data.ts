import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { atPace, type MonthEnd } from '../../../src/scoring/simulation/pace.ts'
import type { Open } from '../../../src/scoring/simulation/path-answer.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'

/** A world as a thread gets it: with the rules that it is prepared from, and the month's end where the pace is asked for. */
export type WorldData = Omit<World, 'rules'> & { rules: ScoringRules; end: MonthEnd | null }

/** The world to simulate in, and how much of it is still open. */
export function readWorldData({ rules, end, ...rest }: WorldData): { world: World; open: Open } {
  const world = { ...rest, rules: prepareRules(rules) }
  return end ? atPace(world, end) : { world, open: {} }
}
