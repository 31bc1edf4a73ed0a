import { SosError } from './errors.ts'
import type { Send } from './send.ts'

/** Who calls. A service in demo mode takes `userId` alone. */
export type Identity =
  | { userId: number; apiKey?: string }
  | { userId: number; accessToken: () => string | Promise<string> }

/**
 * Sends requests in the name of somebody. A token that is refused is asked for once more, and the request sent again.
 * @throws TypeError when the identity says nothing
 */
export function sendAs(identity: Identity, send: Send): Send {
  if (!identity.userId) throw new TypeError('Give a userId.')
  const token = () => ('accessToken' in identity ? identity.accessToken() : identity.apiKey)
  return async (request) => {
    const given = await token()
    try {
      return await send(as(request, identity.userId, given))
    } catch (error) {
      const next = isRefusal(error) && given ? await token() : given
      if (next === given) throw error
      return send(as(request, identity.userId, next))
    }
  }
}

/** A copy of the request in somebody's name. What it says itself stays. */
function as(request: Request, userId: number, token: string | undefined): Request {
  const copy = request.clone()
  const given = { 'x-user-id': String(userId), ...(token && { authorization: `Bearer ${token}` }) }
  for (const [name, value] of Object.entries(given))
    if (!copy.headers.has(name)) copy.headers.set(name, value)
  return copy
}

const isRefusal = (error: unknown) => error instanceof SosError && error.status === 401
