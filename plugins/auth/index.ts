import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Acting, audit } from '../../src/platform/access/audit.ts'
import { endOldPassword } from '../../src/platform/access/end-access.ts'
import { hashPassword, requireLongEnough, requireOwnPasswords } from '../../src/platform/access/passwords.ts'
import { hashToken, isOwnSecret } from '../../src/platform/access/random-tokens.ts'
import { permissionsOf } from '../../src/platform/access/roles.ts'
import { forbidden, unauthorized } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { apiKeys } from './api-keys.ts'
import { accountOf, logInByEmail, wrong } from './login.ts'
import { KNOWN_DAYS } from './login-throttle.ts'
import { setPasswordByReset, signedInUser, userOfReset } from './queries.ts'
import {
  idpLoginRoute,
  loginRoute,
  logoutRoute,
  meRoute,
  refreshRoute,
  updatePasswordRoute,
  useResetRoute,
} from './schemas.ts'
import { browserSessions } from './session/routes.ts'
import { refreshSession, startShortSession } from './sessions.ts'

/** Who calls: logins, sessions, passwords, API keys. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.retention.lines.push(
    { table: 'sessions', where: 'coalesce(ended_at, expires_at) < now() - $1::interval', period: '1 day' },
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
  )
  app.route({ ...loginRoute, handler: login })
  app.route({ ...idpLoginRoute, handler: idpLogin })
  app.route({ ...refreshRoute, handler: refresh })
  app.route({ ...logoutRoute, handler: logout })
  app.route({ ...meRoute, handler: getCurrentUser })
  app.route({ ...updatePasswordRoute, handler: updatePassword })
  app.route({ ...useResetRoute, handler: useReset })
  await app.register(apiKeys)
  await app.register(browserSessions)
}

export default fp(plugin, {
  name: 'auth',
  encapsulate: true,
  dependencies: ['database', 'access', 'retention'],
})

const login: Handler<typeof loginRoute> = async (request) => {
  const { username, password } = request.body
  const account = await accountOf(request, 'username', username, password)
  const session = await startShortSession(request.server, account)
  if (!session) throw wrong('username')
  const { access_token: token } = session
  return { success: true, user: await signedInUser(request.server.db, account.id), token }
}

const idpLogin: Handler<typeof idpLoginRoute> = async (request) => {
  const { email, password } = request.body
  const session = await logInByEmail(request, email, password)
  return { success: true, user: await signedInUser(request.server.db, session.user_id), session }
}

const refresh: Handler<typeof refreshRoute> = async (request) => {
  const { refresh_token } = request.body
  const { identityProvider } = request.server
  const foreign = identityProvider && !isOwnSecret(refresh_token)
  const session = foreign
    ? await identityProvider.refresh(refresh_token)
    : await refreshSession(request, refresh_token)
  if (!session) throw unauthorized('refresh_token_invalid', 'The refresh token is invalid, used or expired.')
  return { success: true, session }
}

const logout: Handler<typeof logoutRoute> = async (request) => {
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

const getCurrentUser: Handler<typeof meRoute> = async ({ server, actor }) => ({
  ...(await signedInUser(server.db, actor.id)),
  role: actor.role,
  permissions: permissionsOf(actor),
})

/** A password is kept where the session was made: by the external provider, or here. Who keeps it has the rule. */
const updatePassword: Handler<typeof updatePasswordRoute> = async (request) => {
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
    await audit(tx, request, { action: 'user.password_changed', entity_id: actor.id })
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

/**
 * Takes a reset token and sets the password of its account. No password is hashed for a token that is not good. Of
 * any number of requests with one token, at once or not, exactly one finds its row to delete.
 */
const useReset: Handler<typeof useResetRoute> = async (request) => {
  const { server, body } = request
  requireOwnPasswords(server)
  requireLongEnough('new_password', body.new_password, server.env)
  const tokenHash = hashToken(body.token)
  const userId = await userOfReset(server.db, tokenHash)
  if (userId === undefined) throw invalid()
  const password_hash = await hashPassword(body.new_password)
  await server.db.transaction(async (tx) => {
    const username = await setPasswordByReset(tx, userId, tokenHash, password_hash)
    if (username === undefined) throw invalid()
    await endOldPassword(tx, userId)
    const acting = { actor: { id: userId }, id: request.id } as Acting
    await audit(tx, acting, { action: 'user.password_reset', entity_id: userId })
  })
  server.identities.forget()
  return { success: true }
}

const invalid = () =>
  unauthorized(
    'reset_token_invalid',
    'The reset token is unknown, used or expired: ask an administrator for a new one.',
  )
