import type { Tx } from '../database/database.ts'

/** Ends every session of a user but the one named, if any. Call `identities.forget()` once it is committed. */
export const endSessions = (tx: Tx, userId: number, exceptSessionId: string | null = null) =>
  tx.prisma.session.updateMany({
    where: { user_id: userId, ended_at: null, NOT: exceptSessionId ? { id: exceptSessionId } : undefined },
    data: { ended_at: new Date() },
  })
