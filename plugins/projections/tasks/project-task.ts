import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { type Projected, project } from '../../../src/scoring/projection/project.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** What the projection of a seller is made of, but for the rules, which are those of all. */
export type ProjectedSeller = Omit<Projected, 'world'> & { world: Omit<Projected['world'], 'rules'> }

/** Runs in a thread: the projection of a seller. */
export default function projectTask({ rules, seller }: { rules: ScoringRules; seller: ProjectedSeller }) {
  const { world, ...rest } = seller
  return project({ ...rest, world: { ...world, rules: prepareRules(rules) } })
}
