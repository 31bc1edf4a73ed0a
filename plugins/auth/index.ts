import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { endOldPassword } from '../../src/platform/access/end-old-password.ts'
import { hashPassword, requireLongEnough } from '../../src/platform/access/passwords.ts'
import { isOwnSecret } from '../../src/platform/access/random-tokens.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { forbidden, unauthorized } from '../../src/platform/http/problems.ts'
import { apiKeys } from './api-keys.ts'
import { logInByEmail, logInByUsername } from './login.ts'
import { KNOWN_DAYS } from './login-throttle.ts'
import { useReset } from './password-reset.ts'
import { signedInUser } from './queries.ts'
import {
  idpLoginSchema,
  loginSchema,
  logoutSchema,
  meSchema,
  refreshSchema,
  updatePasswordSchema,
  useResetSchema,
} from './schemas.ts'
import { browserSessions } from './session/routes.ts'
import { refreshSession } from './sessions.ts'

/** Who calls: logins, sessions, passwords, API keys. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.retention.keep([
    { table: 'sessions', where: 'coalesce(ended_at, expires_at) < now() - $1::interval', period: '1 day' },
    { table: 'login_throttles', where: 'window_started_at < now() - $1::interval', period: '1 day' },
    { table: 'password_resets', where: 'expires_at < now() - $1::interval', period: '1 day' },
    {
      table: 'login_failures',
      where: 'greatest(last_at, waits_until) < now() - $1::interval',
      period: '1 day',
    },
    {
      table: 'login_networks',
      where: 'last_login_at < now() - $1::interval',
      period: `${KNOWN_DAYS} days`,
    },
  ])
  app.route({
    method: 'POST',
    url: '/api/auth/login',
    config: { access: 'public', answersSecret: true },
    schema: loginSchema,
    handler: login,
  })
  app.route({
    method: 'POST',
    url: '/api/auth/idp-login',
    config: { access: 'public', answersSecret: true },
    schema: idpLoginSchema,
    handler: idpLogin,
  })
  app.route({
    method: 'POST',
    url: '/api/auth/refresh',
    config: { access: 'public', answersSecret: true },
    schema: refreshSchema,
    handler: refresh,
  })
  app.route({
    method: 'POST',
    url: '/api/auth/logout',
    config: { access: 'bearer' },
    schema: logoutSchema,
    handler: logout,
  })
  app.route({
    method: 'GET',
    url: '/api/auth/me',
    config: { access: 'bearer' },
    schema: meSchema,
    handler: getCurrentUser,
  })
  app.route({
    method: 'POST',
    url: '/api/auth/update-password',
    config: { access: 'bearer' },
    schema: updatePasswordSchema,
    handler: updatePassword,
  })
  app.route({
    method: 'POST',
    url: '/api/auth/password-reset',
    config: { access: 'public' },
    schema: useResetSchema,
    handler: useReset,
  })
  await app.register(apiKeys)
  await app.register(browserSessions)
}

export const auth = fp(plugin, {
  name: 'auth',
  encapsulate: true,
  dependencies: ['database', 'access', 'retention'],
})

const login: Handler<typeof loginSchema> = async (request) => {
  const { username, password } = request.body
  const { user_id, token } = await logInByUsername(request, username, password)
  return { success: true, user: await signedInUser(request.server.db, user_id), token }
}

const idpLogin: Handler<typeof idpLoginSchema> = async (request) => {
  const { email, password } = request.body
  const { user_id, session } = await logInByEmail(request, email, password)
  return { success: true, user: await signedInUser(request.server.db, user_id), session }
}

const refresh: Handler<typeof refreshSchema> = async (request) => {
  const { refresh_token } = request.body
  const { identityProvider } = request.server
  const foreign = identityProvider && !isOwnSecret(refresh_token)
  const session = foreign
    ? await identityProvider.refresh(refresh_token)
    : await refreshSession(request, refresh_token)
  if (!session) throw unauthorized('refresh_token_invalid', 'The refresh token is invalid, used or expired.')
  return { success: true, session }
}

const logout: Handler<typeof logoutSchema> = async (request) => {
  const { server } = request
  const credential = credentialOfPerson(request)
  if (credential.kind === 'provider') await server.identityProvider?.logOut(credential.access_token)
  else
    await server.db.prisma.session.updateMany({
      where: { id: credential.session_id, ended_at: null },
      data: { ended_at: server.clock.now() },
    })
  server.identities.forget()
  return { success: true }
}

const getCurrentUser: Handler<typeof meSchema> = async ({ server, actor }) => ({
  ...(await signedInUser(server.db, actor.id)),
  role: actor.role,
})

/** A password is kept where the session was made: by the external provider, or here. Who keeps it has the rule. */
const updatePassword: Handler<typeof updatePasswordSchema> = async (request) => {
  const { server, actor, body } = request
  const credential = credentialOfPerson(request)
  if (credential.kind === 'session') requireLongEnough('new_password', body.new_password, server.env)
  if (credential.kind === 'provider')
    await server.identityProvider?.changePassword(credential.access_token, body.new_password)
  const password_hash = credential.kind === 'session' ? await hashPassword(body.new_password) : undefined
  const remaining = credential.kind === 'session' ? credential.session_id : null
  await server.db.transaction(async (tx) => {
    // The account first: its row is what a login under way waits for, see sessions.ts.
    await tx.prisma.user.update({ where: { id: actor.id }, data: { password_hash } })
    await endOldPassword(tx, actor.id, remaining)
    await audit(tx, request, { action: 'user.password_changed', entity: 'user', entity_id: actor.id })
  })
  server.identities.forget()
  return { success: true, message: 'The password is changed; all other sessions have ended.' }
}

/** An API key is a machine's: it has no session, and a stolen one must not take the account over. */
function credentialOfPerson({ credential }: FastifyRequest) {
  if (!credential || credential.kind === 'api-key')
    throw forbidden('login_required', 'This takes the access token of a login; an API key is not enough.')
  return credential
}
