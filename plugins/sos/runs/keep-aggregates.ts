import { unnamedBeside } from '../../../src/feeds/faults.ts'
import type { FactsAsked, Feed } from '../../../src/feeds/feed.ts'
import { type FeedWithSums, ordersFirst, sumsOf } from '../../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { sqlState } from '../../../src/platform/database/connect/unavailable.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import { staysAwake } from '../../../src/platform/database/statements/transaction.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'

/** The facts that a run is of, and the number of the transaction that reads them. */
type RunFacts = FactsAsked & { run_id: number; transaction: number }

/** Adds up one feed, or two of which one needs the other. */
type FeedTask = (tx: Sql) => Promise<unknown>

/** All that it reads is of one instant, which it answers with its number. Sums of 100,000 sellers stay off the disk. */
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
  // A row that is there when all sums of a snapshot are: an unlogged table has all of its rows or none.
  await tx.run`
    insert into run_aggregates (run_id, reading, seller_id, feed, sums)
    values (${run.run_id}, ${run.transaction}, 0, 'all', '{}')`
}

async function work(tx: Sql, tasks: FeedTask[]) {
  for (let next = tasks.shift(); next; next = tasks.shift()) await next(tx)
}

/** That of orders first, because it takes longest, with what is compared with them. */
function tasksOf(
  { sellers, month, rules, run_id, transaction }: RunFacts,
  feeds: readonly Feed[],
): FeedTask[] {
  const orders = { text: ORDERS_KEPT, value: transaction }
  const keep = async (tx: Sql, scored: readonly FeedWithSums[]) => {
    for (const feed of scored) {
      const { text, values } = sumsOf(feed, { sellers, month, rules }, orders, unnamedBeside(feed))
      // PostgreSQL adds up for a new table by several processes, for one with rows by one alone.
      await tx.run(`create temporary table sums as ${text}`, values)
      await tx.run`
        insert into run_aggregates (run_id, reading, seller_id, feed, sums)
        select ${run_id}, ${transaction}, seller_id, ${feed.name}, json_strip_nulls(to_json(sums)) from sums`
      await tx.run`drop table sums`
    }
  }
  const { withOrders = [], alone = [] } = Object.groupBy(ordersFirst(feeds), ({ name, scored }) =>
    name === 'orders' || scored.comparedWithOrders ? 'withOrders' : 'alone',
  )
  return [withOrders, ...alone.map((feed) => [feed])].map((scored) => (tx) => keep(tx, scored))
}

const ORDERS_KEPT = `
  select seller_id, (sums ->> 'orders')::bigint as orders from run_aggregates where reading = $2 and feed = 'orders'`

/** The kept sums of a run by seller; undefined where a crash has lost them, and of old runs, which kept none. */
export async function keptSums(db: Sql, runId: number, transaction: number | null, sellers: number[]) {
  const { sums } = await db.one<{ sums: ({ seller_id?: number } & Aggregates)[] }>(
    `select coalesce(json_agg(sums), '[]') as sums from run_aggregates
     where run_id = $1 and reading = $2 and seller_id = any($3::int[])`,
    [runId, transaction, [0, ...sellers]],
  )
  const facts = new Map<number, Aggregates>(sellers.map((seller) => [seller, {}]))
  for (const { seller_id = 0, ...some } of sums) Object.assign(facts.get(seller_id) ?? {}, some)
  return sums.some(({ seller_id }) => seller_id === undefined) ? facts : undefined
}

/** At once where no run needs any, which leaves no dead rows behind. Who starts a run holds the table until it runs. */
export async function forgetSums(db: Database) {
  const isEmpty = await db.bulkTransaction(emptySums, JOB_TRANSACTION).catch((error) => {
    if (sqlState(error.cause) === LOCK_NOT_AVAILABLE) return false
    throw error
  })
  if (!isEmpty)
    await db.bulk.run(
      `delete from run_aggregates where run_id in (select id from scoring_runs where finished_at is not null)`,
    )
}

async function emptySums(tx: Sql): Promise<boolean> {
  await tx.run`lock table run_aggregates in access exclusive mode nowait`
  const needed = await tx.row`select from scoring_runs where status = 'running' limit 1`
  if (!needed) await tx.run`truncate run_aggregates`
  return !needed
}

const LOCK_NOT_AVAILABLE = '55P03'
