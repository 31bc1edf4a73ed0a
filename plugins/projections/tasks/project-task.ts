import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { type Projected, type Projection, project } from '../../../src/scoring/projection/project.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** What the projection of a seller is made of, but for the rules, which are those of all. */
export type ProjectedSeller = Omit<Projected, 'world'> & { world: Omit<Projected['world'], 'rules'> }

/** Runs in a thread: the projections of some sellers, in their order. */
export default function projectTask({
  rules,
  sellers,
}: {
  rules: ScoringRules
  sellers: ProjectedSeller[]
}): Projection[] {
  const prepared = prepareRules(rules)
  return sellers.map(({ world, ...rest }) => project({ ...rest, world: { ...world, rules: prepared } }))
}
