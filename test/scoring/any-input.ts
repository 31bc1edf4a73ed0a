import fc from 'fast-check'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { type FeedsInUse, SCORED_FEEDS } from '../../src/scoring/scored-feeds.ts'
import { anException, anInput } from './a-seller.ts'

const count = (max: number) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(max) })
const cents = (max: number) =>
  count(max * 100).map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`)

const aggregates = fc.record({
  orders: count(300),
  seller_cancelled: count(30),
  ready_on_time: count(300),
  ready_due: count(300),
  error_free: count(300),
  units_ordered: count(900),
  forecast_rows: count(4),
  forecast_total: count(500),
  actual_total: count(400),
  absolute_error: count(300),
  lateness_days: count(40),
  tickets: count(40),
  seller_ticket_weight: cents(40),
  replied_in_time: count(40),
  reply_due: count(40),
  overdue_tickets: count(20),
  invoices: count(5),
  invoiced_amount: cents(9000),
  amount_days_late: cents(900000),
  unpaid_amount: cents(9000),
  stock_rows: count(40),
  stock_volume: cents(400),
  aged_volume: cents(200),
  stranded_volume: cents(40),
  stock_quantity: count(4000),
})

const feeds = fc.record(
  Object.fromEntries(SCORED_FEEDS.map((feed) => [feed, fc.boolean()])),
) as fc.Arbitrary<FeedsInUse>

const adjustment = fc.oneof(
  fc.record({ op: fc.constant('exclude') }),
  fc.record({
    op: fc.constantFrom('set', 'floor', 'cap'),
    value: fc.integer({ min: 0, max: 1000 }).map((n) => n / 10),
  }),
  fc.record({ op: fc.constant('add'), value: fc.integer({ min: -2000, max: 2000 }).map((n) => n / 10) }),
  fc.record({ op: fc.constant('multiply'), value: fc.integer({ min: 0, max: 300 }).map((n) => n / 100) }),
  fc.record({ waive: fc.boolean() }),
)

const exceptions: fc.Arbitrary<ScoreException[]> = fc
  .array(fc.record({ component: fc.constantFrom(...COMPONENTS, null), adjustment }), { maxLength: 5 })
  .map((list) =>
    list.map((given, index) =>
      anException({
        id: index + 1,
        score_component_affected: given.component,
        adjustment_rule: given.adjustment,
      }),
    ),
  )

/** A seller with any facts, feeds and exceptions, in May 2026. */
export const anyInput = fc
  .record({ aggregates, feeds_in_use: feeds, exceptions, elapsed_days: fc.integer({ min: 1, max: 31 }) })
  .map((given) => anInput(given))
