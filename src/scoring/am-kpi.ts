import { weightedMean } from './combine.ts'
import { prepareCurve, readCurve } from './curve.ts'
import { type RecordReference, reference, UnusableRules } from './prepare-rules.ts'
import { HUNDRED, parse, type Rational, round, subtract, whole, ZERO } from './rational.ts'
import { AM_METRICS, ruleSetProblem } from './rule-set.ts'
import type { RuleRecord, RuleSet } from './rules.ts'

/** Below this many rated sellers a KPI is shown but not assessed. */
const ENOUGH_SELLERS = 3

/** The highest rank of a tier that counts as low. */
export const LOW_RANK = 2

/** The configuration records that an AM KPI is made with. */
export type KpiRules = Pick<RuleSet, 'am-kpi-weight' | 'am-bonus-penalty'>

/** A scored seller of an account manager's portfolio in a period. */
export type PortfolioSeller = {
  total_sos: number | string
  /** its latest earlier total; null for a new seller */
  previous_sos: number | string | null
  tier_rank: number
  is_rated: boolean
  /** orders of the month */
  orders: number
}

export type AmMetric = (typeof AM_METRICS)[number]

/** A part of the KPI: `value` and `points` to 6 decimals, null when no seller counts for it. */
export type AmKpiPart = {
  metric: AmMetric
  value: number | null
  points: number | null
  weight: number
  /** how many sellers count for it */
  sellers: number
}

export type AmKpi = {
  /** 0 to 100, to 2 decimals; null when nothing can be measured */
  kpi: number | null
  assessed: boolean
  sellers: number
  rated_sellers: number
  parts: AmKpiPart[]
  band: { name: string; percent: number } | null
  records: Record<keyof KpiRules, RecordReference[]>
}

/** The value of one seller and its weight in the mean; null when the seller does not count for the metric. */
const READ: Record<AmMetric, (seller: PortfolioSeller) => [Rational, Rational] | null> = {
  portfolio_sos: ({ total_sos, orders }) => [hundredths(total_sos), weightOf(orders)],
  portfolio_change: ({ total_sos, previous_sos, orders }) =>
    previous_sos === null
      ? null
      : [subtract(hundredths(total_sos), hundredths(previous_sos)), weightOf(orders)],
  low_tier_share: ({ tier_rank }) => [tier_rank <= LOW_RANK ? HUNDRED : ZERO, whole(1n)],
}

const weightOf = (orders: number): Rational => parse(Math.max(1, orders))

/** A total has two decimals; over one denominator the sum of a large portfolio stays a small fraction. */
const hundredths = (total: number | string): Rational => ({
  n: BigInt(Math.round(Number(total) * 100)),
  d: 100n,
})

/**
 * The KPI of an account manager in a period, over the rated sellers: the mean of its parts' points, by weight,
 * rounded once. New sellers are left out of portfolio_change; a part that no seller counts for is left out of the
 * KPI, which is then the mean of the others. With fewer than 3 rated sellers it is not assessed and has no band.
 * @throws UnusableRules
 */
export function computeAmKpi(rules: KpiRules, sellers: readonly PortfolioSeller[]): AmKpi {
  for (const type of ['am-kpi-weight', 'am-bonus-penalty'] as const) {
    const problem = ruleSetProblem(type, rules[type])
    if (problem) throw new UnusableRules(`${type}: ${problem}`)
  }
  const rated = sellers.filter(({ is_rated }) => is_rated)
  const parts = AM_METRICS.flatMap((metric) =>
    rules['am-kpi-weight']
      .filter((rule) => rule.metric === metric)
      .map((rule) => partOf(metric, rule, rated)),
  )
  const mean = weightedMean(
    parts.flatMap(({ exact, part }) => (exact ? [[exact, parse(part.weight)] as const] : [])),
  )
  const kpi = mean && round(mean, 2)
  const assessed = kpi !== null && rated.length >= ENOUGH_SELLERS
  return {
    kpi,
    assessed,
    sellers: sellers.length,
    rated_sellers: rated.length,
    parts: parts.map(({ part }) => part),
    band: assessed ? bandOf(kpi, rules['am-bonus-penalty']) : null,
    records: {
      'am-kpi-weight': rules['am-kpi-weight'].map(reference),
      'am-bonus-penalty': rules['am-bonus-penalty'].map(reference),
    },
  }
}

/** A part of the KPI, and its unrounded points. */
function partOf(
  metric: AmMetric,
  { curve, weight }: RuleRecord<'am-kpi-weight'>,
  rated: readonly PortfolioSeller[],
): { exact: Rational | null; part: AmKpiPart } {
  const counted = rated.map(READ[metric]).filter((reading) => reading !== null)
  const value = weightedMean(counted)
  const exact = value && readCurve(prepareCurve(curve), value)
  const shown = { value: value && round(value, 6), points: exact && round(exact, 6) }
  return { exact, part: { metric, ...shown, weight, sellers: counted.length } }
}

/** The band with the highest min_kpi that the rounded KPI reaches. */
function bandOf(kpi: number, bands: readonly RuleRecord<'am-bonus-penalty'>[]): AmKpi['band'] {
  const reached = bands.filter(({ min_kpi }) => min_kpi <= kpi).sort((a, b) => b.min_kpi - a.min_kpi)[0]
  return reached ? { name: reached.name, percent: reached.percent } : null
}
