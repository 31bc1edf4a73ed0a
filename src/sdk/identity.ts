import type { Send } from './call.ts'
import { SosError } from './errors.ts'
import { createSession, type Login } from './session.ts'

/** Who calls. A service in demo mode takes `userId` alone. */
export type Identity =
  | { userId: number; apiKey?: string }
  | { userId: number; accessToken: () => string | Promise<string> }
  | { login: Login }

/** The headers that say who calls; `refused` is a token that the service did not take. */
type Headers = (refused?: string) => Promise<Record<string, string>>

/** Sends calls in the name of somebody. A token that is refused is replaced once, and the call sent again. */
export function withIdentity(send: Send, headers: Headers): Send {
  return async (call) => {
    const given = await headers()
    try {
      return await send({ ...call, headers: merged(call.headers, given) })
    } catch (error) {
      const refused = given.authorization?.slice('Bearer '.length)
      if (!(error instanceof SosError && error.status === 401) || !refused) throw error
      const next = await headers(refused)
      if (next.authorization === given.authorization) throw error
      return send({ ...call, headers: merged(call.headers, next) })
    }
  }
}

/** How an identity says its headers. @throws TypeError when it says nothing */
export function headersOf(identity: Identity, baseUrl: string, send: Send): Headers {
  if ('login' in identity && identity.login) return createSession(baseUrl, identity.login, send).headers
  if (!('userId' in identity) || !identity.userId) throw new TypeError('Give a userId, or a login.')
  const user = { 'x-user-id': String(identity.userId) }
  if ('accessToken' in identity)
    return async () => ({ ...user, authorization: `Bearer ${await identity.accessToken()}` })
  return async () => (identity.apiKey ? { ...user, authorization: `Bearer ${identity.apiKey}` } : user)
}

/** What a call says itself stays. */
function merged(own: globalThis.Headers, given: Record<string, string>) {
  const headers = new Headers(given)
  own.forEach((value, name) => {
    headers.set(name, value)
  })
  return headers
}
