import type { Aggregates } from '../aggregates.ts'

/** What the forecasts come to at the month's end, but for the orders that are still to come. */
export type ForecastOutlook = {
  /** The forecast of the month without a campaign; 0 when there is none */
  base: number
  /** The orders that the sums were made with, at least 1 */
  orders: number
  /** `aggregateForecasts` with these orders */
  sums: Pick<
    Aggregates,
    'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'lateness_days'
  >
}

/** The forecasts of a month against so many orders, above 0. Those of campaigns stay as they are. */
export function forecastsAgainst({ base, orders, sums }: ForecastOutlook, drawn: number): Aggregates {
  const change = Math.abs(base - drawn) - Math.abs(base - orders)
  return {
    ...sums,
    actual_total: plus(sums.actual_total, drawn - orders),
    absolute_error: plus(sums.absolute_error, change),
  }
}

const plus = (sum: Aggregates['actual_total'], more: number) => String(BigInt(sum ?? 0) + BigInt(more))
