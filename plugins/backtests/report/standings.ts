import { changeRules } from '../../../src/scoring/draft-rules.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import type { Fixed } from './report-queries.ts'

/** Tiers by name, and how high each stands: position by position. */
export interface Standings {
  names: string[]
  heights: number[]
}

/** Below every min_score. */
const UNRATED = -1

/**
 * How high each tier of both sides stands, in one order: by its min_score after the change where a tier of that name
 * exists there, by that before the change elsewhere; the tier of the unrated stands below all. A score drops where its
 * tier after stands below its tier before, and tiers that stand equally high are one tier with two names. Ranks say
 * nothing of it: those of two sets can't be compared, and any set may have any.
 */
export function standingsOf({ rules, changes }: Pick<Fixed, 'rules' | 'changes'>): Standings {
  const after = new Map(changeRules(rules, changes).tiers.map((tier) => [identityOf('tiers', tier), tier]))
  const heights = new Map<string, number>()
  for (const tier of [...rules.tiers, ...after.values()])
    heights.set(tier.name, (after.get(identityOf('tiers', tier)) ?? tier).min_score ?? UNRATED)
  return { names: [...heights.keys()], heights: [...heights.values()] }
}

/**
 * SQL that joins `moved` to scores `b` of a backtest: 1 for one that rises, -1 for one that drops, 0 for one that does
 * neither. `names` and `heights` are the parameters that hold the standings.
 */
export const joinMoved = (names: string, heights: string) => `
  left join unnest(${names}::text[], ${heights}::numeric[]) tier_before(name, height) on tier_before.name = b.before_tier
  left join unnest(${names}::text[], ${heights}::numeric[]) tier_after(name, height) on tier_after.name = b.after_tier
  cross join lateral (
    select sign(coalesce(tier_after.height - tier_before.height, b.after_rank - b.before_rank)) as moved) direction`
