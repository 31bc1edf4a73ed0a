import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnSecret } from '../../../src/platform/access/random-tokens.ts'
import { unauthorized, unsupportedMediaType } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { accountOfEmail, accountOfUsername } from '../login.ts'
import { signedInUser } from '../queries.ts'
import {
  type BrowserSession,
  endBrowserSession,
  nextAccessToken,
  startBrowserSession,
} from './browser-session.ts'
import { clearCookie, readCookie, setCookie } from './cookie.ts'
import { requireOwnPage } from './own-page.ts'
import { endProviderSession, nextProviderTokens, startProviderSession } from './provider-session.ts'
import { endSessionRoute, nextTokenRoute, startSessionRoute } from './schemas.ts'

/** Sessions of browsers. The only routes that read a cookie. Registered by the auth plugin. */
export const browserSessions: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', requireOwnPage)
  app.addHook('preValidation', requireJson)
  app.route({ ...startSessionRoute, handler: logIn })
  app.route({ ...nextTokenRoute, handler: nextToken })
  app.route({ ...endSessionRoute, handler: logOut })
}

/** The provider that judges a login, if one does: a username is always of this service. */
const providerOf = ({ server }: FastifyRequest, login: string) =>
  login.includes('@') ? server.identityProvider : null

/** A login ends the session of this service that the browser had: nothing would know its cookie any more. */
const logIn: Handler<typeof startSessionRoute> = async (request, reply) => {
  const { login, password } = request.body
  const provider = providerOf(request, login)
  const session = provider
    ? await startProviderSession(request, provider, login, password)
    : await startOwnSession(request, login, password)
  const former = readCookie(request)
  if (former && isOwnSecret(former)) await endBrowserSession(request.server, former)
  return signedIn(request, reply, session)
}

async function startOwnSession(request: FastifyRequest, login: string, password: string) {
  const accountOf = login.includes('@') ? accountOfEmail : accountOfUsername
  const account = await accountOf(request, login, password)
  const session = await startBrowserSession(request.server, account)
  if (!session) throw unauthorized('wrong_credentials', 'The account has changed meanwhile; log in again.')
  return session
}

const nextToken: Handler<typeof nextTokenRoute> = async (request, reply) => {
  const { server } = request
  const cookie = readCookie(request)
  if (!cookie) throw ended()
  const provider = isOwnSecret(cookie) ? null : server.identityProvider
  const session = provider
    ? await nextProviderTokens(request, reply, provider, cookie)
    : await nextAccessToken(server, cookie)
  if (!session) throw ended()
  return signedIn(request, reply, session)
}

/** The browser forgets its cookie even when the provider does not answer. */
const logOut: Handler<typeof endSessionRoute> = async (request, reply) => {
  const { server } = request
  const cookie = readCookie(request)
  clearCookie(reply)
  if (!cookie) return { success: true }
  if (server.identityProvider && !isOwnSecret(cookie)) {
    await endProviderSession(server.identityProvider, cookie)
    server.identities.forget()
  } else await endBrowserSession(server, cookie)
  return { success: true }
}

/** Gives the page its access token and the browser its cookie, where that is another one than it has or is given. */
async function signedIn(request: FastifyRequest, reply: FastifyReply, session: BrowserSession) {
  const { user_id, access_token, expires_at, cookie } = session
  const user = await signedInUser(request.server.db, user_id)
  if (cookie !== readCookie(request) && !reply.hasHeader('set-cookie')) setCookie(reply, cookie)
  return { success: true as const, user, session: { access_token, expires_at } }
}

/** Forms send other types, and a foreign page may send a form. */
async function requireJson({ headers, body }: FastifyRequest) {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (body !== undefined && body !== null && type !== 'application/json')
    throw unsupportedMediaType('unsupported_media_type', 'Content-Type must be application/json.')
}

const ended = () => unauthorized('session_ended', 'There is no session, or it has ended: log in.')
