import { type Static, Type } from '@sinclair/typebox'
import { count, Nullable } from '../../platform/schemas/schemas.ts'
import { MetricName } from './metric-name.ts'

/** How many scores are rated and why the others are not, for every answer that counts scores. */
export const RatedCounts = {
  rated: count('Sellers whose score is rated', 190),
  unrated: count('Sellers with too little data to be rated', 8),
  unrated_reasons: Type.Array(
    Type.Object({
      reason: Type.String({ examples: ['on_time_ready_rate asks for 30 orders that were due to be ready'] }),
      metric: Nullable(MetricName(), {
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

/** What of a score decides how it is counted. */
export interface CountedScore {
  is_rated: boolean
  unrated: { reason: string; metric: string | null } | null
  before_contract: boolean
}

/** Counts scores by whether they are rated and why not; those before a contract are in no count. */
export function countRated(scores: readonly CountedScore[]): RatedCounts {
  const counted = scores.filter(({ before_contract }) => !before_contract)
  const reasons = new Map<string, RatedCounts['unrated_reasons'][number]>()
  for (const { unrated } of counted) {
    if (!unrated) continue
    const known = reasons.get(unrated.reason) ?? { ...unrated, sellers: 0 }
    reasons.set(unrated.reason, { ...known, sellers: known.sellers + 1 })
  }
  const rated = counted.filter(({ is_rated }) => is_rated).length
  return { rated, unrated: counted.length - rated, unrated_reasons: [...reasons.values()] }
}
