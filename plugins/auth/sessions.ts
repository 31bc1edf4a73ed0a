import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../src/platform/access/audit.ts'
import type { ProviderSession } from '../../src/platform/access/identity-provider.ts'
import { hashToken, newCookieToken, newRefreshToken } from '../../src/platform/access/random-tokens.ts'
import { ACCESS_TOKEN_MINUTES, signAccessToken } from '../../src/platform/access/tokens.ts'
import {
  type Account,
  endSessionOfUsedToken,
  exchangeRefreshToken,
  insertSession,
  type Session,
  useBrowserSession,
} from './queries.ts'

/** A session that is refreshed lives for so long after its last refresh. */
const LIFETIME = '30 days'
/** A browser's session lives so long without a use … */
const IDLE = '12 hours'
/** … and so long in all. */
const MOST = '30 days'

/**
 * What a client holds of a session. `expires_at` is the access token's, in Unix seconds; the refresh token of a browser
 * is its cookie.
 */
export type Tokens = Omit<ProviderSession, 'email'> & { user_id: number }

const tokensOf = (app: FastifyInstance, session: Session | undefined, refresh_token: string) =>
  session && { user_id: session.user_id, refresh_token, ...signAccessToken(app, session.user_id, session.id) }

/**
 * Starts a session that can be refreshed.
 * @returns undefined when the account was closed or given another password since it was read
 */
export async function startSession(app: FastifyInstance, account: Account): Promise<Tokens | undefined> {
  const token = newRefreshToken()
  return tokensOf(app, await insertSession(app.db, account, LIFETIME, { token: hashToken(token) }), token)
}

/** The same for a browser: a session that its cookie outlives a reload with. */
export async function startBrowserSession(
  app: FastifyInstance,
  account: Account,
): Promise<Tokens | undefined> {
  const cookie = newCookieToken()
  return tokensOf(app, await insertSession(app.db, account, IDLE, { cookie: hashToken(cookie) }), cookie)
}

/** Starts a session that ends with its one access token. */
export async function startShortSession(app: FastifyInstance, account: Account) {
  const session = await insertSession(app.db, account, `${ACCESS_TOKEN_MINUTES} minutes`)
  return session && signAccessToken(app, account.id, session.id)
}

/**
 * The next access token of a browser. Its cookie does not change: a token that scripts can't read needs no rotation, by
 * which two tabs of one browser would look like a thief.
 * @returns undefined when there is no such session, or it has ended
 */
export const continueBrowserSession = async (app: FastifyInstance, cookie: string) =>
  tokensOf(app, await useBrowserSession(app.db, hashToken(cookie), IDLE, MOST), cookie)

/** Ends the session of a cookie, if there is one, with its access tokens. */
export async function endBrowserSession({ db, identities }: FastifyInstance, cookie: string) {
  await db.run`update sessions set ended_at = now() where cookie_hash = ${hashToken(cookie)} and ended_at is null`
  identities.forget()
}

/**
 * Takes a refresh token and gives the next pair. Of any number of requests with one token exactly one gets
 * it. A loser may be the owner or a thief, which can't be told apart, so the session ends for both.
 * @returns undefined when the token is unknown or used, or its session has ended
 */
export async function refreshSession(request: FastifyRequest, token: string): Promise<Tokens | undefined> {
  const { server } = request
  const next = newRefreshToken()
  const session = await exchangeRefreshToken(server.db, hashToken(token), hashToken(next), LIFETIME)
  if (!session) await endReusedSession(request, token)
  return tokensOf(server, session, next)
}

/** Ends the session of a refresh token that was used before, if this is one. */
async function endReusedSession(request: FastifyRequest, token: string) {
  const { db, identities } = request.server
  const userId = await db.transaction(async (tx) => {
    const session = await endSessionOfUsedToken(tx, hashToken(token))
    if (!session) return
    const { id: session_id, user_id } = session
    await audit(tx, request, {
      action: 'session.ended_on_reuse',
      entity: 'user',
      entity_id: user_id,
      after: { session_id },
    })
    return user_id
  })
  if (userId === undefined) return
  identities.forget()
  request.log.warn({ userId }, 'a refresh token came back after its use; its session is ended')
}
