import type { Tx } from '../database/database.ts'

/** The name under which failed logins of an account are counted. */
export const countedAs = (userId: number) => `user:${userId}`

/** Forgets every failed login of an account, from wherever: with a new password there is nothing left to guess. */
export const forgetFailedLogins = (tx: Tx, userId: number) =>
  tx.run`delete from login_failures where account = ${countedAs(userId)}`
