import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnSecret } from '../../../src/platform/access/random-tokens.ts'
import { unauthorized, unsupportedMediaType } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { accountOf, logInAtProvider, tokensOfProvider } from '../login.ts'
import { signedInUser } from '../queries.ts'
import { continueBrowserSession, endBrowserSession, startBrowserSession, type Tokens } from '../sessions.ts'
import { clearCookie, readCookie, setCookie } from './cookie.ts'
import { requireOwnPage } from './own-page.ts'
import { endSessionRoute, nextTokenRoute, startSessionRoute } from './schemas.ts'

/**
 * Sessions of browsers. The only routes that read a cookie: of a session of an external identity provider it is the
 * refresh token, which changes at every use, so pages take turns. Registered by the auth plugin.
 */
export const browserSessions: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', requireOwnPage)
  app.addHook('preValidation', requireJson)
  app.route({ ...startSessionRoute, handler: logIn })
  app.route({ ...nextTokenRoute, handler: nextToken })
  app.route({ ...endSessionRoute, handler: logOut })
}

/** The provider whose a cookie is, if one is. */
const providerOf = ({ server }: FastifyRequest, cookie: string) =>
  isOwnSecret(cookie) ? null : server.identityProvider

/**
 * A username is always of this service. A login ends the session of this service that the browser had: nothing would
 * know its cookie any more.
 */
const logIn: Handler<typeof startSessionRoute> = async (request, reply) => {
  const { login, password } = request.body
  const provider = login.includes('@') ? request.server.identityProvider : null
  const session = provider
    ? await logInAtProvider(request, provider, login, password)
    : await startOwnSession(request, login, password)
  const former = readCookie(request)
  if (former && isOwnSecret(former)) await endBrowserSession(request.server, former)
  return signedIn(request, reply, session)
}

async function startOwnSession(request: FastifyRequest, login: string, password: string) {
  const account = await accountOf(request, login.includes('@') ? 'email' : 'username', login, password)
  const session = await startBrowserSession(request.server, account)
  if (!session) throw unauthorized('wrong_credentials', 'The account has changed meanwhile; log in again.')
  return session
}

const nextToken: Handler<typeof nextTokenRoute> = async (request, reply) => {
  const cookie = readCookie(request)
  if (!cookie) throw ended()
  const provider = providerOf(request, cookie)
  if (!provider) {
    const session = await continueBrowserSession(request.server, cookie)
    if (!session) throw ended()
    return signedIn(request, reply, session)
  }
  const next = await provider.refresh(cookie)
  setCookie(reply, next.refresh_token) // at once: the one before is used up, whatever goes wrong here
  return signedIn(request, reply, await tokensOfProvider(request, next))
}

/**
 * The browser forgets its cookie even when the provider does not answer, which asks for an access token to end a
 * session. One that it refuses has ended.
 */
const logOut: Handler<typeof endSessionRoute> = async (request, reply) => {
  const { server } = request
  const cookie = readCookie(request)
  clearCookie(reply)
  if (!cookie) return { success: true }
  const provider = providerOf(request, cookie)
  if (provider) {
    const session = await provider.refresh(cookie).catch(nothingIfRefused)
    if (session) await provider.logOut(session.access_token)
    server.identities.forget()
  } else await endBrowserSession(server, cookie)
  return { success: true }
}

function nothingIfRefused(error: { statusCode?: number }) {
  if (error.statusCode !== 401) throw error
  return undefined
}

/** Gives the page its access token and the browser its cookie, where that is another one than it has or is given. */
async function signedIn(request: FastifyRequest, reply: FastifyReply, session: Tokens) {
  const { user_id, access_token, expires_at, refresh_token: cookie } = session
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
