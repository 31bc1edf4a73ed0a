import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isFault } from './unavailable.ts'

/** What keeps the database from its work. */
export type DatabaseProblem = 'unreachable' | 'read-only' | 'faulty'

/** What the process knows of the database. Nothing is asked while everything is answered. */
export type Availability = ReturnType<typeof watchDatabase>

const PAUSE_MS = 500
/** For how long after its last fault a server is held to be faulty. */
const FAULT_MS = 10_000
/** A process that was busy for more than this share of the time may have missed the answer: it asks again. */
const BUSY = 0.5
const MOST_TRIES = 3

/** @param probe asks the database whether it is there and takes changes; must come to an end by itself */
export function watchDatabase(
  probe: () => Promise<DatabaseProblem | undefined>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
) {
  const closing = new AbortController()
  let problem: DatabaseProblem | undefined
  let since = 0
  let asking: Promise<DatabaseProblem | undefined> | undefined
  let watching = false
  let fault: { at: number; reason: string } | undefined

  /** The last fault of the server, if it is not long ago. */
  const recentFault = () => (fault && performance.now() - fault.at < FAULT_MS ? fault : undefined)

  /** `reason` is why it can't be reached. */
  function become(found: DatabaseProblem | undefined, reason = '') {
    if (closing.signal.aborted || found === problem) return
    const before = problem
    problem = found
    if (!before) since = performance.now()
    if (found) log.warn(reason ? `${SAYS[found]} (${reason})` : SAYS[found])
    else log.info(`the database is back after ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }

  async function ask() {
    for (let tries = 1; ; tries++) {
      const before = performance.eventLoopUtilization()
      let reason: string | undefined
      let found = await probe().catch((error) => {
        reason = ((error.cause ?? error) as Error).message
        return 'unreachable' as DatabaseProblem
      })
      const wasBusy = performance.eventLoopUtilization(before).utilization > BUSY
      if (found === 'unreachable' && wasBusy && tries < MOST_TRIES) continue
      const faulty = found ? undefined : recentFault()
      if (faulty) {
        found = 'faulty'
        reason = faulty.reason
      }
      become(found, reason)
      return found
    }
  }

  /** Asks the database now: one question at a time, however many want to know. */
  function check() {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function watch() {
    while (!closing.signal.aborted && (await check())) {
      const pause = PAUSE_MS * (0.5 + Math.random()) // many processes don't come back at the same instant
      await delay(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    /** What is wrong with the database, as far as is known; undefined while nothing is. */
    problem: () => problem,
    check,
    /**
     * Says that an answer is late or a connection lost: the database is asked now, and again until it is well. With the
     * error of a fault of the server it is not well for FAULT_MS, as a question may be answered where others are not.
     */
    suspect(error?: unknown) {
      if (isFault(error)) fault = { at: performance.now(), reason: (error as Error).message }
      if (watching || closing.signal.aborted) return
      watching = true
      watch().finally(() => {
        watching = false
      })
    },
    close: () => closing.abort(),
  }
}

const SAYS = {
  unreachable: 'the database can not be reached; requests are answered 503 until it is back',
  'read-only': 'the database is read-only; changes are answered 503 until it takes them again',
  faulty: 'the database server has a fault; what it can not do is answered 503',
}
