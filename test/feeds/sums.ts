import type { Test } from 'tap'
import type { Feed } from '../../src/feeds/feed.ts'
import { forecasts } from '../../src/feeds/forecasts.ts'
import { inventory } from '../../src/feeds/inventory.ts'
import { orders } from '../../src/feeds/orders.ts'
import { payments } from '../../src/feeds/payments.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { addUp, knownOrders } from '../../src/feeds/sums-queries.ts'
import { tickets } from '../../src/feeds/tickets.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { HelpdeskBefore } from '../../src/scoring/helpdesk-before.ts'
import type { RuleRecord, ScoringRules } from '../../src/scoring/rules.ts'
import { defaultRuleSet } from '../scoring/a-seller.ts'
import { testApp } from '../setup/app.ts'
import { factsOf, MARCH, makeSeller } from '../sos/setup.ts'

// The sums of one feed, by the default rules but for what a test says.

const rules = defaultRuleSet()

/** The rules with other settings of one metric. */
export const withParams = (metric: string, params: Record<string, number>): ScoringRules => {
  const changed = <R extends { metric: string }>(records: R[]) =>
    records.map((record) => (record.metric === metric ? { ...record, params } : record))
  return { ...rules, 'p-score': changed(rules['p-score']), 'i-score': changed(rules['i-score']) }
}

const sumsOf =
  <F extends Parameters<typeof addUp>[1]>(feed: F) =>
  (db: Sql, sellers: number[], month: ScoredMonth) =>
    addUp(db, feed as Feed, { sellers, month, rules })

export const aggregateOrders = sumsOf(orders)
export const aggregatePayments = sumsOf(payments)

export const aggregateForecasts = (
  db: Sql,
  sellers: number[],
  counts: number[],
  month: ScoredMonth,
  deadlines: { base_days: number; campaign_days: number },
) =>
  addUp(
    db,
    forecasts,
    { sellers, month, rules: withParams('forecast_lateness', deadlines) },
    knownOrders(sellers, (seller) => counts[sellers.indexOf(seller)] ?? 0),
  )

export const aggregateTickets = (
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  helpdesk: RuleRecord<'helpdesk'>[],
  helpdesk_before?: HelpdeskBefore[],
) => addUp(db, tickets, { sellers, month, rules: { ...rules, helpdesk, helpdesk_before } })

export const aggregateInventory = (db: Sql, sellers: number[], month: ScoredMonth, age_days: number) =>
  addUp(db, inventory, { sellers, month, rules: withParams('aged_stock_share', { age_days }) })

type Facts = ReturnType<typeof factsOf>

/** A title, facts of a seller, and the sums that they come to in a month, March unless it is said: none, or these. */
export type Case<Name extends keyof Facts> = [
  title: string,
  rows: Parameters<Facts[Name]>,
  expected: object | undefined,
  month?: ScoredMonth,
]

/** Holds the sums of a feed to these cases, each of a seller of its own. */
export const holdTo = <Name extends 'orders' | 'tickets' | 'invoices' | 'stock'>(
  t: Test,
  name: Name,
  cases: Case<Name>[],
  sumsOf: (db: Sql, sellers: number[], month: ScoredMonth) => Promise<object[]>,
) =>
  t.test(`${name} are added up`, async (t) => {
    const { app } = await testApp(t)
    for (const [title, rows, expected, month = MARCH] of cases)
      t.test(title, async (t) => {
        const { id } = await makeSeller(app)
        const write = factsOf(app, id)[name] as (...rows: object[]) => Promise<unknown>
        await write(...rows)
        const [sums] = await sumsOf(app.db, [id], month)
        if (expected) t.hasStrict(sums, { seller_id: id, ...expected })
        else t.equal(sums, undefined)
      })
  })
