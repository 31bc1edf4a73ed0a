import type { FastifyInstance } from 'fastify'
import { hashToken, newCookieToken } from '../../../src/platform/access/random-tokens.ts'
import { signAccessToken } from '../../../src/platform/access/tokens.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { type Account, insertSession, type Session } from '../queries.ts'

/** A session lives so long without a use … */
const IDLE = '12 hours'
/** … and so long in all. */
const MOST = '30 days'

/**
 * What a page is given of a session, and what its browser keeps of it. `expires_at` is the access token's, in Unix
 * seconds.
 */
export interface BrowserSession {
  user_id: number
  access_token: string
  expires_at: number
  cookie: string
}

/**
 * Starts a session that a cookie outlives a reload with.
 * @returns undefined when the account was closed or given another password since it was read
 */
export async function startBrowserSession(
  app: FastifyInstance,
  account: Account,
): Promise<BrowserSession | undefined> {
  const cookie = newCookieToken()
  const session = await insertSession(app.db, account, IDLE, { cookie: hashToken(cookie) })
  return session && { ...signAccessToken(app, account.id, session.id), user_id: account.id, cookie }
}

/**
 * The next access token of a session. Its cookie does not change: a token that scripts can't read needs no rotation, by
 * which two tabs of one browser would look like a thief.
 * @returns undefined when there is no such session, or it has ended
 */
export async function nextAccessToken(
  app: FastifyInstance,
  cookie: string,
): Promise<BrowserSession | undefined> {
  const session = await useSession(app.db, hashToken(cookie), IDLE, MOST)
  return session && { ...signAccessToken(app, session.user_id, session.id), user_id: session.user_id, cookie }
}

/** Ends the session of a cookie, with its access tokens. */
export async function endBrowserSession({ db, identities }: FastifyInstance, cookie: string) {
  await endSession(db, hashToken(cookie))
  identities.forget()
}

/**
 * Uses a browser's session, which moves its end. Any number of requests at once may: the cookie stays what it is.
 * @param idle how long it lives without a use, and @param most how long in all, as PostgreSQL writes an interval
 * @returns undefined when there is none, it has ended, or its account is closed
 */
const useSession = (db: Sql, cookieHash: string, idle: string, most: string) =>
  db.row<Session>(
    `update sessions s set expires_at = least(now() + $2::interval, s.created_at + $3::interval)
     from users u
     where s.cookie_hash = $1 and s.ended_at is null and s.expires_at > now()
       and s.created_at + $3::interval > now() and u.id = s.user_id and u.is_active
     returning s.id, s.user_id`,
    [cookieHash, idle, most],
    'use-browser-session',
  )

/** Ends the session of a cookie, if there is one. */
const endSession = (db: Sql, cookieHash: string) =>
  db.run`update sessions set ended_at = now() where cookie_hash = ${cookieHash} and ended_at is null`
