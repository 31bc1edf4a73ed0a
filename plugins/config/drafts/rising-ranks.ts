import { badRequest } from '../../../src/platform/http/problems.ts'
import type { Rule } from '../../../src/scoring/rules.ts'

/**
 * Refuses tiers of which a higher one has no higher rank, because ranks say who drops and rises. A draft is asked to
 * mend them only when it changes tiers.
 * @throws 400 that names the two tiers
 */
export function requireRisingRanks(tiers: readonly Pick<Rule<'tiers'>, 'name' | 'rank' | 'min_score'>[]) {
  const rated = tiers
    .flatMap(({ name, rank, min_score }) => (min_score === null ? [] : [{ name, rank, min_score }]))
    .sort((a, b) => a.min_score - b.min_score)
  for (const [index, tier] of rated.entries()) {
    const below = rated[index - 1]
    if (below && below.rank >= tier.rank)
      throw badRequest(
        'rules_unusable',
        `tiers: rank must rise with min_score, but "${below.name}" from ${below.min_score} has rank ${below.rank} and "${tier.name}" from ${tier.min_score} rank ${tier.rank}`,
      )
  }
}
