import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import type { PathAnswer } from '../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import type { LeverName } from '../../../src/scoring/simulation/levers/levers.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'
import { aggregatesOf, anInput, rules, VALUES } from '../a-seller.ts'

/** A world by the default rules with all feeds. */
export const aWorld = (
  aggregates: Aggregates,
  input: Partial<World['input']> = {},
  appeals: World['appeals'] = [],
): World => ({ rules, input: anInput({ aggregates, ...input }), appeals })

/** The average seller of the worked examples. */
export const AVERAGE = aggregatesOf(VALUES.average)

/** A seller of 120 orders, by its counts: 67.86, Silver. */
export const COUNTED: Aggregates = {
  orders: 120,
  seller_cancelled: 3,
  ready_due: 110,
  ready_on_time: 102,
  error_free: 116,
  units_ordered: 200,
  forecast_rows: 1,
  forecast_total: 150,
  actual_total: 120,
  absolute_error: 30,
  lateness_days: 3,
  tickets: 12,
  seller_ticket_weight: '9.5',
  reply_due: 12,
  replied_in_time: 9,
  overdue_tickets: 2,
  invoices: 4,
  invoiced_amount: 8000,
  amount_days_late: 64000,
  unpaid_amount: 960,
  stock_rows: 40,
  stock_volume: 60,
  aged_volume: 9,
  stranded_volume: '1.2',
  stock_quantity: 900,
}
export const counted = (more: Aggregates = {}, input: Partial<World['input']> = {}): World =>
  aWorld({ ...COUNTED, ...more }, { elapsed_days: 30, ...input })

/** A seller of that many times ten thousand orders. */
export const large = (times = 1): World =>
  aWorld(
    {
      orders: 10_000 * times,
      seller_cancelled: 250 * times,
      ready_due: 9_500 * times,
      ready_on_time: 8_800 * times,
      error_free: 9_600 * times,
      units_ordered: 20_000 * times,
      forecast_rows: 3,
      forecast_total: 12_500 * times,
      actual_total: 10_300 * times,
      absolute_error: 2_600 * times,
      lateness_days: 9,
      tickets: 900 * times,
      seller_ticket_weight: 790.5 * times,
      reply_due: 880 * times,
      replied_in_time: 700 * times,
      overdue_tickets: 120 * times,
      invoices: 40,
      invoiced_amount: '812345678912.34',
      amount_days_late: '14812345678912.34',
      unpaid_amount: '120345678912.12',
      stock_rows: 400,
      stock_volume: '612.2231',
      aged_volume: '92.1211',
      stranded_volume: '22.0101',
      stock_quantity: 90_000 * times,
    },
    { elapsed_days: 31 },
  )

/** The steps of a path that is reachable, by lever. */
export function stepsOf(answer: PathAnswer): Partial<Record<LeverName, number>> {
  const { steps } = answer.reachable ? answer : answer.best
  return Object.fromEntries(steps.map(({ lever, steps }) => [lever, steps]))
}

/** The world after adding facts to its aggregates, as a what-if does. */
export function withFacts(world: World, facts: Partial<Record<string, string>>): World {
  const sums = { ...(world.input.aggregates as Record<string, string | number>) }
  for (const [name, by] of Object.entries(facts)) sums[name] = (Number(sums[name]) + Number(by)).toFixed(4)
  return { ...world, input: { ...world.input, aggregates: sums } }
}
