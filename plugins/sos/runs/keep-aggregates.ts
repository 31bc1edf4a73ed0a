import { setTimeout as delay } from 'node:timers/promises'
import { unnamedBeside } from '../../../src/feeds/faults.ts'
import type { FactsAsked, Feed } from '../../../src/feeds/feed.ts'
import { type FeedWithSums, ordersFirst, sumsOf } from '../../../src/feeds/sums-queries.ts'
import { IDLE_MS, JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import { completeSums, keepSums, type RunSnapshot } from './kept-sums.ts'

/** The facts that a run is of, and the transaction that reads them. */
export type RunFacts = RunSnapshot & FactsAsked

/** Adds up one feed, or two of which one needs the other. */
type FeedTask = (tx: Sql) => Promise<unknown>

/**
 * Begins the transaction that reads the facts of a run: all it reads is of one instant. Answers its number and that
 * instant, for whoever asks later what has changed since. Sums of 100,000 sellers need some memory to stay off the
 * disk.
 */
export async function beginSnapshot(tx: Sql): Promise<{ transaction: number; snapshot: string }> {
  await tx.run`set transaction isolation level repeatable read`
  await tx.run`lock table run_aggregates in row exclusive mode` // nobody empties it now
  await tx.run(ENOUGH_MEMORY)
  return tx.one(
    'select pg_current_xact_id()::text::bigint as transaction, pg_current_snapshot()::text as snapshot',
  )
}

const ENOUGH_MEMORY = `set local work_mem = '64MB'`

/**
 * Adds up the facts of a run's sellers, each feed in one pass, and keeps the sums in `run_aggregates`. A second
 * connection takes part, on the snapshot of the first, as soon as there is one: its rows are committed before the
 * caller's transaction, and count for nothing until that one starts the run with the number of its transaction.
 */
export async function keepAggregates(db: Database, tx: Sql, run: RunFacts, feeds: readonly Feed[]) {
  const tasks = tasksOf(run, feeds)
  const snapshot = await tx.value<string>('select pg_export_snapshot()')
  let helps = false
  const helper = db.bulkTransaction(async (other) => {
    // As after a deadlock.
    if (helps) throw new Error('The second connection was undone: the tasks that it took are lost')
    helps = tasks.length > 0
    if (!helps) return
    await other.run(`set transaction isolation level repeatable read; set transaction snapshot '${snapshot}'`)
    await other.run(ENOUGH_MEMORY)
    await work(other, tasks)
  }, JOB_TRANSACTION)
  helper.catch(() => {}) // it is awaited below where it has taken a task
  await work(tx, tasks)
  if (helps) await staysAwake(tx, helper)
  await completeSums(tx, run)
}

async function work(tx: Sql, tasks: FeedTask[]) {
  for (let next = tasks.shift(); next; next = tasks.shift()) await next(tx)
}

/**
 * Each task goes to whoever is free, that of orders first, because it takes longest. What is compared with orders is
 * added up with them.
 */
function tasksOf({ sellers, month, rules, ...snapshot }: RunFacts, feeds: readonly Feed[]): FeedTask[] {
  const orders = { text: ORDERS_KEPT, value: snapshot.transaction }
  const keep = async (tx: Sql, scored: readonly FeedWithSums[]) => {
    for (const feed of scored)
      await keepSums(
        tx,
        snapshot,
        feed.name,
        sumsOf(feed, { sellers, month, rules }, orders, unnamedBeside(feed)),
      )
  }
  const { withOrders = [], alone = [] } = Object.groupBy(ordersFirst(feeds), ({ name, scored }) =>
    name === 'orders' || scored.comparedWithOrders ? 'withOrders' : 'alone',
  )
  return [withOrders, ...alone.map((feed) => [feed])].map((scored) => (tx) => keep(tx, scored))
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
