import { testApp } from '../setup/app.ts'
import { bearer, makeAccount } from './accounts.ts'

type Test = Parameters<typeof testApp>[0]

export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }
const JWT_SECRET = 'a secret that only these tests know'

/** A service in verified mode with the account nadia, and the same database in demo mode, to make accounts by. */
export async function verifiedApp(t: Test, settings: object = {}) {
  const demo = await testApp(t, { JWT_SECRET })
  const nadia = await makeAccount(demo, 'nadia')
  const { DATABASE_URL } = demo
  const verified = (more: object = {}) =>
    testApp(t, { AUTH_MODE: 'verified', JWT_SECRET, DATABASE_URL, ...settings, ...more })
  return { demo, nadia, verified, test: await verified() }
}

/** A browser on a page of the service, which keeps its cookie as a browser does. `jar.cookie` is `name=value`. */
export function browser({ call }: Pick<Awaited<ReturnType<typeof testApp>>, 'call'>) {
  const jar: { cookie?: string; setCookie?: string } = {}

  async function ask(
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = SAME_ORIGIN,
  ) {
    const cookie: Record<string, string> = jar.cookie ? { cookie: `theme=dark; ${jar.cookie}; other=1` } : {}
    const answer = await call(null, method, `/api/auth/session${path}`, body, { ...cookie, ...headers })
    jar.setCookie = answer.headers['set-cookie']
    if (jar.setCookie)
      jar.cookie = jar.setCookie.includes('Max-Age=0') ? undefined : jar.setCookie.split(';')[0]
    return answer
  }

  return {
    jar,
    ask,
    logIn: (login: string, password: string) => ask('POST', '', { login, password }),
    next: () => ask('POST', '/token'),
    logOut: () => ask('DELETE', ''),
    me: (token: string) => call(null, 'GET', '/api/auth/me', undefined, bearer(token)),
  }
}

/** What the cookie holds. */
export const tokenIn = (cookie: string | undefined) => decodeURIComponent(cookie?.split('=')[1] ?? '')
