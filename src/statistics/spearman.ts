/** Sums over pairs of whole numbers x and y, each twice a rank so that tied ranks stay whole, as decimal texts. */
export interface RankSums {
  n: string
  x: string
  y: string
  xx: string
  yy: string
  xy: string
}

/**
 * Spearman's rank correlation: Pearson's over average ranks,
 * (n Σxy − Σx Σy) ÷ √((n Σxx − (Σx)²) (n Σyy − (Σy)²)). Its parts are exact, so that it does not depend on the order
 * of the pairs. Null where one side has a single value, or there is no pair.
 */
export function spearman(sums: RankSums): number | null {
  const [n, x, y, xx, yy, xy] = [sums.n, sums.x, sums.y, sums.xx, sums.yy, sums.xy].map(BigInt) as Six
  const spread = Math.sqrt(Number(n * xx - x * x)) * Math.sqrt(Number(n * yy - y * y))
  return spread === 0 ? null : Math.min(1, Math.max(-1, Number(n * xy - x * y) / spread))
}

type Six = [bigint, bigint, bigint, bigint, bigint, bigint]
