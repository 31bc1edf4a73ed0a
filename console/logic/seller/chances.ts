/** A projection, as far as its chances go: the tiers with the highest first and the unrated one last. */
interface Projected {
  tiers: { name: string; probability: number }[]
  last_final: { tier: string } | null
}

/** What becomes of the last final tier, as probabilities. */
interface Chances {
  likeliest: { name: string; probability: number }
  /** Of the same tier; null without a final month before, or when that tier is none of the rules any more. */
  stay: number | null
  /** Of a higher one; null as `stay`. */
  rise: number | null
}

export function chancesOf({ tiers, last_final }: Projected): Chances {
  const likeliest = tiers.reduce((best, one) => (one.probability > best.probability ? one : best))
  const at = tiers.findIndex(({ name }) => name === last_final?.tier)
  if (at < 0) return { likeliest, stay: null, rise: null }
  const rise = tiers.slice(0, at).reduce((sum, { probability }) => sum + probability, 0)
  return { likeliest, stay: tiers[at]?.probability ?? 0, rise }
}

/** A probability in whole hundredths. What is not quite nothing, or not quite sure, never looks as if it were. */
export function hundredths(probability: number): { sign: '' | '<' | '>'; of: number } {
  const of = Math.round(probability * 100)
  if (of === 0 && probability > 0) return { sign: '<', of: 1 }
  if (of === 100 && probability < 1) return { sign: '>', of: 99 }
  return { sign: '', of }
}
