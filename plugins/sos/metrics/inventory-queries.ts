import type { Sql } from '../../../src/platform/database/database.ts'
import { firstDayOf, type ScoredMonth } from './scored-month.ts'

export interface InventoryAggregates {
  seller_id: number
  stock_rows: number
  stock_volume: string
  aged_volume: string
  stranded_volume: string
  stock_quantity: string
}

/**
 * Per seller the stock of its last snapshot date of the month up to as_of, in all warehouses counted that day. The
 * volume of a row without volume_m3 is its quantity; it is aged when it was received more than `ageDays` before.
 */
export const aggregateInventory = (db: Sql, sellers: number[], month: ScoredMonth, ageDays: number) =>
  db.rows<InventoryAggregates>(
    `with last as (
       select seller_id, max(snapshot_on) as snapshot_on
       from inventory_snapshots
       where seller_id = any($1::int[]) and snapshot_on between $2::date and $3::date
       group by seller_id
     ), stock as (
       select seller_id, quantity, coalesce(volume_m3, quantity) as volume, is_stranded,
              snapshot_on - received_on > $4::int as is_aged
       from inventory_snapshots join last using (seller_id, snapshot_on)
     )
     select seller_id,
            count(*) as stock_rows,
            sum(volume)::text as stock_volume,
            coalesce(sum(volume) filter (where is_aged), 0)::text as aged_volume,
            coalesce(sum(volume) filter (where is_stranded), 0)::text as stranded_volume,
            sum(quantity)::text as stock_quantity
     from stock
     group by seller_id`,
    [sellers, firstDayOf(month), month.as_of_date, ageDays],
  )
