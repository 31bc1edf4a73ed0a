import t from 'tap'
import { EMAIL, PASSWORD, verifiedService } from './verified-service.ts'

const { sdk, baseUrl, userId, app } = await verifiedService(t)
const { SellerOperatingScore, SosError } = sdk

/** A client that logs in, the paths of what it sends, and a spoiler of its first token. */
function loggingIn(login: object = { email: EMAIL, password: PASSWORD }) {
  const paths: string[] = []
  const box = { spoils: false }
  const send = async (request: Request, init: RequestInit) => {
    paths.push(new URL(request.url).pathname)
    const response = await fetch(request, init)
    if (!box.spoils || !request.url.endsWith('-login')) return response
    const answer = (await response.json()) as { session: { access_token: string } }
    answer.session.access_token += 'spoilt'
    return Response.json(answer)
  }
  const sos = new SellerOperatingScore({ baseUrl, login, fetch: send })
  const list = () => sos.GET('/api/sellers')
  const count = (...of: string[]) => of.map((path) => paths.filter((one) => one === path).length)
  return { sos, list, box, count }
}

const LOGIN = '/api/auth/idp-login'
const REFRESH = '/api/auth/refresh'
const SELLERS = '/api/sellers'
const ten = (ask: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)))

/** The service knows no session any more. */
async function endSessions() {
  await app.db.rows('delete from sessions')
  app.identities.forget()
}

t.test('ten calls at once log in once, also of a client made of another', async (t) => {
  const { sos, list, count } = loggingIn()
  await ten((n) => (n < 5 ? list() : sos.with({ retries: 0 }).GET(SELLERS)))
  t.same(count(LOGIN, REFRESH, SELLERS), [1, 0, 10])
  t.match(await sos.GET('/api/auth/me'), { id: userId, role: 'bod' })
})

t.test('ten calls whose token is refused refresh it once, and are all done', async (t) => {
  const { sos, box, count } = loggingIn()
  box.spoils = true
  await ten((n) => sos.POST(SELLERS, { body: { seller_code: `R-${n}`, company_name: 'Refreshed' } }))
  t.same(count(LOGIN, REFRESH), [1, 1])
  t.match(await sos.GET(SELLERS, { params: { query: { search: 'Refreshed' } } }), { total: 10 })
})

t.test('a session that has ended is replaced by a new one, once', async (t) => {
  const { list, count } = loggingIn()
  await list()
  await endSessions()
  await ten(list)
  t.same(count(LOGIN, REFRESH), [2, 1])
})

t.test('a login by username has no refresh, and works', async (t) => {
  const { list, count } = loggingIn({ username: 'bod', password: PASSWORD })
  await list()
  await endSessions()
  await list()
  t.same(count('/api/auth/login', REFRESH), [2, 0])
})

t.test('a wrong password is said, a bad key is not tried again, and somebody must call', async (t) => {
  const { list } = loggingIn({ email: EMAIL, password: 'five boxes on a red cart' })
  await t.rejects(list(), { status: 401, code: 'wrong_credentials' })
  const other = new SellerOperatingScore({ baseUrl, userId, apiKey: 'sos_wrong' })
  const error = await other.GET(SELLERS).catch((error: unknown) => error)
  t.ok(error instanceof SosError)
  t.match(error, { status: 401, code: 'api_key_invalid', requestId: /^[0-9a-f-]{36}$/ })
  t.throws(() => new SellerOperatingScore({ baseUrl }), { message: 'Give a userId, or a login.' })
})

t.test('a token of your own is asked for at each call', async (t) => {
  const body = { email: EMAIL, password: PASSWORD }
  const { session } = await new SellerOperatingScore({ baseUrl, userId }).POST(LOGIN, { body })
  const tokens = ['worn out', session.access_token]
  const sos = new SellerOperatingScore({ baseUrl, userId, accessToken: () => tokens.shift() })
  t.ok(await sos.GET(SELLERS))
})
