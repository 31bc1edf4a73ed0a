import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProvider } from '../../../src/platform/access/identity-provider.ts'
import { accountOfProvider, logInAtProvider } from '../login.ts'
import type { Tokens } from '../sessions.ts'
import type { BrowserSession } from './browser-session.ts'
import { setCookie } from './cookie.ts'

// With an external identity provider the cookie is its refresh token, which it changes at every use: pages take turns.

/** Starts a session at the provider. */
export async function startProviderSession(
  request: FastifyRequest,
  provider: IdentityProvider,
  email: string,
  password: string,
): Promise<BrowserSession> {
  return asBrowserSession(await logInAtProvider(request, provider, email, password))
}

/**
 * The next pair of tokens. The browser is given its cookie at once: the one before is used up, whatever goes wrong
 * here.
 * @throws 401 when the provider refuses, 403 when its user has no active account here
 */
export async function nextProviderTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: IdentityProvider,
  cookie: string,
): Promise<BrowserSession> {
  const next = await provider.refresh(cookie)
  setCookie(reply, next.refresh_token)
  return asBrowserSession(await accountOfProvider(request, next))
}

/** Ends the session at the provider, which asks for an access token for that. One that it refuses has ended. */
export async function endProviderSession(provider: IdentityProvider, cookie: string) {
  const session = await provider.refresh(cookie).catch(nothingIfRefused)
  if (session) await provider.logOut(session.access_token)
}

const asBrowserSession = ({ user_id, session }: { user_id: number; session: Tokens }): BrowserSession => ({
  user_id,
  access_token: session.access_token,
  expires_at: session.expires_at,
  cookie: session.refresh_token,
})

function nothingIfRefused(error: { statusCode?: number }) {
  if (error.statusCode !== 401) throw error
  return undefined
}
