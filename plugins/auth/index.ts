import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endOldPassword } from '../../src/platform/access/end-access.ts'
import {
  GivenPassword,
  hashPassword,
  NewPassword,
  requireLongEnough,
  requireOwnPasswords,
} from '../../src/platform/access/passwords.ts'
import { hashToken, isOwnSecret } from '../../src/platform/access/random-tokens.ts'
import { PERMISSIONS, type Permission, permissionsOf } from '../../src/platform/access/roles.ts'
import { forbidden, unauthorized } from '../../src/platform/http/errors/problems.ts'
import { type Acting, audit } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Id, OneOf, Problem, Success, Text } from '../../src/platform/schemas/schemas.ts'
import { apiKeys } from './api-keys.ts'
import { browserSessions } from './browser-sessions.ts'
import { email, KEPT_ELSEWHERE, logIn, noKey, refusal, Session, signedInUser, user } from './login.ts'
import { KNOWN_DAYS } from './login-throttle.ts'
import { refreshSession } from './sessions.ts'

/** Who calls: logins, sessions, passwords, API keys. */
export default async function plugin(app: FastifyInstance) {
  const forget = (table: string, since: string, period: string) =>
    app.retention.lines.push({ table, where: `${since} < now() - $1::interval`, period })
  forget('sessions', 'coalesce(ended_at, expires_at)', '1 day')
  forget('password_resets', 'expires_at', '1 day')
  forget('login_failures', 'greatest(last_at, waits_until)', '1 day')
  forget('login_networks', 'last_login_at', `${KNOWN_DAYS} days`)
  const logins = [login, idpLogin, refresh, logout]
  for (const route of [...logins, getCurrentUser, updatePassword, useReset]) app.route(route)
  await app.register(apiKeys)
  await app.register(browserSessions)
}

const login = endpoint('POST', '/api/auth/login', 'public', {
  config: { answersSecret: true },
  operationId: 'login',
  summary: 'Log in with a username',
  description: `The token lives for 15 minutes and can’t be refreshed. In demo mode any password is taken for seeded accounts. With IDP_URL all others log in by POST /api/auth/idp-login. ${noKey}`,
  body: Closed({ username: Type.String({ maxLength: 200, examples: ['nadia'] }), password: GivenPassword() }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      user: Type.Object(user),
      token: Type.String({ description: 'An access token' }),
    }),
    401: refusal,
    409: KEPT_ELSEWHERE,
  },
})(async (request) => {
  const { username, password } = request.body
  const { user_id, access_token } = await logIn(request, { username }, password, 'access')
  return { success: true, user: await signedInUser(request.server.db, user_id), token: access_token }
})

const idpLogin = endpoint('POST', '/api/auth/idp-login', 'public', {
  config: { answersSecret: true },
  operationId: 'loginWithIdentityProvider',
  summary: 'Log in with an e-mail address',
  description: `Asks the identity provider: the service’s own, or the external one of IDP_URL. The access token lives for 15 minutes, the session for 30 days after its last refresh (an external provider has times of its own). In demo mode any password is taken for seeded accounts. ${noKey}`,
  body: Closed({
    email: Type.String({ format: 'email', maxLength: 254, examples: ['nadia@example.com'] }),
    password: GivenPassword(),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      user: Type.Object({ ...user, email }),
      session: Session,
    }),
    401: refusal,
    403: Problem('The identity provider’s user has no active account here'),
  },
})(async (request) => {
  const { email, password } = request.body
  const session = await logIn(request, { email }, password, 'refresh')
  return { success: true, user: await signedInUser(request.server.db, session.user_id), session }
})

const refresh = endpoint('POST', '/api/auth/refresh', 'public', {
  config: { answersSecret: true },
  operationId: 'refreshSession',
  summary: 'Get the next pair of tokens',
  description: `A refresh token is good for one use. One that comes back a second time ends its session, since it may have been stolen: a client must not refresh twice at once. ${noKey}`,
  body: Closed({ refresh_token: Text(4096, { examples: ['sos_refresh_Jx2mPq9aW5…'] }) }),
  response: { 200: Type.Object({ success: Type.Literal(true), session: Session }), 401: refusal },
})(async (request) => {
  const { refresh_token } = request.body
  const { identityProvider } = request.server
  const foreign = identityProvider && !isOwnSecret(refresh_token)
  const session = foreign
    ? await identityProvider.refresh(refresh_token)
    : await refreshSession(request, refresh_token)
  if (!session) throw unauthorized('refresh_token_invalid', 'The refresh token is invalid, used or expired.')
  return { success: true, session }
})

const logout = endpoint('POST', '/api/auth/logout', 'bearer', {
  operationId: 'logout',
  summary: 'End the session of the access token',
  description:
    'Its refresh token is no longer valid; its access tokens are refused within three seconds by every process.',
  response: { 200: Success },
})(async (request) => {
  const { server } = request
  const credential = credentialOfPerson(request)
  if (credential.kind === 'provider') await server.identityProvider?.logOut(credential.access_token)
  else
    await server.db.run`
      update sessions set ended_at = now() where id = ${credential.session_id}::uuid and ended_at is null`
  server.identities.forget()
  return { success: true }
})

const getCurrentUser = endpoint('GET', '/api/auth/me', 'bearer', {
  operationId: 'getCurrentUser',
  summary: 'Who the access token belongs to',
  response: {
    200: Type.Object({
      ...user,
      email,
      employee_code: Type.String({ examples: ['E-0042'] }),
      employee_id: Id(),
      permissions: Type.Array(OneOf(Object.keys(PERMISSIONS) as Permission[]), {
        description: 'What the caller may do',
        examples: [['sellers.read', 'scores.read']],
      }),
    }),
  },
})(async ({ server, actor }) => ({
  ...(await signedInUser(server.db, actor.id)),
  role: actor.role,
  permissions: permissionsOf(actor),
}))

/**
 * Who keeps the passwords, the external provider or this service, has the rule. A session that this service made before
 * it had a provider can't set one here, where no login would take it.
 */
const updatePassword = endpoint('POST', '/api/auth/update-password', 'bearer', {
  operationId: 'updatePassword',
  summary: 'Change the own password',
  description: `Ends all other sessions of the user. ${noKey}`,
  body: Closed({ new_password: NewPassword() }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String({ examples: ['The password is changed; all other sessions have ended.'] }),
    }),
    409: KEPT_ELSEWHERE,
  },
})(async (request) => {
  const { server, actor, body } = request
  const credential = credentialOfPerson(request)
  let password_hash: string | undefined
  let remaining: string | undefined
  if (credential.kind === 'session') {
    requireOwnPasswords(server)
    requireLongEnough('new_password', body.new_password, server.env)
    password_hash = await hashPassword(body.new_password)
    remaining = credential.session_id
  } else await server.identityProvider?.changePassword(credential.access_token, body.new_password)
  await server.db.transaction(async (tx) => {
    // The account first: its row is what a login under way waits for, see sessions.ts.
    await tx.prisma.user.update({ where: { id: actor.id }, data: { password_hash } })
    await endOldPassword(tx, actor.id, remaining)
    await audit(tx, request, { action: 'user.password_changed', entity_id: actor.id })
  })
  server.identities.forget()
  return { success: true, message: 'The password is changed; all other sessions have ended.' }
})

/** An API key is a machine's: it has no session, and a stolen one must not take the account over. */
function credentialOfPerson({ credential }: FastifyRequest) {
  if (!credential || credential.kind === 'api-key')
    throw forbidden('login_required', 'This takes the access token of a login; an API key is not enough.')
  return credential
}

/**
 * Takes a reset token and sets the password of its account. No password is hashed for a token that is not good. Of
 * any number of requests with one token, at once or not, exactly one finds its row to delete.
 */
const useReset = endpoint('POST', '/api/auth/password-reset', 'public', {
  operationId: 'resetPassword',
  summary: 'Set a new password with a reset',
  description: `Takes the token of POST /api/users/{id}/password-reset, which is good for one use within an hour. All sessions of the account end, and its failed logins are forgotten. Where an external identity provider keeps the passwords, it answers 409. ${noKey}`,
  body: Closed({
    token: Text(200, { examples: ['sosp_Jx2mPq9aW5…'], description: 'As the administrator was shown it' }),
    new_password: NewPassword(),
  }),
  response: {
    200: Success,
    401: { ...refusal, description: 'The token is unknown, used or expired' },
    409: KEPT_ELSEWHERE,
  },
})(async (request) => {
  const { server, body } = request
  requireOwnPasswords(server)
  requireLongEnough('new_password', body.new_password, server.env)
  const tokenHash = hashToken(body.token)
  const sql = 'select user_id from password_resets where token_hash = $1 and expires_at > now()'
  const reset = await server.db.row<{ user_id: number }>(sql, [tokenHash], 'find-password-reset')
  if (!reset) throw invalid()
  const { user_id: userId } = reset
  const password_hash = await hashPassword(body.new_password)
  await server.db.transaction(async (tx) => {
    // The account first, as a login under way waits for it.
    const full_name = await tx.value<string>`select full_name from users where id = ${userId} for update`
    const set = await tx.run`
      with used as (
        delete from password_resets where token_hash = ${tokenHash} and expires_at > now() returning user_id
      )
      update users u set password_hash = ${password_hash}, updated_at = now()
      from used where u.id = used.user_id and u.is_active`
    if (set === 0) throw invalid()
    await endOldPassword(tx, userId)
    const acting = { actor: { id: userId }, id: request.id, credential: null } as Acting
    await audit(tx, acting, { action: 'user.password_reset', entity_id: userId, after: { full_name } })
  })
  server.identities.forget()
  return { success: true }
})

const invalid = () =>
  unauthorized(
    'reset_token_invalid',
    'The reset token is unknown, used already or too old: ask an administrator for a new one.',
  )
