import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProviderSession } from '../../src/platform/access/identity-provider.ts'
import { hashToken, newToken } from '../../src/platform/access/random-tokens.ts'
import { ACCESS_TOKEN_MINUTES, signAccessToken } from '../../src/platform/access/tokens.ts'
import { audit } from '../../src/platform/http/requests/change.ts'
import type { Account } from './login.ts'

/** How long a session lives without a use, by what its client keeps of it. One of an access token alone ends with that. */
const LIFETIMES = { refresh: '30 days', cookie: '12 hours', access: `${ACCESS_TOKEN_MINUTES} minutes` }
/** How long a browser's session lives in all. */
const MOST = '30 days'

/** What a client keeps of a session: a token to refresh it, a cookie that outlives a reload, or the access token alone. */
export type KeptBy = keyof typeof LIFETIMES

/**
 * What a client holds of a session. `expires_at` is the access token's, in Unix seconds; the refresh token of a browser
 * is its cookie, and a short session has none.
 */
export type Tokens = Omit<ProviderSession, 'email'> & { user_id: number }

/** A session as its owner's tokens name it. */
interface Session {
  id: string
  user_id: number
}

function tokensOf(app: FastifyInstance, session: Session | undefined, refresh_token: string) {
  if (!session) return undefined
  const { id, user_id } = session
  return { user_id, refresh_token, ...signAccessToken(app, user_id, id) }
}

/**
 * Starts a session of an account. FOR SHARE makes a login and a change of the password (or a deactivation) wait for each
 * other: whoever comes second sees what the first has done, so that no session outlives the password it was started with.
 * @returns undefined when the account was closed or given another password since it was read
 */
export async function startSession(app: FastifyInstance, account: Account, keptBy: KeptBy) {
  const token = keptBy === 'access' ? '' : newToken(keptBy)
  const hash = hashToken(token)
  const session = await app.db.row<Session>(
    `with account as (
       select id from users
       where id = $1 and is_active and password_hash is not distinct from $2
       for share
     ), session as (
       insert into sessions (id, user_id, expires_at, cookie_hash)
       select gen_random_uuid(), id, now() + $3::interval, $5 from account
       returning id, user_id
     ), token as (
       insert into refresh_tokens (token_hash, session_id)
       select $4, id from session where $4::text is not null
     )
     select id, user_id from session`,
    [
      ...[account.id, account.password_hash, LIFETIMES[keptBy]],
      ...[keptBy === 'refresh' ? hash : null, keptBy === 'cookie' ? hash : null],
    ],
    'start-session',
  )
  return tokensOf(app, session, token)
}

/**
 * Uses a browser's session, which moves its end, and gives the next access token. Its cookie does not change, and any
 * number of requests at once may use it: a token that scripts can't read needs no rotation, by which two tabs of one
 * browser would look like a thief.
 * @returns undefined when there is none, it has ended, or its account is closed
 */
export async function continueBrowserSession(app: FastifyInstance, cookie: string) {
  const session = await app.db.row<Session>(
    `update sessions s set expires_at = least(now() + $2::interval, s.created_at + $3::interval)
     from users u
     where s.cookie_hash = $1 and s.ended_at is null and s.expires_at > now()
       and s.created_at + $3::interval > now() and u.id = s.user_id and u.is_active
     returning s.id, s.user_id`,
    [hashToken(cookie), LIFETIMES.cookie, MOST],
    'use-browser-session',
  )
  return tokensOf(app, session, cookie)
}

/** Ends the session of a cookie, if there is one, with its access tokens. */
export async function endBrowserSession({ db, identities }: FastifyInstance, cookie: string) {
  await db.run`update sessions set ended_at = now() where cookie_hash = ${hashToken(cookie)} and ended_at is null`
  identities.forget()
}

/**
 * Uses a refresh token up and gives the next pair. Of any number of requests with one token, at once or not, exactly one
 * gets it: the UPDATE locks the token's row, and whoever waited for that lock finds `used_at` set. A loser may be the
 * owner or a thief, which can't be told apart, so the session ends for both.
 * @returns undefined when the token is unknown or used, or its session has ended
 */
export async function refreshSession(request: FastifyRequest, token: string) {
  const { server } = request
  const next = newToken('refresh')
  const session = await server.db.row<Session>(
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
    [hashToken(token), hashToken(next), LIFETIMES.refresh],
    'refresh-session',
  )
  if (!session) await endReusedSession(request, token)
  return tokensOf(server, session, next)
}

/** Ends the session of a refresh token that was used before, if this is one. */
async function endReusedSession(request: FastifyRequest, token: string) {
  const { db, identities } = request.server
  const ended = await db.transaction(async (tx) => {
    const session = await tx.row<Session>`
      update sessions s set ended_at = now()
      from refresh_tokens t
      where t.token_hash = ${hashToken(token)} and t.used_at is not null
        and s.id = t.session_id and s.ended_at is null and s.expires_at > now()
      returning s.id, s.user_id`
    if (!session) return
    await audit(tx, request, {
      action: 'session.ended_on_reuse',
      entity: 'user',
      entity_id: session.user_id,
      after: { session_id: session.id },
    })
    return session
  })
  if (!ended) return
  identities.forget()
  request.log.warn({ userId: ended.user_id }, 'a refresh token came back after its use; its session is ended')
}
