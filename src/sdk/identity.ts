import { SosError } from './errors.ts'
import type { Send } from './send.ts'

/** An e-mail address and password, or those of the service's own login by username. */
export type Login = { email: string; password: string } | { username: string; password: string }

/** Who calls. A service in demo mode takes `userId` alone. */
export type Identity =
  | { userId: number; apiKey?: string }
  | { userId: number; accessToken: () => string | Promise<string> }
  | { login: Login }

/** The headers that say who calls. `refused` is an `authorization` that the service did not take. */
export type Identify = (refused?: string) => Promise<{ 'x-user-id': string; authorization?: string }>

/** What the service answers to a login, by e-mail or username, or a refresh. */
interface Answer {
  user?: { id: number }
  token?: string
  session?: { access_token: string; refresh_token: string; expires_at: number }
}

const EARLY_MS = 60_000
const TOKEN_MS = 15 * 60_000

/** Sends requests in the name of somebody. A token that is refused is replaced once, and the request sent again. */
export function sendAs(identify: Identify, send: Send): Send {
  return async (request) => {
    const given = await identify()
    try {
      return await send(as(request, given))
    } catch (error) {
      if (!isRefusal(error) || !given.authorization) throw error
      const next = await identify(given.authorization)
      if (next.authorization === given.authorization) throw error
      return send(as(request, next))
    }
  }
}

/** A copy of the request in somebody's name. What it says itself stays. */
function as(request: Request, given: object): Request {
  const copy = request.clone()
  for (const [name, value] of Object.entries(given))
    if (!copy.headers.has(name)) copy.headers.set(name, value)
  return copy
}

/** @throws TypeError when the identity says nothing */
export function identifyBy(identity: Identity, baseUrl: string, send: Send): Identify {
  if ('login' in identity && identity.login) return createSession(identity.login, baseUrl, send)
  if (!('userId' in identity) || !identity.userId) throw new TypeError('Give a userId, or a login.')
  const user = { 'x-user-id': String(identity.userId) }
  if ('accessToken' in identity)
    return async () => ({ ...user, authorization: `Bearer ${await identity.accessToken()}` })
  return async () => (identity.apiKey ? { ...user, authorization: `Bearer ${identity.apiKey}` } : user)
}

/**
 * The session of a login, renewed a minute before its token ends. A refresh token is good for one use, so all who need
 * a new token wait for one renewal. When the session has ended, it logs in anew.
 */
function createSession(login: Login, baseUrl: string, send: Send): Identify {
  let user_id: number | undefined
  let token = ''
  let refresh_token: string | undefined
  let renewAt = 0
  let renewal: Promise<void> | undefined

  return async (refused) => {
    if (Date.now() >= renewAt || refused === `Bearer ${token}`) {
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      await renewal
    }
    return { 'x-user-id': String(user_id), authorization: `Bearer ${token}` }
  }

  async function renew() {
    renewAt = 0
    const refresh = refresh_token && post('/api/auth/refresh', { refresh_token }).catch(ended)
    refresh_token = undefined // a refresh whose answer is lost would end the session if it were tried again
    const path = 'email' in login ? '/api/auth/idp-login' : '/api/auth/login'
    const answer = (await refresh) || (await post(path, login))
    user_id = answer.user?.id ?? user_id
    token = answer.session?.access_token ?? answer.token ?? ''
    if (!token || !user_id)
      throw new SosError({
        message: 'The login has another answer than expected.',
        code: 'unreadable_answer',
      })
    refresh_token = answer.session?.refresh_token
    renewAt = renewalOf(answer.session?.expires_at)
  }

  async function post(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await send(request)).json() as Promise<Answer>
  }
}

const isRefusal = (error: unknown) => error instanceof SosError && error.status === 401

/** The service says that there is no such session any more. */
function ended(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/** This machine's clock may be wrong: a time that can't be is replaced by how long tokens usually live. */
function renewalOf(expires_at: number | undefined): number {
  const lives = expires_at === undefined ? TOKEN_MS : expires_at * 1000 - Date.now()
  return Date.now() + (lives > 2 * EARLY_MS ? lives : TOKEN_MS) - EARLY_MS
}
