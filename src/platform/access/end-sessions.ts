import type { Tx } from '../database/database.ts'

/** Ends every session of a user but the one named, if any. Call `identities.forget()` once it is committed. */
export const endSessions = (tx: Tx, userId: number, exceptSessionId: string | null = null) =>
  tx.run`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptSessionId}::uuid`
