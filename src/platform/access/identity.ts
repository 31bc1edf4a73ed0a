import type { Database, Sql } from '../database/database.ts'
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

/**
 * Looks users up, each at most once per staleness bound, and all that are asked for at once together. `now` is in
 * milliseconds since any moment.
 */
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

  /** Finds what is behind a key of one kind. */
  function finder<Key, Found>(kind: string, readAll: (db: Sql, keys: Key[]) => Promise<Map<Key, Found>>) {
    const find = inBatches(db.quick, (keys: Key[]) => readAll(db.quick, keys))
    return (key: Key) => remembered(`${kind}:${key}`, () => find(key))
  }

  return {
    remembered,
    /** The active user with this id, or undefined. */
    user: finder('user', activeUsers),
    /** Whose the API key with this hash is, while it is good. */
    keyHolder: finder('key', keyHolders),
    /** The id of the user of a session that has not ended; `id` is a UUID. */
    sessionUser: finder('session', sessionUsers),
    /** Forgets what is known. Call it after a change of users, sessions or keys is committed. */
    forget: () => memory.clear(),
  }
}
export type Identities = ReturnType<typeof createIdentities>

/** Whose an API key is, and in which role it acts. */
interface KeyHolder {
  key_id: number
  user_id: number
  role: Role
}

/** The active users among these, by id. */
async function activeUsers(db: Sql, ids: number[]): Promise<Map<number, Actor>> {
  const rows = await db.rows<Actor>(
    `select id, username, role, warehouse_id, am_id, seller_id from users where id = any($1::int[]) and is_active`,
    [ids],
    'find-actors',
  )
  return new Map(rows.map((actor) => [actor.id, actor]))
}

/** The holders of API keys that are neither revoked nor expired, by the hash of the key. */
async function keyHolders(db: Sql, hashes: string[]): Promise<Map<string, KeyHolder>> {
  const rows = await db.rows<KeyHolder & { key_hash: string }>(
    `select key_hash, id as key_id, user_id, role from api_keys
     where key_hash = any($1::text[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [hashes],
    'find-api-keys',
  )
  return new Map(rows.map(({ key_hash, ...holder }) => [key_hash, holder]))
}

/** The users of sessions that have not ended, by the id of the session. */
async function sessionUsers(db: Sql, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; user_id: number }>(
    `select id, user_id from sessions where id = any($1::uuid[]) and ended_at is null and expires_at > now()`,
    [ids],
    'find-sessions',
  )
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}
