import t from 'tap'
import { testApp } from '../../../setup/app.ts'

const LIMIT = 12
const settings = {
  WORKER: 'off',
  RATE_LIMIT_PER_MINUTE: String(LIMIT),
  RATE_LIMIT_ENFORCEMENT_PER_MINUTE: '20',
  RATE_LIMIT_SYNC_PER_MINUTE: '5',
  TRUST_PROXY: '127.0.0.1',
} as const
const { app, call, DATABASE_URL } = await testApp(t, settings)
await app.db.rows(`insert into sellers (seller_code, company_name) values ('S-1', 'One')`)
// The minute of the limits does not pass, however long the requests take.
const now = Date.now()
t.intercept(Date, 'now', { value: () => now })
const ENFORCEMENT = '/api/sos/sellers/S-1/enforcement'

type Asked = Parameters<typeof call>

/** Asks so often, and counts the answers of each status. */
async function ask(times: number, ...asked: Asked) {
  const statuses: Record<number, number> = {}
  for (let n = 0; n < times; n++) {
    const { status } = await call(...asked)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const get = (role: Asked[0], url: string, address: string): Asked => [
  role,
  'GET',
  url,
  undefined,
  from(address),
]

t.test('a user may ask so often from an address, and is told how often', async (t) => {
  const first = await call(...get('bod', '/api/sellers', '192.0.2.1'))
  t.match(first, {
    status: 200,
    headers: { 'ratelimit-limit': LIMIT, 'ratelimit-remaining': LIMIT - 1, 'ratelimit-reset': 60 },
  })
  t.same(await ask(LIMIT, ...get('bod', '/api/sellers', '192.0.2.1')), { 200: LIMIT - 1, 429: 1 })
  const { status, headers, body } = await call(...get('bod', '/api/warehouses', '192.0.2.1'))
  t.equal(status, 429)
  t.match(body.error, /^More than 12 requests in a minute; try again in 60 s\.$/)
  t.match(headers, {
    'x-error-code': 'rate_limit_exceeded',
    'ratelimit-limit': LIMIT,
    'ratelimit-remaining': 0,
    'retry-after': 60,
  })
  t.same(await ask(1, ...get('admin', '/api/sellers', '192.0.2.1')), { 200: 1 }, 'another user')
  t.same(await ask(1, ...get('bod', '/api/sellers', '192.0.2.2')), { 200: 1 }, 'another address')
})

t.test('enforcement and sync have limits of their own', async (t) => {
  t.same(await ask(22, ...get('bod', ENFORCEMENT, '192.0.2.1')), { 200: 20, 429: 2 })
  t.same(await ask(6, ...get('bod', '/api/sync/status', '192.0.2.1')), { 200: 5, 429: 1 })
})

t.test('health does not count, for nobody', async (t) => {
  t.same(await ask(2 * LIMIT, ...get(null, '/api/health', '192.0.2.3')), { 200: 2 * LIMIT })
})

t.test('who has no user is counted by address, whatever he asks for', async (t) => {
  const address = '192.0.2.4'
  t.same(await ask(1, ...get('admin', '/api/sellers', address)), { 200: 1 })
  t.same(await ask(4, ...get(null, '/api/sos/tiers', address)), { 200: 4 })
  t.same(await ask(4, ...get(null, '/api/nothing', address)), { 404: 4 })
  const unknown = { 'x-user-id': '404404', ...from(address) }
  t.same(await ask(6, null, 'GET', '/api/sellers', undefined, unknown), { 401: 4, 429: 2 })
  t.same(await ask(1, ...get(null, '/api/sos/tiers', address)), { 429: 1 })
  t.same(await ask(1, ...get('admin', '/api/sellers', address)), { 200: 1 }, 'a user who was let in before')
  t.same(await ask(1, ...get('bod', '/api/sellers', address)), { 429: 1 }, 'one who was not')
  t.same(await ask(1, ...get('bod', '/api/sellers', '192.0.2.5')), { 200: 1 }, 'another address')
})

t.test('a stranger keeps out none who were let in by a token alone', async (t) => {
  const { call, user } = await testApp(t, {
    ...settings,
    DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: 'a secret that only these tests know',
  })
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/auth/api-keys',
    headers: { 'x-user-id': String(user.bod.id), ...from('192.0.2.8') },
    payload: { name: 'mine', user_id: user.system.id, role: 'system' },
  })
  const me = (key: string) =>
    call(null, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${key}`, ...from('192.0.2.9') })
  const { key } = JSON.parse(body)
  t.equal((await me(key)).status, 200)
  for (let n = 0; n < LIMIT; n++) await call(...get(null, '/api/nothing', '192.0.2.9'))
  t.equal((await call(...get(null, '/api/nothing', '192.0.2.9'))).status, 429)
  t.equal((await me(key)).status, 200)
  t.equal((await me('sos_unknown')).status, 429, 'nobody who was not')
})

t.test('a failed login counts once', async (t) => {
  const wrong = { username: 'nobody', password: 'wrong' }
  for (const left of [LIMIT - 1, LIMIT - 2])
    t.match(await call(null, 'POST', '/api/auth/login', wrong, from(`192.0.2.6:${left}`)), {
      status: 401,
      headers: { 'ratelimit-remaining': left },
    })
})

t.test('only a trusted proxy says from where a request comes', async (t) => {
  const { call } = await testApp(t, { ...settings, DATABASE_URL, TRUST_PROXY: '198.51.100.1' })
  const statuses: number[] = []
  for (let n = 0; n < LIMIT + 1; n++)
    statuses.push((await call(...get('bod', '/api/sellers', `192.0.2.${n}`))).status)
  t.same(statuses.slice(-2), [200, 429])
})

t.test('each process counts for itself', async (t) => {
  const other = await testApp(t, { ...settings, DATABASE_URL })
  const asked = get('am', '/api/sellers', '192.0.2.6')
  t.same(await ask(LIMIT + 1, ...asked), { 200: LIMIT, 429: 1 })
  t.same(await ask(LIMIT + 1, ...asked), { 429: LIMIT + 1 })
  const statuses: number[] = []
  for (let n = 0; n <= LIMIT; n++) statuses.push((await other.call(...asked)).status)
  t.same(statuses, [...Array(LIMIT).fill(200), 429], 'the same again in another process')
})

t.test('nothing is counted where no limit is set', async (t) => {
  const { call } = await testApp(t, { DATABASE_URL })
  const { status, headers } = await call('bod', 'GET', '/api/sellers')
  t.equal(status, 200)
  t.notOk(headers['ratelimit-limit'])
})
