import { Type } from '@sinclair/typebox'
import { CalendarDate, Code, Model } from '../platform/schemas/schemas.ts'
import { firstDay } from '../scoring/month.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, exactSum, exactSumWhere, paramsOf, rows } from './feed.ts'
import { also, Count, Maybe, SellerCode, WarehouseId } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('InventoryRecord', {
  seller_code: SellerCode(),
  warehouse_id: also(WarehouseId(), 'warehouse_code'),
  sku: also(Code({ examples: ['SKU-77'] }), 'product_sku item_sku article_code item_code'),
  snapshot_on: also(
    CalendarDate({ description: 'The day of the count; decides the month' }),
    'snapshot_date counted_on count_date',
  ),
  received_on: also(
    CalendarDate({ description: 'When these pieces came in: their age counts from here' }),
    'received_date receipt_date inbound_date arrival_date',
  ),
  quantity: also(Count({ examples: [140] }), 'qty units on_hand quantity_on_hand'),
  volume_m3: Maybe(
    Type.Number({
      minimum: 0,
      maximum: 9_999_999_999,
      description: 'Of all pieces together; kept to four decimals',
      examples: [1.25],
    }),
    'volume volume_cbm cbm',
  ),
  is_stranded: Maybe(Type.Boolean({ description: 'Can’t be sold as it is. Default false' }), 'stranded'),
})

/**
 * The stock of the last snapshot of each of a seller's warehouses in the month up to as_of, each row with what it counts
 * as for the metrics of i_score: warehouses are counted by turns. The volume of a row without volume_m3 is its quantity;
 * it is aged when it was received more than `age_days` before.
 *
 * $2 first day of the month, $3 as_of_date, $4 age_days
 */
const STOCK_OF_MONTH = `
  last as (
    select seller_id, warehouse_id, max(snapshot_on) as snapshot_on
    from inventory_snapshots
    where ($1::int[] is null or seller_id = any($1::int[])) and snapshot_on between $2::date and $3::date
    group by seller_id, warehouse_id
  ), facts_of_month as (
    select *, coalesce(volume_m3, quantity) as volume, snapshot_on - received_on as age_days,
           snapshot_on - received_on > $4::int as is_aged
    from inventory_snapshots join last using (seller_id, warehouse_id, snapshot_on)
    where ($1::int[] is null or seller_id = any($1::int[])) and snapshot_on between $2::date and $3::date
  )`

/** Stock in the warehouses, from warehouse and order systems. */
export const inventory = defineFeed({
  name: 'inventory',
  summary: 'Push stock snapshots',
  description:
    'What lies in the warehouses, from the warehouse systems: one record for each article, day of counting and day of arrival. The month is that of `snapshot_on`; of each warehouse the last snapshot of the month counts.',
  record,
  key: ['seller_code', 'warehouse_id', 'sku', 'snapshot_on', 'received_on'],
  table: 'inventory_snapshots',
  columns: { volume_m3: { type: 'numeric(14, 4)' } },
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'w.id is null' },
  day: 'f.snapshot_on',
  dayFields: ['snapshot_on'],
  inOrder: [['received_on', 'snapshot_on']],
  kept: { past: `f.snapshot_on < ${keptFrom.day}` },
  inMonth: inMonth.day('f.snapshot_on'),
  controlTotals: {
    quantity: { column: 'quantity', description: 'Pieces of all snapshot rows', example: 5200 },
  },
  expected: 'some days',
  scored: {
    line: SCORED.inventory.line,
    rows: STOCK_OF_MONTH,
    values: ({ month: { period, as_of_date }, rules }) => [
      firstDay(period),
      as_of_date,
      paramsOf(rules, 'aged_stock_share').age_days,
    ],
    sums: {
      stock_rows: rows,
      stock_volume: exactSum('volume'),
      aged_volume: exactSumWhere('volume', 'is_aged'),
      stranded_volume: exactSumWhere('volume', 'is_stranded'),
      stock_quantity: exactSum('quantity'),
    },
    // Times the days of the month that had passed.
    amounts: { stock_days: 'quantity::bigint * ($3::date - $2::date + 1)' },
    list: {
      columns: 'warehouse_id, sku, snapshot_on, received_on, age_days, quantity, volume_m3, is_stranded',
      order: 'warehouse_id, sku, received_on',
    },
    inUse:
      'from inventory_snapshots f where f.seller_id = s.id and f.snapshot_on between $3::date and $4::date',
  },
})
