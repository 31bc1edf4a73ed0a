import type { Database } from '../database/database.ts'
import { inBatches } from '../database/statements/in-batches.ts'
import { activeUsers, type KeyHolder, keyHolders, sessionUsers } from './identity-queries.ts'
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

export interface Identities {
  /** The active user with this id, or undefined. */
  user(id: number): Promise<Actor | undefined>
  /** Whose the API key with this hash is, while it is good. */
  keyHolder(hash: string): Promise<KeyHolder | undefined>
  /** The id of the user of a session that has not ended; `id` is a UUID. */
  sessionUser(id: string): Promise<number | undefined>
  /** Forgets what is known. Call it after a change of users, sessions or keys is committed. */
  forget(): void
  /**
   * Remembers the answer of `ask` under `key` for IDENTITY_STALENESS_MS, and asks once for all who want to know
   * meanwhile. That nothing was found is not remembered, so strangers can't push out what is known.
   */
  remembered<T>(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * Looks users up, each at most once per staleness bound, and all that are asked for at once together. `now` is in
 * milliseconds since any moment.
 */
export function createIdentities(db: Database, now = () => performance.now()): Identities {
  const memory = new Map<string, { until: number; answer: Promise<unknown> }>()

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

  const findUser = inBatches(db.quick, (ids: number[]) => activeUsers(db.quick, ids))
  const findHolder = inBatches(db.quick, (hashes: string[]) => keyHolders(db.quick, hashes))
  const findSession = inBatches(db.quick, (ids: string[]) => sessionUsers(db.quick, ids))

  return {
    remembered,
    user: (id) => remembered(`user:${id}`, () => findUser(id)),
    keyHolder: (hash) => remembered(`key:${hash}`, () => findHolder(hash)),
    sessionUser: (id) => remembered(`session:${id}`, () => findSession(id)),
    forget: () => memory.clear(),
  }
}
