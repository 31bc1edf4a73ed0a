import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GivenPassword } from '../../src/platform/access/passwords.ts'
import { isOwnSecret } from '../../src/platform/access/random-tokens.ts'
import {
  conflict,
  forbidden,
  unauthorized,
  unsupportedMediaType,
} from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Model, Problem, Success } from '../../src/platform/schemas/schemas.ts'
import { email, logIn, refusal, Session, signedInUser, tokensOfProvider, user } from './login.ts'
import { continueBrowserSession, endBrowserSession, type Tokens } from './sessions.ts'

const forPages =
  'For pages of this service, which keep the access token in memory: the cookie `__Secure-sos` (HttpOnly, Secure, SameSite=Strict, of this path alone) outlives a reload and buys nothing but the next access token. A request must come from a page of this origin (`Sec-Fetch-Site: same-origin` or, where the browser sends none, `Origin` with the host of this service), else it is a 403. In demo mode it is a 409.'

const refusals = {
  403: Problem('The request comes from no page of this service'),
  409: Problem('In demo mode nobody signs in; an external provider knows no usernames'),
}

const SignedIn = Model('BrowserSession', {
  success: Type.Literal(true),
  user: Type.Object({ ...user, email }),
  session: Type.Object({
    access_token: Type.String({ description: 'Goes into Authorization: Bearer, beside X-User-Id' }),
    expires_at: Session.properties.expires_at,
  }),
})

/**
 * Sessions of browsers. The only routes that read a cookie: of a session of an external identity provider it is the
 * refresh token, which changes at every use, so pages take turns. Registered by the auth plugin.
 */
export const browserSessions: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', requireOwnPage)
  app.addHook('preValidation', requireJson)
  for (const route of [startSession, nextToken, endSession]) app.route(route)
}

/** The provider whose a cookie is, if one is. */
const providerOf = ({ server }: FastifyRequest, cookie: string) =>
  isOwnSecret(cookie) ? null : server.identityProvider

/** A login ends the session of this service that the browser had: nothing would know its cookie any more. */
const startSession = endpoint('POST', '/api/auth/session', 'public', {
  config: { answersSecret: true },
  operationId: 'startBrowserSession',
  summary: 'Sign in a browser',
  description: `${forPages}\n\n\`login\` with an @ is an e-mail address, as for POST /api/auth/idp-login, else a username, which an external provider does not know; failed tries count together with those of the other logins. The session ends after 12 hours without a use, after 30 days, with a new password, and when the account is closed; an external provider of IDP_URL has times of its own.`,
  body: Closed({
    login: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'Username or e-mail address',
      examples: ['nadia'],
    }),
    password: GivenPassword(),
  }),
  response: {
    200: SignedIn,
    401: refusal,
    403: Problem(
      'The request comes from no page of this service, or the identity provider’s user has no active account here',
    ),
    409: refusals[409],
  },
})(async (request, reply) => {
  const { login, password } = request.body
  const by = login.includes('@') ? { email: login } : { username: login }
  const session = await logIn(request, by, password, 'cookie')
  const former = readCookie(request)
  if (former && isOwnSecret(former)) await endBrowserSession(request.server, former)
  return signedIn(request, reply, session)
})

const nextToken = endpoint('POST', '/api/auth/session/token', 'public', {
  config: { answersSecret: true },
  operationId: 'continueBrowserSession',
  summary: 'Get the next access token of a browser',
  description: `${forPages}\n\nIt takes the cookie and no body. The cookie stays as it is, so two tabs may ask at once; with an external provider it changes, so that tabs must take turns.`,
  response: {
    200: SignedIn,
    401: Problem('There is no session, or it has ended'),
    ...refusals,
  },
})(async (request, reply) => {
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
})

/**
 * The browser forgets its cookie even when the provider does not answer, which asks for an access token to end a
 * session. One that it refuses has ended.
 */
const endSession = endpoint('DELETE', '/api/auth/session', 'public', {
  operationId: 'endBrowserSession',
  summary: 'Sign a browser out',
  description: `${forPages}\n\nThe cookie goes, and its access tokens are refused within three seconds by every process. Without a session it changes nothing.`,
  response: { 200: Success, ...refusals },
})(async (request, reply) => {
  const { server } = request
  const cookie = readCookie(request)
  clearCookie(reply)
  if (!cookie) return { success: true }
  const provider = providerOf(request, cookie)
  if (provider) {
    const session = await provider.refresh(cookie).catch((error: { statusCode?: number }) => {
      if (error.statusCode !== 401) throw error
    })
    if (session) await provider.logOut(session.access_token)
    server.identities.forget()
  } else await endBrowserSession(server, cookie)
  return { success: true }
})

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

/**
 * Scripts can't read it, no other site sends it, no other path gets it, and a browser keeps it by TLS alone (or from
 * its own machine). It ends with the browser.
 */
const NAME = '__Secure-sos'
const ATTRIBUTES = 'Path=/api/auth/session; HttpOnly; Secure; SameSite=Strict'

const setCookie = (reply: FastifyReply, token: string) =>
  reply.header('set-cookie', `${NAME}=${encodeURIComponent(token)}; ${ATTRIBUTES}`)

const clearCookie = (reply: FastifyReply) => reply.header('set-cookie', `${NAME}=; ${ATTRIBUTES}; Max-Age=0`)

/** The token that the browser keeps; undefined where it sends none, or what was never given. */
function readCookie({ headers }: FastifyRequest): string | undefined {
  const sent = headers.cookie?.split(';').find((one) => one.trim().startsWith(`${NAME}=`))
  if (sent === undefined) return undefined
  try {
    return decodeURIComponent(sent.trim().slice(NAME.length + 1)) || undefined
  } catch {
    return undefined
  }
}

/**
 * Lets pages of this service in, and nobody else: what is done here is done with a cookie, which a foreign page could
 * have the browser send. A browser says where a request comes from, and no script can say it otherwise.
 * @throws 409 in demo mode, 403 for other pages and for what is no page
 */
async function requireOwnPage(request: FastifyRequest) {
  if (request.server.env.AUTH_MODE === 'demo')
    throw conflict('demo_mode', 'In demo mode nobody signs in: send X-User-Id alone.')
  const { headers, host } = request
  const site = headers['sec-fetch-site']
  // Without TLS browsers name the origin alone.
  if (site === undefined ? URL.parse(String(headers.origin))?.host !== host : site !== 'same-origin')
    throw forbidden(
      'origin_not_allowed',
      'This is for pages of this service; other clients take POST /api/auth/idp-login.',
    )
}
