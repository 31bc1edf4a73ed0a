import type { Database } from '../database/database.ts'
import { inBatches } from '../database/statements/in-batches.ts'
import type { Role } from './roles.ts'

/** The user on whose behalf a request runs. */
export interface Actor {
  id: number
  username: string
  /** The user's role or, where an API key is used, the key's. */
  role: Role
  /** The present role of the user whose API key is used: the key does nothing that its user may not do. */
  user_role?: Role
  warehouse_id: number | null
  am_id: number | null
  /** The seller that a user of role seller is. */
  seller_id: number | null
}

/**
 * How old the knowledge of a user, session or key may be. A change made by this process is seen at once,
 * one made by another process after this many milliseconds at the latest.
 */
export const IDENTITY_STALENESS_MS = 3_000
const MOST_REMEMBERED = 10_000

/** Looks users up, each once per staleness bound, and all asked for at once together. `now` is in milliseconds. */
export function createIdentities(db: Database, now = () => performance.now()) {
  const memory = new Map<string, { until: number; answer: Promise<unknown> }>()

  /**
   * Remembers the answer of `ask` under `key` for IDENTITY_STALENESS_MS, and asks once for all who want to know
   * meanwhile. That nothing was found is not remembered, so strangers can't push out what is known.
   */
  function remembered<T>(key: string, ask: () => Promise<T | undefined>) {
    const known = memory.get(key)
    if (known && known.until > now()) return known.answer as Promise<T | undefined>
    const [oldest] = memory.keys()
    if (memory.size >= MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest)
    const answer = ask()
    const entry = { until: now() + IDENTITY_STALENESS_MS, answer }
    const drop = () => memory.get(key) === entry && memory.delete(key)
    answer.then((found) => found === undefined && drop(), drop)
    memory.delete(key) // so that it stands last, as the newest
    memory.set(key, entry)
    return answer
  }

  /** Finds what is behind keys of one kind. `sql` answers a row for each key of `$1`: the `key`, and what is found. */
  function finder<Key, Found extends object>(kind: string, sql: string) {
    const find = inBatches(db.quick, async (keys: Key[]) => {
      const rows = await db.quick.rows<Found & { key: Key }>(sql, [keys], `find-${kind}`)
      return new Map(rows.map(({ key, ...found }) => [key, found as unknown as Found]))
    })
    return (key: Key) => remembered(`${kind}:${key}`, () => find(key))
  }

  return {
    remembered,
    /** The active user with this id, or undefined. */
    user: finder<number, Actor>(
      'user',
      `select id as key, id, username, role, warehouse_id, am_id, seller_id from users
       where id = any($1::int[]) and is_active`,
    ),
    /** Whose the API key with this hash is, and in which role it acts, while it is neither revoked nor expired. */
    keyHolder: finder<string, { key_id: number; user_id: number; role: Role }>(
      'api-key',
      `select key_hash as key, id as key_id, user_id, role from api_keys
       where key_hash = any($1::text[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
    ),
    /** Whose a session is that has not ended; its id is a UUID. */
    session: finder<string, { user_id: number }>(
      'session',
      `select id as key, user_id from sessions where id = any($1::uuid[]) and ended_at is null and expires_at > now()`,
    ),
    /** Forgets what is known. Call it after a change of users, sessions or keys is committed. */
    forget: () => memory.clear(),
  }
}
export type Identities = ReturnType<typeof createIdentities>
