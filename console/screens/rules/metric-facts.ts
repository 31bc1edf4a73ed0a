import { METRICS } from '../../service.ts'

/** Unit, counted volume and settings of a metric of scores. */
export const factsOf = (metric: unknown) => METRICS.find(({ name }) => name === metric)

/** The unit of a metric of scores, or of a part of the KPI; '' where it has none. */
export const unitOf = (metric: unknown): string =>
  factsOf(metric)?.unit ?? (metric === 'low_tier_share' ? 'percent' : '')
