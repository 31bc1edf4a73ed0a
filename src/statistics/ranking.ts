import { type Interval, Z95 } from './shares.ts'

export interface Ranked {
  value: number
  good: number
  bad: number
}

/** Different sellers among the good and among the bad ones: one that is in many months is one. */
type Sellers = Omit<Ranked, 'value'>

export interface Ranking extends Interval {
  /** Somers' D: 1 when every bad one has a lower value than every good one, 0 when values say nothing */
  gini: number
  /** The largest difference between the shares of bad and of good ones up to a value */
  ks: number
  /** What chance alone passes once in twenty (Smirnov 1948) */
  ks_by_chance: number
}

/**
 * How well values rank the good above the bad: Gini = 2 × AUC − 1, where AUC is the chance that a good one has a higher
 * value than a bad one, a tie being half. Its 95 % interval is that of Hanley and McNeil (1982), with sellers in place
 * of pairs of months, which makes it wider rather than too narrow. Null where there are no good or no bad ones.
 */
export function rankingOf(values: readonly Ranked[], sellers: Sellers): Ranking | null {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const good = sorted.reduce((sum, one) => sum + one.good, 0)
  const bad = sorted.reduce((sum, one) => sum + one.bad, 0)
  if (good === 0 || bad === 0) return null
  let [goodBelow, badBelow, above, ks] = [0, 0, 0, 0]
  for (const one of sorted) {
    above += one.good * (badBelow + one.bad / 2)
    goodBelow += one.good
    badBelow += one.bad
    ks = Math.max(ks, Math.abs(badBelow / bad - goodBelow / good))
  }
  const auc = above / good / bad
  const half = 2 * Z95 * errorOf(auc, sellers)
  const gini = 2 * auc - 1
  return {
    gini,
    low: Math.max(-1, gini - half),
    high: Math.min(1, gini + half),
    ks,
    ks_by_chance: Math.min(1, 1.358 * Math.sqrt(1 / sellers.good + 1 / sellers.bad)),
  }
}

/** Standard error of an AUC by Hanley and McNeil (1982), formula 2. */
function errorOf(auc: number, { good, bad }: Sellers): number {
  const q1 = auc / (2 - auc)
  const q2 = (2 * auc * auc) / (1 + auc)
  const square = auc * auc
  const spread = auc * (1 - auc) + (bad - 1) * (q1 - square) + (good - 1) * (q2 - square)
  return Math.sqrt(Math.max(spread, 0) / (good * bad))
}

/** Sums over pairs of whole numbers x and y, each twice a rank so that tied ranks stay whole, as decimal texts. */
export type RankSums = Record<'n' | 'x' | 'y' | 'xx' | 'yy' | 'xy', string>

/**
 * Spearman's rank correlation: Pearson's over average ranks,
 * (n Σxy − Σx Σy) ÷ √((n Σxx − (Σx)²) (n Σyy − (Σy)²)). Its parts are exact, so that it does not depend on the order
 * of the pairs. Null where one side has a single value, or there is no pair.
 */
export function spearman(sums: RankSums): number | null {
  const [n, x, y] = [BigInt(sums.n), BigInt(sums.x), BigInt(sums.y)]
  const [xx, yy, xy] = [BigInt(sums.xx), BigInt(sums.yy), BigInt(sums.xy)]
  const spread = Math.sqrt(Number(n * xx - x * x)) * Math.sqrt(Number(n * yy - y * y))
  return spread === 0 ? null : Math.min(1, Math.max(-1, Number(n * xy - x * y) / spread))
}
