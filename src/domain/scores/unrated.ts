import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../platform/schemas/schemas.ts'

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

/** How many scores are rated and why the others are not, for every answer that counts scores. */
export const RatedCounts = {
  rated: count('Sellers whose score is rated', 190),
  unrated: count('Sellers with too little data to be rated', 8),
  unrated_reasons: Type.Array(
    Type.Object({
      reason: Type.String({ examples: ['on_time_ready_rate asks for 30 orders that were due to be ready'] }),
      metric: Nullable(Type.String(), {
        description: 'The metric that lacks data; null where it is none',
        examples: ['on_time_ready_rate'],
      }),
      sellers: count('Sellers that are unrated for this reason first of all', 8),
    }),
    { description: 'Why sellers are unrated, the most frequent reason first: one for each seller' },
  ),
}
const Counts = Type.Object(RatedCounts)
export type RatedCounts = Static<typeof Counts>

/** A warning, as answers carry it, when most scores are unrated; else nothing. */
export function warnOfUnrated({ rated, unrated, unrated_reasons: [most] }: RatedCounts): {
  warnings?: string[]
} {
  if (unrated <= rated) return {}
  const why = most ? `; the most frequent reason: ${most.reason} (${most.sellers} of them)` : ''
  return { warnings: [`${unrated} of ${rated + unrated} sellers are unrated${why}.`] }
}

/** Counts scores by whether they are rated and why not. */
export function countRated(
  scores: readonly { is_rated: boolean; unrated: { reason: string; metric: string | null } | null }[],
): RatedCounts {
  const reasons = new Map<string, RatedCounts['unrated_reasons'][number]>()
  for (const { unrated } of scores) {
    if (!unrated) continue
    const known = reasons.get(unrated.reason) ?? { ...unrated, sellers: 0 }
    reasons.set(unrated.reason, { ...known, sellers: known.sellers + 1 })
  }
  const rated = scores.filter(({ is_rated }) => is_rated).length
  return { rated, unrated: scores.length - rated, unrated_reasons: [...reasons.values()] }
}
