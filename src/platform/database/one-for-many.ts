import type { Sql } from './sql.ts'

/** A statement at work, and the next one for those who have asked since it was sent. */
interface Line {
  atWork: Promise<unknown>
  next?: Promise<unknown>
}

const lines = new WeakMap<Sql, Map<string, Line>>()

/**
 * Lets one reading answer all who ask for the same while another of the same is at work. Nobody joins a reading that
 * has begun, for its snapshot may be older than what the caller has written; nothing is kept. When it fails, it fails
 * for all who wait for it.
 * @param key names the statement and all its values, whoever the caller is
 */
export function oneForMany<Read>(db: Sql, key: string, read: () => Promise<Read>): Promise<Read> {
  const ofDatabase = lines.get(db) ?? new Map<string, Line>()
  lines.set(db, ofDatabase)

  function begin(): Promise<unknown> {
    const line: Line = { atWork: read() }
    ofDatabase.set(key, line)
    const end = () => {
      if (!line.next) ofDatabase.delete(key)
    }
    line.atWork.then(end, end)
    return line.atWork
  }

  const line = ofDatabase.get(key)
  if (!line) return begin() as Promise<Read>
  line.next ??= line.atWork.then(begin, begin)
  return line.next as Promise<Read>
}
