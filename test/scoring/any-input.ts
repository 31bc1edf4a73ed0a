import fc from 'fast-check'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import type { Aggregates } from '../../src/scoring/aggregates.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { REASONS, sumOfLeftOut } from '../../src/scoring/left-out.ts'
import { type FeedsInUse, SCORED_FEEDS, type ScoredFeed } from '../../src/scoring/scored-feeds.ts'
import { anException, anInput } from './a-seller.ts'

/** A whole number within bounds. */
export const from = (min: number, max: number) => fc.integer({ min, max })

/** Facts that add up: no part above its whole, and the rows of the forecasts at least as far off as their sum. */
export const anyAggregates: fc.Arbitrary<Aggregates> = fc
  .record({
    orders: from(20, 60),
    cancelled: from(0, 8),
    due: from(10, 20),
    late: from(0, 8),
    wrong: from(0, 8),
    units: fc.oneof(fc.constant(0), from(1, 60)),
    rows: from(1, 2),
    actual: fc.oneof(fc.constant(0), from(10, 160)),
    off: from(0, 20),
    hidden: from(0, 10),
    over: fc.boolean(),
    days: from(0, 14),
    tickets: from(2, 14),
    weight: from(0, 16),
    replies: from(0, 8),
    overdue: from(0, 8),
    invoiced: from(10_00, 900_00),
    late_days: from(0, 90),
    unpaid: from(0, 100),
    volume: from(100, 9_000),
    aged: from(0, 50),
    stranded: from(0, 12),
    quantity: from(0, 300),
    returns: from(0, 12),
    left_out: fc.array(from(0, 3), { minLength: REASONS.length, maxLength: REASONS.length }),
    none: fc.subarray([...SCORED_FEEDS], { maxLength: 2 }),
  })
  .map((given) => {
    const has = (feed: ScoredFeed) => !given.none.includes(feed)
    const off = Math.min(given.off, given.over ? given.off : given.actual)
    return {
      ...(has('orders') && {
        orders: given.orders,
        seller_cancelled: given.cancelled,
        ready_due: given.due,
        ready_on_time: given.due - given.late,
        error_free: given.orders - given.wrong,
        units_ordered: given.units,
      }),
      ...(has('forecasts') && {
        forecast_rows: given.rows,
        actual_total: given.actual,
        forecast_total: given.actual + (given.over ? off : -off),
        absolute_error: off + 2 * given.hidden,
        lateness_days: given.days,
      }),
      ...(has('tickets') && {
        tickets: given.tickets,
        seller_ticket_weight: given.weight / 2,
        reply_due: given.tickets,
        replied_in_time: Math.max(0, given.tickets - given.replies),
        overdue_tickets: Math.min(given.overdue, given.tickets),
      }),
      ...(has('payments') && {
        invoices: 3,
        invoiced_amount: cents(given.invoiced),
        amount_days_late: cents(given.invoiced * given.late_days),
        unpaid_amount: cents(Math.floor((given.invoiced * given.unpaid) / 100)),
      }),
      ...(has('inventory') && {
        stock_rows: 5,
        stock_volume: given.volume / 10,
        aged_volume: Math.floor((given.volume * given.aged) / 100) / 10,
        stranded_volume: Math.floor((given.volume * given.stranded) / 100) / 10,
        stock_quantity: given.quantity,
      }),
      ...(has('returns') && {
        returns: given.returns + given.left_out.reduce((all, count) => all + count, 0),
        ...Object.fromEntries(
          REASONS.map((reason, n) => [sumOfLeftOut('return', reason), given.left_out[n]]),
        ),
      }),
    }
  })

const cents = (value: number) => (value / 100).toFixed(2)

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

/** Exceptions of these adjustments on the components or the total. */
export const anyExceptions = (
  adjustment: fc.Arbitrary<object>,
  maxLength: number,
): fc.Arbitrary<ScoreException[]> =>
  fc
    .array(fc.record({ component: fc.constantFrom(...COMPONENTS, null), adjustment }), { maxLength })
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
  .record({
    aggregates: anyAggregates,
    feeds_in_use: feeds,
    exceptions: anyExceptions(adjustment, 5),
    elapsed_days: fc.integer({ min: 1, max: 31 }),
  })
  .map((given) => anInput(given))
