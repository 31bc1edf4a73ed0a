import type { Sql } from './sql.ts'

/** How many readings of the same may be at work at once, so that a reading is never far off. */
const AT_ONCE = 2

/** Readings of the same. */
interface Line {
  atWork: number
  /** The next reading, for those who have asked while as many were at work as may be. */
  next?: PromiseWithResolvers<unknown>
}

const lines = new WeakMap<Sql, Map<string, Line>>()

/**
 * Lets one reading answer all who ask for the same while others of the same are at work. Nobody joins a reading that
 * has begun, for its snapshot may be older than what the caller has written; nothing is kept. When it fails, it fails
 * for all who wait for it.
 * @param key names the statement and all its values, whoever the caller is
 */
export function oneForMany<Read>(db: Sql, key: string, read: () => Promise<Read>): Promise<Read> {
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
      if (next) begin().then(next.resolve, next.reject)
      else if (line.atWork === 0) ofDatabase.delete(key)
    })
  }

  if (line.atWork < AT_ONCE) return begin()
  line.next ??= Promise.withResolvers<unknown>()
  return line.next.promise as Promise<Read>
}
