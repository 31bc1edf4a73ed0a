import type { FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../http/errors/problems.ts'
import { API_KEY_PREFIX, hashToken, isOwnSecret } from './random-tokens.ts'
import type { Role } from './roles.ts'
import { isOwnToken, readAccessToken } from './tokens.ts'

/** What a bearer token proves: its user, and what it stands on. An API key has a role of its own. */
export type Credential =
  | { kind: 'session'; user_id: number; session_id: string }
  | { kind: 'api-key'; user_id: number; role: Role }
  | { kind: 'provider'; user_id: number; access_token: string }

/**
 * Reads the request's bearer token: an API key, an access token of this service, or one of the external identity
 * provider, where there is one.
 * @throws 401 when it is missing, invalid, expired or revoked; 403 when the external identity has no account here;
 * 503 when the provider does not answer
 */
export async function readBearer(request: FastifyRequest): Promise<Credential> {
  const token = request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1]
  if (!token) throw unauthorized('token_missing', 'Authorization must be "Bearer" and an access token.')
  if (token.startsWith(API_KEY_PREFIX)) return ofApiKey(request, token)
  const isOwn = isOwnSecret(token) || isOwnToken(request.server, token)
  return request.server.identityProvider && !isOwn ? ofProvider(request, token) : ofSession(request, token)
}

async function ofApiKey({ server: { identities } }: FastifyRequest, key: string): Promise<Credential> {
  const found = await identities.keyHolder(hashToken(key))
  if (!found) throw unauthorized('api_key_invalid', 'The API key is unknown, revoked or expired.')
  return { kind: 'api-key', ...found }
}

async function ofSession({ server }: FastifyRequest, token: string): Promise<Credential> {
  const claims = readAccessToken(server, token)
  if (!claims) throw unauthorized('token_invalid', 'The access token is invalid or expired.')
  const user_id = await server.identities.sessionUser(claims.sid)
  if (user_id === undefined || claims.sub !== String(user_id))
    throw unauthorized('session_ended', 'The session of this token has ended.')
  return { kind: 'session', user_id, session_id: claims.sid }
}

/** The provider knows whose token it is; the account here is the active one with the same e-mail address. */
async function ofProvider({ server }: FastifyRequest, access_token: string): Promise<Credential> {
  const account = await server.identities.remembered(`provider:${hashToken(access_token)}`, async () => {
    const email = await server.identityProvider?.emailOf(access_token)
    return server.db.quick.row<{ id: number }>(
      `select id from users where email = lower($1) and is_active`,
      [email],
      'find-user-by-email',
    )
  })
  if (!account)
    throw forbidden('account_inactive', 'The identity provider’s user has no active account here.')
  return { kind: 'provider', user_id: account.id, access_token }
}
