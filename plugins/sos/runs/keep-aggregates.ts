import { setTimeout as delay } from 'node:timers/promises'
import { forecastSums } from '../../../src/domain/metrics/forecasts-queries.ts'
import { inventorySums } from '../../../src/domain/metrics/inventory-queries.ts'
import { orderSums } from '../../../src/domain/metrics/orders-queries.ts'
import { paymentSums } from '../../../src/domain/metrics/payments-queries.ts'
import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { completeSums, keepSums, type Reading, type Whose } from '../../../src/domain/metrics/sums.ts'
import { ticketSums } from '../../../src/domain/metrics/tickets-queries.ts'
import { IDLE_MS, JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** The facts that a run is of, and the transaction that reads them. */
export interface RunFacts extends Reading {
  sellers: Whose
  month: ScoredMonth
  rules: ScoringRules
}

type Part = (tx: Sql) => Promise<unknown>

/**
 * Begins the transaction that reads the facts of a run: all it reads is of one instant. Answers its number and that
 * instant, for whoever asks later what has changed since. Sums of 100,000 sellers need some memory to stay off the disk.
 */
export async function beginReading(tx: Sql): Promise<{ reading: number; snapshot: string }> {
  await tx.run`set transaction isolation level repeatable read`
  await tx.run`lock table run_aggregates in row exclusive mode` // nobody empties it now
  await tx.run(ENOUGH_MEMORY)
  return tx.one(
    'select pg_current_xact_id()::text::bigint as reading, pg_current_snapshot()::text as snapshot',
  )
}

const ENOUGH_MEMORY = `set local work_mem = '64MB'`

/**
 * Adds up the facts of a run's sellers, each feed in one pass, and keeps the sums in `run_aggregates`. A second
 * connection takes part, on the snapshot of the first, as soon as there is one: its rows are committed before the
 * caller's transaction, and count for nothing until that one starts the run with the number of its reading.
 */
export async function keepAggregates(db: Database, tx: Sql, run: RunFacts) {
  const parts = partsOf(run)
  const { snapshot } = await tx.one<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  let helps = false
  const helper = db.bulkTransaction(async (other) => {
    if (helps) throw new Error('The second connection was undone: the parts that it took are lost') // as after a deadlock
    helps = parts.length > 0
    if (!helps) return
    await other.run(`set transaction isolation level repeatable read; set transaction snapshot '${snapshot}'`)
    await other.run(ENOUGH_MEMORY)
    await work(other, parts)
  }, JOB_TRANSACTION)
  helper.catch(() => {}) // it is awaited below where it has taken a part
  await work(tx, parts)
  if (helps) await staysAwake(tx, helper)
  await completeSums(tx, run)
}

async function work(tx: Sql, parts: Part[]) {
  for (let next = parts.shift(); next; next = parts.shift()) await next(tx)
}

/** Each part goes to whoever is free, the one that takes longest first. */
function partsOf({ sellers, month, rules, ...reading }: RunFacts): Part[] {
  const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  const { age_days = 0 } = paramsOf(rules, 'aged_stock_share')
  return [
    async (tx) => {
      await keepSums(tx, reading, 'orders', orderSums(sellers, month))
      const orders = { text: ORDERS_KEPT, value: reading.reading }
      await keepSums(
        tx,
        reading,
        'forecasts',
        forecastSums(sellers, orders, month, { base_days, campaign_days }),
      )
    },
    (tx) => keepSums(tx, reading, 'tickets', ticketSums(sellers, month, rules.helpdesk)),
    (tx) => keepSums(tx, reading, 'inventory', inventorySums(sellers, month, age_days)),
    (tx) => keepSums(tx, reading, 'payments', paymentSums(sellers, month)),
  ]
}

const ORDERS_KEPT = `
  select seller_id, (sums ->> 'orders')::bigint as orders from run_aggregates where reading = $2 and feed = 'orders'`

/** Waits for other work; the server would end a transaction that lies idle for long. */
async function staysAwake(tx: Sql, work: Promise<unknown>) {
  let ended = false
  const end = work.finally(() => {
    ended = true
  })
  while (!ended) {
    await Promise.race([end, delay(IDLE_MS / 4, undefined, { ref: false })])
    if (!ended) await tx.run`select 1`
  }
  await end
}
