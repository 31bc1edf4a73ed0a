import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

/** The orders that each seller has forecast of the month, campaigns left out; one without a forecast is left out. */
export async function baseForecasts(
  db: Sql,
  sellers: number[],
  { period, as_of }: ScoredMonth,
): Promise<Map<number, number>> {
  const rows = await db.rows<{ seller_id: number; forecast_orders: number }>(
    `select seller_id, forecast_orders from forecasts
     where seller_id = any($1::int[]) and period = $2 and campaign_id = 0 and submitted_at < $3`,
    [sellers, period, as_of],
  )
  return new Map(rows.map(({ seller_id, forecast_orders }) => [seller_id, forecast_orders]))
}
