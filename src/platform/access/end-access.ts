import type { Tx } from '../database/database.ts'
import { type Acting, auditAll } from '../http/requests/change.ts'

// What ends the access of an account. Call `identities.forget()` once it is committed.

/** The name under which failed logins of an account are counted. */
export const countedAs = (userId: number) => `user:${userId}`

/**
 * Ends what stood on the old password of a user who has a new one: every session but the one named, failed logins from
 * wherever, because there is nothing left to guess, and an open reset.
 */
export async function endOldPassword(tx: Tx, userId: number, exceptSessionId: string | null = null) {
  await endSessions(tx, userId, exceptSessionId)
  await tx.run`delete from login_failures where account = ${countedAs(userId)}`
  await closeReset(tx, userId)
}

/** Ends every session of a user but the one named, if any. */
export const endSessions = (tx: Tx, userId: number, exceptSessionId: string | null = null) =>
  tx.run`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptSessionId}::uuid`

/** Makes the reset of a user that is open, if one is, open nothing. */
export const closeReset = (tx: Tx, userId: number) =>
  tx.run`delete from password_resets where user_id = ${userId}`

/**
 * Revokes one API key, or every one of a user, for good, with audit rows: none works when the account is opened again.
 * What is revoked already keeps its time.
 */
export async function revokeApiKeys(tx: Tx, acting: Acting, { id = 0, user_id = 0 }) {
  const revoked = await tx.rows<{ id: number; revoked_at: string }>`
    update api_keys set revoked_at = now() where (id = ${id} or user_id = ${user_id}) and revoked_at is null
    returning id, revoked_at`
  const entries = revoked.map(({ id, revoked_at }) => ({
    action: 'api_key.revoked' as const,
    entity_id: id,
    before: { revoked_at: null },
    after: { revoked_at },
  }))
  if (entries.length > 0) await auditAll(tx, acting, entries)
}
