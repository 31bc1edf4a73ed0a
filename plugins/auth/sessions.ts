import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../src/platform/access/audit.ts'
import { hashToken, newRefreshToken } from '../../src/platform/access/random-tokens.ts'
import { ACCESS_TOKEN_MINUTES, signAccessToken } from '../../src/platform/access/tokens.ts'
import { type Account, endSessionOfUsedToken, exchangeRefreshToken, insertSession } from './queries.ts'

/** A session that is refreshed lives for so long after its last refresh. */
const SESSION_DAYS = 30

/** What a client holds of a session; `expires_at` is the access token's, in Unix seconds. */
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_at: number
}

/**
 * Starts a session that can be refreshed.
 * @returns undefined when the account was closed or given another password since it was read
 */
export async function startSession(app: FastifyInstance, account: Account): Promise<Tokens | undefined> {
  const refresh_token = newRefreshToken()
  const session = await insertSession(app.db, account, `${SESSION_DAYS} days`, {
    token: hashToken(refresh_token),
  })
  return session && { ...signAccessToken(app, account.id, session.id), refresh_token }
}

/** Starts a session that ends with its one access token. */
export async function startShortSession(app: FastifyInstance, account: Account) {
  const session = await insertSession(app.db, account, `${ACCESS_TOKEN_MINUTES} minutes`)
  return session && signAccessToken(app, account.id, session.id)
}

/**
 * Takes a refresh token and gives the next pair. Of any number of requests with one token exactly one gets
 * it. A loser may be the owner or a thief, which can't be told apart, so the session ends for both.
 * @returns undefined when the token is unknown or used, or its session has ended
 */
export async function refreshSession(request: FastifyRequest, token: string): Promise<Tokens | undefined> {
  const { server } = request
  const refresh_token = newRefreshToken()
  const session = await exchangeRefreshToken(
    server.db,
    hashToken(token),
    hashToken(refresh_token),
    `${SESSION_DAYS} days`,
  )
  if (session) return { ...signAccessToken(server, session.user_id, session.id), refresh_token }
  await endReusedSession(request, token)
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
