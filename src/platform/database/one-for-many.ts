import { BOUNDS, GRACE_MS } from './bounds.ts'
import { startDeadline } from './deadline.ts'
import type { Sql } from './sql.ts'
import { tooSlow } from './unavailable.ts'

/** How many readings of the same may be at work at once, so that a reading is never far off. */
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
 * Lets one reading answer all who ask for the same while others of the same are at work. Nobody joins a reading that
 * has begun, for its snapshot may be older than what the caller has written; nothing is kept. When it fails, it fails
 * for all who wait for it. Who has waited `patienceMs`, for a reading at work and the next together, gives up; a
 * reading that nobody waits for any more does not begin.
 * @param key names the statement and all its values, whoever the caller is
 * @throws DatabaseUnavailable for who gives up
 */
export function oneForMany<Read>(
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
