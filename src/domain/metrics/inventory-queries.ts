import type { Sql } from '../../platform/database/database.ts'
import { firstDay } from '../../scoring/month.ts'
import type { ScoredMonth } from './scored-month.ts'
import { readSums, type Sums, type Whose } from './sums.ts'

export interface InventoryAggregates {
  seller_id: number
  stock_rows: number
  stock_volume: string
  aged_volume: string
  stranded_volume: string
  stock_quantity: string
}

/**
 * The stock of each seller's last snapshot date of the month up to as_of, in all warehouses counted that day, each
 * row with what it counts as for the metrics of i_score. The volume of a row without volume_m3 is its quantity; it is
 * aged when it was received more than `age_days` before.
 *
 * $1 seller ids, null for all, $2 first day of the month, $3 as_of_date, $4 age_days
 */
export const STOCK_OF_MONTH = `
  last as (
    select seller_id, max(snapshot_on) as snapshot_on
    from inventory_snapshots
    where ($1::int[] is null or seller_id = any($1::int[])) and snapshot_on between $2::date and $3::date
    group by seller_id
  ), stock_of_month as (
    select *, coalesce(volume_m3, quantity) as volume, snapshot_on - received_on as age_days,
           snapshot_on - received_on > $4::int as is_aged
    from inventory_snapshots join last using (seller_id, snapshot_on)
    where ($1::int[] is null or seller_id = any($1::int[])) and snapshot_on between $2::date and $3::date
  )`

/** Per seller the stock of the month, added up. */
export const aggregateInventory = (db: Sql, sellers: number[], month: ScoredMonth, ageDays: number) =>
  readSums(db, inventorySums(sellers, month, ageDays))

export const inventorySums = (
  sellers: Whose,
  month: ScoredMonth,
  ageDays: number,
): Sums<InventoryAggregates> => ({
  text: `with ${STOCK_OF_MONTH}
     select seller_id,
            count(*) as stock_rows,
            sum(volume)::text as stock_volume,
            coalesce(sum(volume) filter (where is_aged), 0)::text as aged_volume,
            coalesce(sum(volume) filter (where is_stranded), 0)::text as stranded_volume,
            sum(quantity)::text as stock_quantity
     from stock_of_month
     group by seller_id`,
  values: [sellers, firstDay(month.period), month.as_of_date, ageDays],
})
