import type { Database } from '../database.ts'
import type { Role } from './roles.ts'

/** The user on whose behalf a request runs. */
export interface Actor {
  id: number
  username: string
  role: Role
  warehouse_id: number | null
  am_id: number | null
}

/** What a bearer token proves: its user, and the session or API key it stands on. */
export type Credential =
  | { user_id: number; session_id: string }
  | { user_id: number; api_key_id: number; role: Role }

/**
 * How old the knowledge of a user, session or key may be. A change made by this process is seen at once,
 * one made by another process after this many milliseconds at the latest.
 */
export const IDENTITY_STALENESS_MS = 3_000
const MOST_REMEMBERED = 10_000

export interface Identities {
  /** The active user with this id, or undefined. */
  user(id: number): Promise<Actor | undefined>
  /** Forgets what is known, after a change of users, sessions or keys. */
  forget(): void
  /** Remembers the answer of `ask` under `key` for IDENTITY_STALENESS_MS. */
  remembered<T>(key: string, ask: () => Promise<T>): Promise<T>
}

/** Looks users up, each at most once per staleness bound. */
export function createIdentities(db: Database): Identities {
  const memory = new Map<string, { until: number; answer: Promise<unknown> }>()
  const identities: Identities = {
    user: (id) => identities.remembered(`user:${id}`, () => findActor(db, id)),
    forget: () => memory.clear(),
    remembered<T>(key: string, ask: () => Promise<T>) {
      const known = memory.get(key)
      const now = Date.now()
      if (known && known.until > now) return known.answer as Promise<T>
      if (memory.size >= MOST_REMEMBERED) memory.clear()
      const answer = ask()
      memory.set(key, { until: now + IDENTITY_STALENESS_MS, answer })
      answer.catch(() => memory.delete(key))
      return answer
    },
  }
  return identities
}

const findActor = (db: Database, id: number) =>
  db.row<Actor>(
    `select id, username, role, warehouse_id, am_id from users where id = $1 and is_active`,
    [id],
    'find-actor',
  )
