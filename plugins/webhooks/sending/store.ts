import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { sqlState, unavailable } from '../../../src/platform/database/connect/unavailable.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { sendTasks } from '../deliveries.ts'
import type { Attempted } from './attempt.ts'
import { noticeFailing } from './disabling.ts'

/** The bounds of a transaction that stores attempts. No lock is waited for longer: the others would wait, too. */
const BOUNDS = { timeout: 30_000, byKey: true, lockTimeout: 500 }
/** After so long what a lock kept from being stored is tried again. */
const AGAIN_MS = 1_000
/** One transaction at a time: it takes along what has come in while the one before ran. */
const ONE = { connections: 1 }
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Stores attempts: the log row, the state of the delivery, its next job, and what the subscription remembers and comes
 * to by it are one transaction. Those that can't be stored together go apart, and so do all at their subscriptions
 * until one is stored there: each subscription has its line, which tries again while a lock is in its way, and stores
 * each attempt alone where that fails. The lines take turns, so that both ways have one connection each.
 */
export function openStore(app: FastifyInstance): (attempted: Attempted) => Promise<void> {
  const watch = watchAttempts(app)
  const inTurn = pLimit(1)
  const apart = new Map<number, (attempted: Attempted) => Promise<true | undefined>>()

  /** Answers false where a lock is in the way. */
  async function isStored(attempted: Attempted[]) {
    try {
      for (const one of await app.db.bulkTransaction((tx) => storeIn(tx, app, attempted), BOUNDS)) watch(one)
      return true
    } catch (error) {
      if (sqlState((error as Error).cause) === LOCK_NOT_AVAILABLE) return false
      throw error
    }
  }

  const together = inBatches(ONE, async (attempted: Attempted[]) => {
    const free = attempted.filter(({ due }) => !apart.has(due.subscription_id))
    const done = await isStored(free).catch((error) => {
      if (unavailable(error)) throw error
      return false
    })
    // Now, so that the next batch leaves them out.
    if (!done) for (const { due } of free) lineOf(due.subscription_id)
    return allOf(done ? free : [])
  })

  function lineOf(id: number) {
    const line =
      apart.get(id) ??
      inBatches(ONE, async (attempted: Attempted[]) => {
        while (!(await inTurn(isStored, attempted))) await delay(AGAIN_MS)
        apart.delete(id)
        return allOf(attempted)
      })
    apart.set(id, line)
    return line
  }

  return async (attempted) => {
    if (!(await together(attempted))) await lineOf(attempted.due.subscription_id)(attempted)
  }
}

const allOf = (attempted: Attempted[]) => new Map(attempted.map((one) => [one, true] as const))

/** Answers those that were stored: the others were overtaken. */
async function storeIn(tx: Transaction, app: FastifyInstance, attempted: Attempted[]) {
  const { moved, failing } = await storeAttempts(tx, attempted)
  const stored = attempted.filter((_, at) => moved.includes(at + 1))
  const next = stored
    .filter(({ classification }) => classification.outcome === 'retry')
    .map(({ due, classification }) => ({ ...due, ...classification, version: due.version + 1 }))
  await sendTasks(app.jobs, tx, next)
  const now = app.clock.now()
  for (const { due, classification } of stored)
    if (classification.outcome === 'disable')
      await noticeFailing(app.events, tx, due.subscription_id, now, classification.reason)
  for (const id of failing) await noticeFailing(app.events, tx, id, now)
  return stored
}

/** An attempt that failed is made again, unless it was the last one or the receiver wants no more. */
const RESULT = { delivered: 'delivered', retry: 'failed', failed: 'given_up', disable: 'given_up' } as const

/** Counts attempts by their result, and logs each that failed. */
function watchAttempts({ metrics, log }: Pick<FastifyInstance, 'metrics' | 'log'>) {
  const attempts = metrics.counter({
    name: 'sos_webhook_attempts_total',
    help: 'Attempts at deliveries: delivered, failed (to be made again) or given_up (the last one, or a 410)',
    labelNames: ['result'],
  })
  for (const result of Object.values(RESULT)) attempts.inc({ result }, 0)

  return ({ due, classification, entry }: Attempted) => {
    const { outcome, next_attempt_at, reason } = classification
    attempts.inc({ result: RESULT[outcome] })
    if (outcome === 'delivered') return
    const { subscription_id, delivery_id, event_type } = due
    const attempt = { attempt: due.attempt + 1, status: entry.response_status, next_attempt_at, reason }
    log.warn(
      { subscription_id, delivery_id, event_type, ...attempt },
      next_attempt_at ? 'a delivery failed' : 'a delivery failed and is given up',
    )
  }
}

const STATUS = { delivered: 'delivered', retry: 'pending', failed: 'failed', disable: 'failed' } as const

/** All columns of the log but its id. */
const LOGGED = `
  delivery_id, subscription_id, event_id, event_type, trigger, attempt, status, attempted_at, duration_ms, url, address,
  response_status, reason, key_ids, request_headers, request_body, response_headers, response_body, next_attempt_at`

/**
 * Moves deliveries on, logs the attempts that did, and adds them, in the order in which they ended, to what their
 * subscriptions remember: the failures since the last delivery, with which notices begin anew. An attempt at a delivery
 * that has another version by now, or is ended because its subscription is deleted, changes nothing: it is another's to
 * count. Answers the places in the list of those that did, from 1, and the subscriptions that have failures now, which
 * the transaction has locked.
 */
function storeAttempts(tx: Sql, attempted: Attempted[]) {
  const given = attempted.map(({ due, classification: { outcome, next_attempt_at }, entry }) => {
    const { version, event_data: _, ...delivery } = due
    const status = outcome === 'delivered' ? 'delivered' : 'failed'
    const logged = { ...delivery, ...entry, attempt: due.attempt + 1, status, next_attempt_at }
    return { version, next_status: STATUS[outcome], logged }
  })
  return tx.one<{ moved: number[]; failing: number[] }>(
    `with given as (
      select g.position, g.version, g.next_status, logged.*
      from rows from (json_to_recordset($1::json) as (version int, next_status text, logged json))
          with ordinality as g(version, next_status, logged, position),
        json_populate_record(null::webhook_attempts, g.logged) as logged
    ), moved as (
      update webhook_deliveries d
      set status = g.next_status, attempt = g.attempt, turn = d.turn + 1, next_attempt_at = g.next_attempt_at,
          settled_at = case when g.next_status <> 'pending' then now() end,
          delivered_at = case g.next_status when 'delivered' then now() else d.delivered_at end
      from given g
      where d.id = g.delivery_id and d.turn = g.version and (d.status = 'pending' or g.next_status = 'delivered')
      returning g.position
    ), stored as (
      select *, coalesce(max(position) filter (where status = 'delivered') over (partition by subscription_id), 0) as last
      from given join moved using (position)
    ), logged as (
      insert into webhook_attempts (${LOGGED}) select ${LOGGED} from stored
    ), streak as (
      select subscription_id as id, max(last) > 0 as delivered, count(*) filter (where position > last) as failed,
             min(attempted_at + duration_ms * interval '1 ms') filter (where position > last) as since
      from stored group by subscription_id
    ), remembered as (
      update webhook_subscriptions s set
        failing_since = case
          when g.failed = 0 then null
          when g.delivered then g.since
          else coalesce(s.failing_since, g.since) end,
        failed_attempts = case when g.delivered then g.failed else s.failed_attempts + g.failed end,
        last_notice = case when g.delivered then null else s.last_notice end
      from streak g
      where s.id = g.id and (g.failed > 0 or s.failing_since is not null)
      returning s.id, s.failing_since
    )
    select (select coalesce(jsonb_agg(position), '[]') from moved) as moved,
           (select coalesce(jsonb_agg(id), '[]') from remembered where failing_since is not null) as failing`,
    [JSON.stringify(given)],
  )
}
