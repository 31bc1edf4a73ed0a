import type { ScoreException } from '../../src/scoring/adjustments.ts'
import type { Aggregates } from '../../src/scoring/aggregates.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'

/** The default records as a database would number them. */
export function defaultRuleSet(): RuleSet {
  let id = 0
  const numbered = Object.entries(defaultRules).map(([type, records]) => [
    type,
    records.map((record) => {
      id += 1
      return { id, version: 1, ...structuredClone(record) }
    }),
  ])
  return Object.fromEntries(numbered)
}

export const set = defaultRuleSet()
export const rules = prepareRules(set)

export const ALL_FEEDS = { orders: true, forecasts: true, tickets: true, payments: true, inventory: true }

/** A seller without facts, an exception or a past, in May 2026, with whatever else is asked for. */
export const anInput = (given: Partial<ScoreInput> = {}): ScoreInput => ({
  seller: {
    seller_code: 'S-1',
    contract_type: null,
    contract_start_date: '2024-01-01',
    created_on: '2024-01-01',
  },
  period: '2026-05',
  aggregates: {},
  feeds_in_use: ALL_FEEDS,
  elapsed_days: 28,
  exceptions: [],
  previous: null,
  ...given,
})

export const anException = (given: Partial<ScoreException> = {}): ScoreException => ({
  id: 1,
  exception_type: 'system_outage',
  score_component_affected: null,
  adjustment_rule: { op: 'add', value: 1 },
  reason: null,
  effective_from: '2026-05-01',
  effective_to: null,
  ...given,
})

type Value = number | null

/**
 * Aggregates whose fourteen metrics come out at the given values, in the order of the documentation; null for N/A.
 * With 28 days elapsed; the ticket rate needs orders.
 */
export function aggregatesOf(values: readonly Value[]): Aggregates {
  const [error, bias, lateness, cancelled, ready, accuracy, ticketRate, reply, overdue] = values
  const [late, unpaid, aged, cover, stranded] = values.slice(9)
  const known = (value: Value | undefined): value is number => value !== null && value !== undefined
  const times = (value: Value | undefined, factor: number) => (known(value) ? Math.round(value * factor) : 0)
  return {
    ...(known(error) && {
      forecast_rows: 1,
      actual_total: 100,
      forecast_total: 100 + (bias ?? 0),
      absolute_error: error,
    }),
    lateness_days: lateness ?? 0,
    ...(known(cancelled) && { orders: 1000, ready_due: 1000, units_ordered: 400 }),
    seller_cancelled: times(cancelled, 10),
    ready_on_time: times(ready, 10),
    error_free: times(accuracy, 10),
    seller_ticket_weight: times(ticketRate, 10),
    ...(known(reply) && { reply_due: 100, replied_in_time: reply }),
    ...(known(overdue) && { tickets: 100, overdue_tickets: overdue }),
    ...(known(late) && {
      invoices: 1,
      invoiced_amount: 100,
      amount_days_late: late * 100,
      unpaid_amount: unpaid,
    }),
    ...(known(aged) && { stock_rows: 1, stock_volume: 100, aged_volume: aged, stranded_volume: stranded }),
    stock_quantity: times(cover, 100),
  }
}

/** The metric values of the worked examples, by seller. */
export const VALUES = {
  good: [22, 8, 1, 0.9, 97, 98.5, 3.5, 92, 3, 3, 3, 7, 10, 1],
  average: [35, 18, 3, 1.8, 94, 97, 6, 88, 8, 10, 12, 14, 17, 2],
  weak: [50, 28, 6, 3.5, 90, 95, 9, 80, 14, 22, 28, 24, 24, 4],
  great: [8, 3, 0, 0.3, 99, 99.8, 1.5, 97, 0, 0, 0, 1, 8, 0.5],
} satisfies Record<string, number[]>

export const none = (count: number) => Array<null>(count).fill(null)
export const paysLate = [...VALUES.great.slice(0, 9), 62, 60, 1, 8, 0.5]
export const noInvoicesNoStock = [...VALUES.great.slice(0, 9), ...none(5)]
export const forecastOnly = [100, 100, 0, ...none(11)]

/** The score by the default rules. */
export const scored = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
export const ofValues = (values: readonly Value[], given: Partial<ScoreInput> = {}) =>
  scored({ aggregates: aggregatesOf(values), ...given })

export const raws = ({ components }: Score) => COMPONENTS.map((name) => components[name].raw)

/** The score after appeals, one after the other, each read back as a database gives it: keys in another order. */
export const revised = (score: Score, ...decisions: AppealDecision[]): Score =>
  decisions.reduce((before, decision) => reviseScore(rules, stored(before), decision), score)

const stored = ({ total_sos, explanation }: Score) => ({ total_sos, explanation: reordered(explanation) })

const reordered = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).reverse())
      : part,
  )
