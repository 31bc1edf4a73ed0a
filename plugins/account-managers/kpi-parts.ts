import type { AmKpiPart, AmMetric, KpiRules } from '../../src/scoring/am-kpi.ts'
import { divide, multiply, parse, round } from '../../src/scoring/rational.ts'
import { AM_METRICS } from '../../src/scoring/rule-set.ts'

const DESCRIPTIONS: Record<AmMetric, string> = {
  portfolio_sos: 'Mean total of the rated sellers, weighted by their orders',
  portfolio_change:
    'Mean change to the previous total, weighted by orders, over the rated sellers whose previous score was rated too',
  low_tier_share: 'Share of the rated sellers that are in tiers of rank 2 or below, in percent',
}

/** The parts by their metric; null for one that no record of the period names. */
export const partsOf = (parts: readonly AmKpiPart[]) => byMetric(parts, (part) => part)

/** The same with what each brings to the KPI and the record it was made with. */
export function explainedParts(parts: readonly AmKpiPart[], rules: KpiRules) {
  const measured = parts.reduce((sum, { points, weight }) => (points === null ? sum : sum + weight), 0)
  return byMetric(parts, (part) => {
    const record = rules['am-kpi-weight'].find(({ metric }) => metric === part.metric)
    if (!record) throw new RangeError(`the KPI keeps no record of ${part.metric}`)
    const { id, version, curve } = record
    return {
      description: DESCRIPTIONS[part.metric],
      ...part,
      weighted: part.points === null || measured === 0 ? null : share(part.points, part.weight, measured),
      record: { id, version, curve },
    }
  })
}

const share = (points: number, weight: number, of: number) =>
  round(divide(multiply(parse(points), parse(weight)), parse(of)), 6)

const byMetric = <T>(parts: readonly AmKpiPart[], show: (part: AmKpiPart) => T) =>
  Object.fromEntries(
    AM_METRICS.map((metric) => {
      const part = parts.find((one) => one.metric === metric)
      return [metric, part ? show(part) : null]
    }),
  ) as Record<AmMetric, T | null>
