import t from 'tap'
import { EMAIL, PASSWORD, verifiedService } from './verified-service.ts'

const { sdk, baseUrl, userId, app } = await verifiedService(t)
const { SellerOperatingScore, SosError } = sdk

/** A client that logs in, the paths of what it sends, and a spoiler of its first token. */
function loggingIn(login: object = { email: EMAIL, password: PASSWORD }) {
  const paths: string[] = []
  const box = { spoils: false }
  const send = async (url: string, init: RequestInit) => {
    paths.push(new URL(url).pathname)
    const response = await fetch(url, init)
    if (!box.spoils || !url.endsWith('-login')) return response
    const answer = (await response.json()) as { session: { access_token: string } }
    answer.session.access_token += 'spoilt'
    return Response.json(answer)
  }
  const sos = new SellerOperatingScore({ baseUrl, login, fetch: send })
  const count = (path: string) => paths.filter((one) => one === path).length
  return { sos, box, count }
}

const LOGIN = '/api/auth/idp-login'
const REFRESH = '/api/auth/refresh'
const ten = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: 10 }, ask))

t.test('ten calls at once log in once', async (t) => {
  const { sos, count } = loggingIn()
  await ten(() => sos.listSellers())
  t.same([count(LOGIN), count(REFRESH), count('/api/sellers')], [1, 0, 10])
  t.match(await sos.getCurrentUser(), { id: userId, role: 'bod' })
})

t.test('ten calls whose token is refused refresh it once, and are all done', async (t) => {
  const { sos, box, count } = loggingIn()
  box.spoils = true
  const made = (n: number) => ({ body: { seller_code: `R-${n}`, company_name: 'Refreshed' } })
  await Promise.all(Array.from({ length: 10 }, (_, n) => sos.createSeller(made(n))))
  t.same([count(LOGIN), count(REFRESH)], [1, 1])
  t.match(await sos.listSellers({ search: 'Refreshed' }), { total: 10 })
})

t.test('a session that has ended is replaced by a new one, once', async (t) => {
  const { sos, count } = loggingIn()
  await sos.listSellers()
  await app.db.rows('delete from sessions')
  app.identities.forget()
  await ten(() => sos.listSellers())
  t.same([count(LOGIN), count(REFRESH)], [2, 1])
})

t.test('a client made of another shares its login', async (t) => {
  const { sos, count } = loggingIn()
  await Promise.all([sos.listSellers(), sos.with({ timeoutMs: 30_000, retries: 0 }).listSellers()])
  t.same([count(LOGIN), count('/api/sellers')], [1, 2])
})

t.test('a login by username has no refresh, and works', async (t) => {
  const { sos, count } = loggingIn({ username: 'bod', password: PASSWORD })
  await sos.listSellers()
  await app.db.rows('delete from sessions')
  app.identities.forget()
  await sos.listSellers()
  t.same([count('/api/auth/login'), count(REFRESH)], [2, 0])
})

t.test('a wrong password is said, and a bad key is not tried again', async (t) => {
  const { sos } = loggingIn({ email: EMAIL, password: 'five boxes on a red cart' })
  await t.rejects(sos.listSellers(), { status: 401, code: 'wrong_credentials' })
  const other = new SellerOperatingScore({ baseUrl, userId, apiKey: 'sos_wrong' })
  const error = await other.listSellers().catch((error: unknown) => error)
  t.ok(error instanceof SosError)
  t.match(error, { status: 401, code: 'api_key_invalid', requestId: /^[0-9a-f-]{36}$/ })
})

t.test('a token of your own is asked for at each call', async (t) => {
  const { session } = await new SellerOperatingScore({ baseUrl, userId }).loginWithIdentityProvider({
    body: { email: EMAIL, password: PASSWORD },
  })
  const tokens = ['worn out', session.access_token]
  const sos = new SellerOperatingScore({ baseUrl, userId, accessToken: () => tokens.shift() })
  t.ok(await sos.listSellers())
})
