import type { Send } from './call.ts'
import { SosError } from './errors.ts'

/** An e-mail address and password, or those of the service's own login by username. */
export type Login = { email: string; password: string } | { username: string; password: string }

interface Session {
  user_id: number
  access_token: string
  refresh_token?: string
  /** When it is renewed, in milliseconds of this machine's clock. */
  renewAt: number
}

/** What the service answers to a login, by e-mail or username, or a refresh. */
interface Answer {
  user?: { id: number }
  token?: string
  session?: { access_token: string; refresh_token: string; expires_at: number }
}

const EARLY_MS = 60_000
const TOKEN_MS = 15 * 60_000

/**
 * The session of a login: its headers, with a token that is renewed a minute before its end. A refresh token is good
 * for one use, so all who need a new token wait for one renewal. When the session has ended, it logs in anew.
 */
export function createSession(baseUrl: string, login: Login, send: Send) {
  let held: Session | undefined
  let renewal: Promise<Session> | undefined

  /** `refused` is a token that the service did not take. */
  async function session(refused?: string): Promise<Session> {
    if (held && held.access_token !== refused && Date.now() < held.renewAt) return held
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function renew(): Promise<Session> {
    const refresh_token = held?.refresh_token
    const user_id = held?.user_id
    held = undefined // a refresh whose answer is lost would end the session if it were tried again
    if (refresh_token && user_id) {
      const answer = await post('/api/auth/refresh', { refresh_token }).catch(ended)
      if (answer) return keep(answer, user_id)
    }
    return keep(await post('email' in login ? '/api/auth/idp-login' : '/api/auth/login', login))
  }

  function keep({ user, token, session }: Answer, user_id = user?.id): Session {
    const access_token = session?.access_token ?? token
    if (!access_token || !user_id)
      throw new SosError({
        message: 'The login has another answer than expected.',
        code: 'unreadable_answer',
      })
    held = { user_id, access_token, renewAt: renewalOf(session?.expires_at) }
    if (session) held.refresh_token = session.refresh_token
    return held
  }

  async function post(path: string, body: object): Promise<Answer> {
    const response = await send({
      url: `${baseUrl}${path}`,
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json' }),
      body: new TextEncoder().encode(JSON.stringify(body)).buffer,
      credentials: 'same-origin',
      signal: new AbortController().signal, // whoever waits for it may go, but others wait too
    })
    return (await response.json()) as Answer
  }

  return {
    async headers(refused?: string): Promise<Record<string, string>> {
      const { user_id, access_token } = await session(refused)
      return { 'x-user-id': String(user_id), authorization: `Bearer ${access_token}` }
    },
  }
}

/** The service says that there is no such session any more. */
function ended(error: unknown): undefined {
  if (!(error instanceof SosError && error.status === 401)) throw error
}

/** This machine's clock may be wrong: a time that can't be is replaced by how long tokens usually live. */
function renewalOf(expires_at: number | undefined): number {
  const lives = expires_at === undefined ? TOKEN_MS : expires_at * 1000 - Date.now()
  return Date.now() + (lives > 2 * EARLY_MS ? lives : TOKEN_MS) - EARLY_MS
}
