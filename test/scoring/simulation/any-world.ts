import fc from 'fast-check'
import type { ScoreException } from '../../../src/scoring/adjustments.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { COMPONENTS, FEED_OF, RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import { REASONS, sumOfLeftOut } from '../../../src/scoring/left-out.ts'
import { type PreparedRules, prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { AppealDecision } from '../../../src/scoring/revise-score.ts'
import { type FeedsInUse, SCORED_FEEDS, type ScoredFeed } from '../../../src/scoring/scored-feeds.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'
import { anException, anInput, defaultRuleSet } from '../a-seller.ts'

const from = (min: number, max: number) => fc.integer({ min, max })

/** Facts that add up: no part above its whole, and the rows of the forecasts at least as far off as their sum. */
const aggregates: fc.Arbitrary<Aggregates> = fc
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

const score = fc.integer({ min: 0, max: 1000 }).map((n) => n / 10)

const adjustment = fc.oneof(
  fc.record({ op: fc.constant('exclude') }),
  fc.record({ op: fc.constantFrom('set', 'floor', 'cap'), value: score }),
  fc.record({ op: fc.constant('add'), value: from(-300, 300).map((n) => n / 10) }),
  fc.record({ op: fc.constant('multiply'), value: from(0, 300).map((n) => n / 100) }),
)

const exceptions: fc.Arbitrary<ScoreException[]> = fc
  .array(fc.record({ component: fc.constantFrom(...COMPONENTS, null), adjustment }), { maxLength: 3 })
  .map((list) =>
    list.map((given, index) =>
      anException({
        id: index + 1,
        score_component_affected: given.component,
        adjustment_rule: given.adjustment,
      }),
    ),
  )

const decisions: fc.Arbitrary<AppealDecision[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<AppealDecision[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.oneof(
        fc.record({ component: fc.constantFrom(...COMPONENTS), raw_after: score }),
        fc.record({ component: fc.constantFrom(...COMPONENTS), total_after: score }),
        fc.record({ component: fc.constantFrom(...COMPONENTS), raw_after: score, total_after: score }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
)

/** Curves that rise and fall as they like, in place of some of the default ones. */
const curves = fc.array(
  fc.record({
    component: fc.constantFrom(...COMPONENTS),
    metric: from(0, 3),
    points: fc.uniqueArray(fc.tuple(from(0, 100), from(0, 100)), {
      selector: ([x]) => x,
      minLength: 2,
      maxLength: 5,
    }),
  }),
  { maxLength: 3 },
)

/** Those whose use turns a component on, three of them at least; and any others. */
const TURNING: readonly ScoredFeed[] = Object.values(FEED_OF)
const OTHERS = SCORED_FEEDS.filter((feed) => !TURNING.includes(feed))

const feeds = fc
  .tuple(fc.subarray([...TURNING], { minLength: 3 }), fc.subarray(OTHERS))
  .map(([turning, others]) => [...turning, ...others])
  .map((used) => Object.fromEntries(SCORED_FEEDS.map((feed) => [feed, used.includes(feed)])) as FeedsInUse)

/** Two tiers above `Low`: totals, the lower one first, and what each asks of every component. */
export type TwoTiers = { scores: [number, number]; floors: [number, number] }

/** The default rules and one for returns with these tiers, counting every fact, and with these curves. */
export function rulesWith({ scores, floors }: TwoTiers, curves: OtherCurve[]): PreparedRules {
  const rules = defaultRuleSet()
  const [lowest, unrated] = [
    rules.tiers.find(({ min_score }) => min_score === 0),
    rules.tiers.find(({ min_score }) => min_score === null),
  ]
  if (!lowest || !unrated) throw new Error('the default tiers lack one')
  rules.tiers = [
    { ...lowest, id: 901, name: 'High', min_score: scores[1], min_component_score: floors[1] },
    { ...lowest, id: 902, name: 'Middle', min_score: scores[0], min_component_score: floors[0] },
    { ...lowest, id: 903, name: 'Low' },
    unrated,
  ]
  rules['o-score'].push({
    id: 904,
    version: 1,
    ...RETURN_RATE,
    curve: [
      [0, 100],
      [20, 0],
    ],
    params: {},
  })
  for (const component of COMPONENTS)
    for (const record of rules[RULE_TYPE_OF[component]]) record.min_volume = 1
  for (const { component, metric, points } of curves) {
    const records = rules[RULE_TYPE_OF[component]]
    const record = records[metric % records.length]
    if (record) record.curve = points.toSorted(([a], [b]) => a - b)
  }
  return prepareRules(rules)
}

const RETURN_RATE = { metric: 'return_rate', weight: 20, min_volume: 1 }

type OtherCurve = { component: (typeof COMPONENTS)[number]; metric: number; points: [number, number][] }

/** A world to be, with any exceptions and appeals and odd curves here and there; its tiers are still to be chosen. */
export const anyWorld = fc
  .record({ aggregates, exceptions, decisions, curves, feeds, elapsed_days: from(20, 31) })
  .map(({ aggregates, exceptions, decisions, curves, feeds, elapsed_days }) => ({
    with: (tiers: TwoTiers): World => ({
      rules: rulesWith(tiers, curves),
      input: anInput({ aggregates, exceptions, feeds_in_use: feeds, elapsed_days }),
      appeals: decisions,
    }),
  }))
