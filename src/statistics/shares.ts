/** A 95 % interval of a normal distribution is its mean ± this many standard errors. */
export const Z95 = 1.959963984540054

export interface Interval {
  low: number
  high: number
}

/**
 * Wilson's 95 % interval of a share, good for few and for shares near 0 and 1 (Wilson 1927; Newcombe 1998, method 3);
 * 0 to 1 of none.
 */
export function wilson(hits: number, of: number): Interval {
  if (of <= 0) return { low: 0, high: 1 }
  const square = Z95 * Z95
  const middle = hits + square / 2
  const half = Z95 * Math.sqrt((hits * (of - hits)) / of + square / 4)
  return {
    low: Math.max(0, (middle - half) / (of + square)),
    high: Math.min(1, (middle + half) / (of + square)),
  }
}

/**
 * Scores of a group: `hits` of `of`, made by so many sellers. The sums over the sellers of the squares and products of
 * their own hits and scores say how much a seller's months go together; with one score a seller they are hits, hits,
 * of.
 */
export interface ShareOfGroup {
  hits: number
  of: number
  sellers: number
  hits_hits: number
  hits_of: number
  of_of: number
}

/**
 * The ratio of two shares and its 95 % interval by the logarithm of the ratio (Katz and others 1978), where the
 * variance of a share is that of a ratio of sums over sellers, so that a seller who counts in many months is no many
 * sellers (Cochran 1977, 6.4; with one score a seller it is Katz's 1 ÷ hits − 1 ÷ of). A share of 0 or 1 is taken half
 * a seller away from it, as its variance would be unknown. Null where the second share is 0.
 */
export function shareRatio(a: ShareOfGroup, b: ShareOfGroup): (Interval & { ratio: number }) | null {
  if (a.of === 0 || b.of === 0 || b.hits === 0) return null
  const ratio = a.hits / a.of / (b.hits / b.of)
  const half = Z95 * Math.sqrt(relativeVariance(a) + relativeVariance(b))
  const middle = a.hits > 0 ? ratio : 0.5 / a.sellers / (b.hits / b.of)
  return { ratio, low: a.hits > 0 ? middle * Math.exp(-half) : 0, high: middle * Math.exp(half) }
}

/** Variance of a share ÷ its square, which is the variance of its logarithm. */
function relativeVariance({ hits, of, sellers, hits_hits, hits_of, of_of }: ShareOfGroup): number {
  if (hits === 0) return 1 / 0.5 - 1 / (sellers + 0.5)
  if (hits === of) return 1 / (sellers - 0.5) - 1 / sellers
  const share = hits / of
  const squares = hits_hits - 2 * share * hits_of + share * share * of_of
  return Math.max(squares, 0) / (hits * hits)
}
