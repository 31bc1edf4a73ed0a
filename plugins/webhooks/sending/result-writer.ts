import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../../../src/platform/database/connect/unavailable.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { Lease } from '../../../src/platform/jobs/consumer.ts'
import { type DeliveryTask, deliveryJob, sendLater } from '../delivery-task.ts'
import { watchAttempts } from './attempt-metrics.ts'
import { type Settled, storeSettled } from './attempt-queries.ts'
import { disableGone, noticeFailing } from './disabling.ts'
import { countStreaks, lockInactive } from './endpoint-queries.ts'
import type { Held } from './endpoint-queue.ts'
import type { Outcome } from './outcomes.ts'
import { streaksOf } from './streaks.ts'

const MOST_AT_ONCE = 500
/** The time that outcomes wait for more of them after a transaction. */
const GATHER_MS = 15
/** The time limit of the transaction that stores outcomes. */
const STORE_MS = 30_000

/**
 * Stores outcomes, many in one transaction: what comes in while one runs goes into the next, so that they grow with
 * the load. The jobs of what can't be stored are lost: they come again when their heartbeat has run out.
 */
export function createResultWriter(app: FastifyInstance, lease: Lease) {
  const watch = watchAttempts(app)
  let pending: Outcome[] = []
  let storing: Promise<void> | undefined

  /** Stores outcomes, in halves where they can't be stored together, so that none is lost for another. */
  async function storeWell(outcomes: Outcome[]): Promise<void> {
    try {
      const { ended, failing } = await storeOutcomes(app, outcomes)
      lease.ended(ended.map(({ claim }) => claim))
      await notice(app, outcomes, failing)
    } catch (error) {
      const middle = unavailable(error) ? 0 : outcomes.length >> 1
      if (middle > 0) {
        await storeWell(outcomes.slice(0, middle))
        return storeWell(outcomes.slice(middle))
      }
      app.log.error({ err: error, outcomes: outcomes.length }, 'attempts at webhooks could not be stored')
      lease.ended(outcomes.map(({ held }) => held.claim))
    }
  }

  async function store() {
    while (pending.length > 0) {
      const outcomes = pending.slice(0, MOST_AT_ONCE)
      pending = pending.slice(MOST_AT_ONCE)
      await storeWell(outcomes)
      if (pending.length > 0 && pending.length < MOST_AT_ONCE) await pause(GATHER_MS)
    }
    storing = undefined
  }

  return {
    add(outcome: Outcome) {
      if (outcome.kind === 'attempted') watch(outcome)
      pending.push(outcome)
      storing ??= Promise.resolve().then(store)
    },
    /** Comes back when everything is stored. */
    async empty() {
      while (storing) await storing
    },
  }
}

/**
 * The log row of an attempt, the state of its delivery, the next job and the end of this one, when the attempt is the
 * last of it, are one transaction. Answers the jobs that have ended, and the subscriptions that have failures now.
 */
async function storeOutcomes(
  app: FastifyInstance,
  outcomes: Outcome[],
): Promise<{ ended: Held[]; failing: number[] }> {
  const ended = endedBy(outcomes)
  const work = async (tx: Transaction) => {
    const now = await sendAgainResumed(tx, outcomes, app.clock.now())
    const moved = await storeSettled(tx, now.flatMap(settledOf))
    await sendLater(app.jobs, tx, nextTasks(now, moved))
    await app.jobs.end(
      tx,
      deliveryJob,
      ended.map(({ claim }) => claim),
    )
    return countStreaks(tx, streaksOf(outcomes))
  }
  const failing = await app.db.bulkTransaction(work, { timeout: STORE_MS, byKey: true })
  for (const { held } of outcomes) held.left--
  return { ended, failing }
}

/**
 * Holds deliveries only while their subscription is inactive, under a lock: who resumes it moves those that are held by
 * then and no others. What would be held after that goes back into the queue.
 */
async function sendAgainResumed(tx: Transaction, outcomes: Outcome[], until: Date): Promise<Outcome[]> {
  const held = outcomes.filter(isHeld).map(({ task }) => task.subscription_id)
  if (held.length === 0) return outcomes
  const inactive = await lockInactive(tx, [...new Set(held)])
  return outcomes.map((outcome) =>
    isHeld(outcome) && !inactive.has(outcome.task.subscription_id)
      ? { task: outcome.task, held: outcome.held, kind: 'put off', until }
      : outcome,
  )
}

const isHeld = (outcome: Outcome) => outcome.kind === 'settled' && outcome.status === 'held'

/**
 * Gives the notices. One that fails changes nothing of what is stored and keeps back no other: the next failure of its
 * subscription gives it.
 */
async function notice(app: FastifyInstance, outcomes: Outcome[], failing: number[]) {
  const attempt = (subscription: number, work: Promise<void>) =>
    work.catch((error) => {
      const sentence = 'a failing webhook could not be disabled, nor its notice given'
      app.log.error({ err: error, subscription }, sentence)
    })
  for (const outcome of outcomes)
    if (outcome.kind === 'attempted' && outcome.classification.outcome === 'disable') {
      const { subscription_id } = outcome.due
      await attempt(subscription_id, disableGone(app, subscription_id, outcome.classification.reason))
    }
  for (const id of failing) await attempt(id, noticeFailing(app, id, app.clock.now()))
}

/** The jobs of which nothing is left once these outcomes are stored. */
function endedBy(outcomes: { held: Held }[]): Held[] {
  const counts = new Map<Held, number>()
  for (const { held } of outcomes) counts.set(held, (counts.get(held) ?? 0) + 1)
  return [...counts].filter(([held, count]) => held.left === count).map(([held]) => held)
}

const STATUS = { delivered: 'delivered', retry: 'pending', failed: 'failed', disable: 'failed' } as const

function settledOf(outcome: Outcome): Settled[] {
  if (outcome.kind === 'settled') {
    const { due, status } = outcome
    return [{ due, status, attempt: due.attempt, next_attempt_at: null, entry: null }]
  }
  if (outcome.kind !== 'attempted') return []
  const { due, classification, entry } = outcome
  const status = STATUS[classification.outcome]
  return [{ due, status, attempt: due.attempt + 1, next_attempt_at: classification.next_attempt_at, entry }]
}

/**
 * The tasks that follow, each with its time: the next attempt of deliveries that were moved, and tasks that were put
 * off.
 */
function nextTasks(outcomes: Outcome[], moved: Set<number>): Map<DeliveryTask, Date> {
  const next = new Map<DeliveryTask, Date>()
  for (const outcome of outcomes) {
    if (outcome.kind === 'put off') next.set(outcome.task, outcome.until)
    if (outcome.kind !== 'attempted' || !outcome.classification.next_attempt_at) continue
    const { delivery_id, subscription_id, version } = outcome.due
    if (moved.has(delivery_id))
      next.set({ delivery_id, subscription_id, version: version + 1 }, outcome.classification.next_attempt_at)
  }
  return next
}
