import { BOUNDS, GRACE_MS } from '../connect/bounds.ts'
import { startDeadline } from '../connect/deadline.ts'
import { tooSlow } from '../connect/unavailable.ts'
import type { Sql } from './sql.ts'

/** How many equal reads may run at once. With one alone, a caller could wait for two whole reads. */
const AT_ONCE = 2

/** As long as a statement of a request may take that waits for no other. */
const PATIENCE_MS = BOUNDS.request + GRACE_MS

/** Readings of the same. */
interface Line {
  atWork: number
  /** The next reading, for those who have asked while as many were at work as may be. */
  next?: Next
}

interface Next extends PromiseWithResolvers<unknown> {
  /** How many have not given up. */
  waiting: number
}

const lines = new WeakMap<Sql, Map<string, Line>>()

/**
 * Lets one read answer all callers that ask for the same while equal reads run. No caller joins a read that has begun,
 * because its snapshot may be older than what the caller has written; no answer is kept. A read that fails fails for
 * all its callers. A caller gives up after `patienceMs` in all. A read without callers does not begin.
 * @param key names the statement and all its values, whoever the caller is
 * @throws DatabaseUnavailable to a caller that gives up
 */
export function shareReads<Read>(
  db: Sql,
  key: string,
  read: () => Promise<Read>,
  patienceMs = PATIENCE_MS,
): Promise<Read> {
  const ofDatabase = lines.get(db) ?? new Map<string, Line>()
  lines.set(db, ofDatabase)
  const line = ofDatabase.get(key) ?? { atWork: 0 }
  ofDatabase.set(key, line)

  function begin(): Promise<Read> {
    line.atWork += 1
    return read().finally(() => {
      line.atWork -= 1
      const { next } = line
      delete line.next
      if (next && next.waiting > 0) begin().then(next.resolve, next.reject)
      else if (line.atWork === 0) ofDatabase.delete(key)
    })
  }

  if (line.atWork < AT_ONCE) return begin()
  line.next ??= { ...Promise.withResolvers<unknown>(), waiting: 0 }
  return withPatience(line.next, patienceMs) as Promise<Read>
}

function withPatience(next: Next, ms: number): Promise<unknown> {
  next.waiting += 1
  return new Promise((resolve, reject) => {
    const stop = startDeadline(ms, {
      late() {},
      over() {
        next.waiting -= 1
        reject(tooSlow(new Error(`no answer within ${ms} ms`)))
      },
    })
    next.promise.then(resolve, reject).finally(stop)
  })
}
