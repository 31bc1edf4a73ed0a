import type { Sql } from '../database/database.ts'
import type { Actor } from './identity.ts'
import type { Role } from './roles.ts'

/** Whose an API key is, and in which role it acts. */
export interface KeyHolder {
  user_id: number
  role: Role
}

/** The active users among these, by id. */
export async function activeUsers(db: Sql, ids: number[]): Promise<Map<number, Actor>> {
  const rows = await db.rows<Actor>(
    `select id, username, role, warehouse_id, am_id, seller_id from users where id = any($1::int[]) and is_active`,
    [ids],
    'find-actors',
  )
  return new Map(rows.map((actor) => [actor.id, actor]))
}

/** The holders of API keys that are neither revoked nor expired, by the hash of the key. */
export async function keyHolders(db: Sql, hashes: string[]): Promise<Map<string, KeyHolder>> {
  const rows = await db.rows<KeyHolder & { key_hash: string }>(
    `select key_hash, user_id, role from api_keys
     where key_hash = any($1::text[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [hashes],
    'find-api-keys',
  )
  return new Map(rows.map(({ key_hash, ...holder }) => [key_hash, holder]))
}

/** The users of sessions that have not ended, by the id of the session. */
export async function sessionUsers(db: Sql, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; user_id: number }>(
    `select id, user_id from sessions where id = any($1::uuid[]) and ended_at is null and expires_at > now()`,
    [ids],
    'find-sessions',
  )
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}
