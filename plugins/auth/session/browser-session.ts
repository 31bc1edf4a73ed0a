import type { FastifyInstance } from 'fastify'
import { hashToken, newCookieToken } from '../../../src/platform/access/random-tokens.ts'
import { signAccessToken } from '../../../src/platform/access/tokens.ts'
import { type Account, insertSession } from '../queries.ts'
import { endSession, useSession } from './queries.ts'

/** A session lives so long without a use … */
const IDLE = '12 hours'
/** … and so long in all. */
const MOST = '30 days'

/** What a page is given of a session, and what its browser keeps of it. `expires_at` is the access token's, in Unix seconds. */
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
