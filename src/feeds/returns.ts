import { Code, Model, Timestamp } from '../platform/schemas/schemas.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { isAnothers, isNobodys } from './faults.ts'
import { defineFeed, rows } from './feed.ts'
import { also, Carrier, Fault, Maybe, orDate, SellerCode, WarehouseId, Word } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('ReturnRecord', {
  return_code: also(Code({ examples: ['R-20417'] }), 'return_id return_number return_no rma'),
  seller_code: SellerCode(),
  order_code: Maybe(
    Code({ description: 'The order that it is of, known or not', examples: ['ORD-100234'] }),
    'order_id order_number order_no',
  ),
  returned_at: also(
    orDate(Timestamp({ description: 'Decides the month of the return' })),
    'returned_on return_date',
  ),
  reason: Maybe(Word({ description: 'In the words of the shop', examples: ['too small'] }), 'return_reason'),
  fault: Maybe(
    Fault({
      description:
        'By whose fault it came back: by another’s than the seller’s it has no part in return_rate',
      examples: ['seller'],
    }),
    'return_fault',
  ),
  carrier: Maybe(Carrier(), 'carrier_name shipping_carrier courier'),
  warehouse_id: Maybe(WarehouseId(), 'warehouse_code'),
})

/**
 * The returns of [month_start, as_of), each with the whole days since its order, null where the order is not known. One by
 * another's fault is left out, or that names none where these are nobody's.
 *
 * $2 month_start, $3 as_of, $4 whether no fault is nobody's
 */
const RETURNS_OF_MONTH = `
  facts_of_month as (
    select r.*, floor(extract(epoch from r.returned_at - o.ordered_at) / 86400)::int as days_since_order,
           r.fault is null as names_none,
           case when ${isAnothers('r.fault')} then r.fault when r.fault is null and $4 then 'nobody' end as return_left_out
    from returns r left join orders o on o.seller_id = r.seller_id and o.order_code = r.order_code
    where ($1::int[] is null or r.seller_id = any($1::int[])) and r.returned_at >= $2 and r.returned_at < $3
  )`

/** Returns of customers, from warehouses and shops. */
export const returns = defineFeed({
  name: 'returns',
  summary: 'Push returns',
  description:
    'Returns of customers, from warehouses and shops. The month of a return is that of `returned_at`.',
  record,
  key: ['seller_code', 'return_code'],
  table: 'returns',
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'g.warehouse_id is not null and w.id is null' },
  day: '(f.returned_at at time zone $1)::date',
  dayFields: ['returned_at'],
  inOrder: [
    [
      {
        said: 'ordered_at of its order',
        value:
          '(select ordered_at from orders o where o.seller_id = f.seller_id and o.order_code = f.order_code)',
      },
      'returned_at',
    ],
  ],
  kept: { past: `f.returned_at < ${keptFrom.instant}` },
  inMonth: inMonth.instant('f.returned_at'),
  controlTotals: {},
  expected: 'every day',
  scored: {
    line: SCORED.returns.line,
    rows: RETURNS_OF_MONTH,
    values: ({ month: { month_start, as_of }, rules }) => [month_start, as_of, isNobodys(rules, 'returns')],
    sums: { returns: rows },
    leftOut: { return: 'return_left_out' },
    fault: { asked: 'true', unnamed: 'names_none' },
    amounts: { returns_judged: 'case when return_left_out is null then 1 else 0 end' },
    list: {
      columns: 'return_code, order_code, returned_at, days_since_order, reason, fault, carrier, warehouse_id',
      order: 'returned_at, return_code',
    },
    inUse: 'from returns f where f.seller_id = s.id and f.returned_at >= $1 and f.returned_at < $2',
  },
})
