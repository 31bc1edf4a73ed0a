import type { Tx } from '../database/database.ts'
import { endSessions } from './end-sessions.ts'
import { countedAs } from './failed-logins.ts'

/**
 * Ends what stood on the old password of a user who has a new one: every session but the one named, failed logins from
 * wherever, because there is nothing left to guess, and an open reset. Call `identities.forget()` once it is committed.
 */
export async function endOldPassword(tx: Tx, userId: number, exceptSessionId: string | null = null) {
  await endSessions(tx, userId, exceptSessionId)
  await tx.run`delete from login_failures where account = ${countedAs(userId)}`
  await closeReset(tx, userId)
}

/** Makes the reset of a user that is open, if one is, open nothing. */
export const closeReset = (tx: Tx, userId: number) =>
  tx.run`delete from password_resets where user_id = ${userId}`
