import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashToken, newRefreshToken } from '../../src/platform/access/random-tokens.ts'
import { ACCESS_TOKEN_MINUTES, signAccessToken } from '../../src/platform/access/tokens.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Account } from './queries.ts'

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
  const id = await insertSession(app, account, `${SESSION_DAYS} days`, hashToken(refresh_token))
  return id === undefined ? undefined : { ...signAccessToken(app, account.id, id), refresh_token }
}

/** Starts a session that ends with its one access token. */
export async function startShortSession(app: FastifyInstance, account: Account) {
  const id = await insertSession(app, account, `${ACCESS_TOKEN_MINUTES} minutes`, null)
  return id === undefined ? undefined : signAccessToken(app, account.id, id)
}

/**
 * FOR SHARE makes a login and a change of the password (or a deactivation) wait for each other: whoever comes second
 * sees what the first has done, so that no session outlives the password it was started with.
 */
async function insertSession(
  app: FastifyInstance,
  account: Account,
  lifetime: string,
  tokenHash: string | null,
) {
  const session = await app.db.row<{ id: string }>(
    `with account as (
       select id from users
       where id = $1 and is_active and password_hash is not distinct from $2
       for share
     ), session as (
       insert into sessions (id, user_id, expires_at)
       select gen_random_uuid(), id, now() + $3::interval from account
       returning id
     ), token as (
       insert into refresh_tokens (token_hash, session_id)
       select $4, id from session where $4::text is not null
     )
     select id from session`,
    [account.id, account.password_hash, lifetime, tokenHash],
    'start-session',
  )
  return session?.id
}

/**
 * Takes a refresh token and gives the next pair. Of any number of requests with one token, at once or not, exactly
 * one gets it: the UPDATE locks the token's row, and whoever waited for that lock finds `used_at` set. A loser may
 * be the owner or a thief, which can't be told apart, so the session ends for both.
 * @returns undefined when the token is unknown or used, or its session has ended
 */
export async function refreshSession(request: FastifyRequest, token: string): Promise<Tokens | undefined> {
  const { server } = request
  const refresh_token = newRefreshToken()
  const session = await server.db.row<{ id: string; user_id: number }>(
    `with used as (
       update refresh_tokens set used_at = now()
       where token_hash = $1 and used_at is null
       returning session_id
     ), session as (
       update sessions s set expires_at = now() + $3::interval
       from used, users u
       where s.id = used.session_id and s.ended_at is null and s.expires_at > now()
         and u.id = s.user_id and u.is_active
       returning s.id, s.user_id
     ), next as (
       insert into refresh_tokens (token_hash, session_id) select $2, id from session
     ), outdated as (
       delete from refresh_tokens t using session
       where t.session_id = session.id and t.used_at < now() - $3::interval
     )
     select id, user_id from session`,
    [hashToken(token), hashToken(refresh_token), `${SESSION_DAYS} days`],
    'refresh-session',
  )
  if (session) return { ...signAccessToken(server, session.user_id, session.id), refresh_token }
  await endReusedSession(request, token)
}

/** Ends the session of a refresh token that was used before, if this is one. */
async function endReusedSession(request: FastifyRequest, token: string) {
  const { db, identities } = request.server
  const userId = await db.transaction(async (tx) => {
    const session = await tx.row<{ id: string; user_id: number }>`
      update sessions s set ended_at = now()
      from refresh_tokens t
      where t.token_hash = ${hashToken(token)} and t.used_at is not null
        and s.id = t.session_id and s.ended_at is null and s.expires_at > now()
      returning s.id, s.user_id`
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
