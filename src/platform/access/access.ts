import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { forbidden, unauthorized } from '../http/errors/problems.ts'
import { MAX_INTEGER } from '../schemas/schemas.ts'
import { type Actor, createIdentities, type Identities } from './identity.ts'
import { connectIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import { API_KEY_PREFIX, hashToken, isOwnSecret } from './random-tokens.ts'
import { mayRole, NEEDS_LOGIN, PERMISSIONS, type Permission, rolesOf } from './roles.ts'
import { isOwnToken, readAccessToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller must hold. Every route names this or `access`. */
    permission?: Permission
    /** `public`: nobody is asked. `bearer`: the access token alone says who calls. `user`: any known user. */
    access?: 'public' | 'bearer' | 'user'
  }
  interface FastifyRequest {
    /** The user on whose behalf the request runs; null on a public route only. */
    actor: Actor
    /** What the bearer token proved; null where none was asked for. */
    credential: Credential | null
  }
  interface FastifyInstance {
    identities: Identities
    /** The external identity provider, or null where the service is its own. */
    identityProvider: IdentityProvider | null
  }
}

/** Asks every request who it is, as its route declares; a route that declares nothing does not boot. */
export const access = fp(
  async (app) => {
    const provider = app.env.IDP_URL ? connectIdentityProvider(app.env.IDP_URL, app.env, app.clock) : null
    app.decorate('identityProvider', provider)
    if (app.env.AUTH_MODE === 'demo')
      app.log.warn('demo mode: the header X-User-Id alone identifies the caller')
    app.decorate('identities', createIdentities(app.db))
    app.decorateRequest('actor', null as unknown as Actor)
    app.decorateRequest('credential', null)
    app.addHook('onRoute', requireDeclaration)
    app.addHook('onRequest', identify)
    app.addHook('onClose', () => provider?.close())
  },
  { name: 'access', dependencies: ['database', 'secrets', 'tokens'] },
)

function requireDeclaration({ url, config, method }: RouteOptions) {
  if (url.startsWith('/api/') && !config?.permission && !config?.access)
    throw new Error(`${method} ${url} must name a permission, or say access: 'public', 'bearer' or 'user'`)
}

async function identify(request: FastifyRequest, _reply: FastifyReply) {
  const { permission, access } = request.routeOptions.config
  if (request.is404 || access === 'public' || (!permission && !access)) return
  request.actor = access === 'bearer' ? await bearerUser(request) : await headerUser(request)
  const lacking = permission && rolesOf(request.actor).find((role) => !mayRole(role, permission))
  if (lacking)
    throw forbidden(
      'role_not_allowed',
      `The role ${lacking} may not do this; it takes ${PERMISSIONS[permission].join(', ')}.`,
    )
  if (permission && NEEDS_LOGIN.has(permission) && request.credential?.kind === 'api-key')
    throw forbidden(
      'login_required',
      'Accounts, passwords and API keys take the access token of a login; an API key is not enough.',
    )
}

async function bearerUser(request: FastifyRequest): Promise<Actor> {
  const credential = await readBearer(request)
  const actor = await request.server.identities.user(credential.user_id)
  if (!actor)
    throw unauthorized('account_inactive', 'The account of this token does not exist or is not active.')
  request.credential = credential
  return credential.kind === 'api-key' ? { ...actor, role: credential.role, user_role: actor.role } : actor
}

/** The user that X-User-Id names; in verified mode the bearer token must prove the same user. */
async function headerUser(request: FastifyRequest): Promise<Actor> {
  const id = idOfHeader(request.headers['x-user-id'])
  const verified = request.server.env.AUTH_MODE === 'verified'
  const actor = verified ? await bearerUser(request) : await request.server.identities.user(id)
  if (!actor) throw unauthorized('user_unknown', 'X-User-Id names no active user.')
  if (actor.id !== id)
    throw unauthorized('user_mismatch', 'X-User-Id and the bearer token name different users.')
  return actor
}

/** A header sent twice arrives as "1, 2", which is no id either. */
function idOfHeader(header: string | string[] | undefined): number {
  if (header === undefined) throw unauthorized('user_id_missing', 'X-User-Id is missing.')
  const id = /^[1-9]\d{0,9}$/.test(String(header)) ? Number(header) : Number.NaN
  if (!(id <= MAX_INTEGER)) throw unauthorized('user_id_invalid', 'X-User-Id must be the id of a user.')
  return id
}

/** What a bearer token proves: its user, and what it stands on. An API key has a role of its own. */
type Credential = Awaited<ReturnType<typeof ofApiKey | typeof ofSession | typeof ofProvider>>

/**
 * Reads the request's bearer token: an API key, an access token of this service, or one of the external identity
 * provider, where there is one.
 * @throws 401 when it is missing, invalid, expired or revoked; 403 when the external identity has no account here;
 * 503 when the provider does not answer
 */
async function readBearer(request: FastifyRequest): Promise<Credential> {
  const token = request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1]
  if (!token) throw unauthorized('token_missing', 'Authorization must be "Bearer" and an access token.')
  if (token.startsWith(API_KEY_PREFIX)) return ofApiKey(request, token)
  const isOwn = isOwnSecret(token) || isOwnToken(request.server, token)
  return request.server.identityProvider && !isOwn ? ofProvider(request, token) : ofSession(request, token)
}

async function ofApiKey({ server: { identities } }: FastifyRequest, key: string) {
  const found = await identities.keyHolder(hashToken(key))
  if (!found) throw unauthorized('api_key_invalid', 'The API key is unknown, revoked or expired.')
  return { kind: 'api-key' as const, ...found }
}

async function ofSession({ server }: FastifyRequest, token: string) {
  const claims = readAccessToken(server, token)
  if (!claims) throw unauthorized('token_invalid', 'The access token is invalid or expired.')
  const session = await server.identities.session(claims.sid)
  if (!session || claims.sub !== String(session.user_id))
    throw unauthorized('session_ended', 'The session of this token has ended.')
  return { kind: 'session' as const, ...session, session_id: claims.sid }
}

/** The provider knows whose token it is; the account here is the active one with the same e-mail address. */
async function ofProvider({ server }: FastifyRequest, access_token: string) {
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
  return { kind: 'provider' as const, user_id: account.id, access_token }
}
