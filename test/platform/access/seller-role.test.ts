import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { someOf } from '../../setup/form.ts'

// What a seller is told: itself on the routes that it may read, 403 on all others, for every route there is.

const MONTH = '2026-01'
const first = await testApp(t, { WORKER: 'on' })
const { call, done, user, app, DATABASE_URL } = first
/** A seller with everything that may be read of one. */
async function someone(seller_code: string, company_name: string) {
  const { id } = await done('bod', 'POST', '/api/sellers', {
    seller_code,
    company_name,
    assigned_am_id: user.am.am_id,
  })
  const order = { order_code: `O-${seller_code}`, seller_code, ordered_at: `${MONTH}-02T08:00:00Z` }
  await done('bod', 'POST', '/api/sync/orders', { records: [order] })
  const { id: surcharge } = await done('bod', 'POST', '/api/surcharges', {
    seller_code,
    period: MONTH,
    surcharge_type: 'planning_overload',
    amount: 1,
  })
  return { id, seller_code, surcharge }
}
const [own, other] = [await someone('S-OWN', 'Own Ltd'), await someone('S-OTHER', 'Other Ltd')]
await done('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
const appealOf = (seller_code: string, component_appealed = 'o_score') => ({
  seller_code,
  period: MONTH,
  component_appealed,
  appeal_reason_type: 'data_error',
  description: 'See the report',
  evidence_urls: [],
  submitted_by_am_id: user.am.am_id,
})
const appeals = {
  own: (await done('bod', 'POST', '/api/appeals', appealOf('S-OWN'))).id,
  other: (await done('bod', 'POST', '/api/appeals', appealOf('S-OTHER'))).id,
}
const { id: account } = await done('bod', 'POST', '/api/users', {
  username: 'own',
  full_name: 'Own Ltd',
  role: 'seller',
  email: 'own@example.com',
  seller_id: own.id,
})
const { key } = (
  await call('bod', 'POST', '/api/auth/api-keys', { name: 'own', user_id: account, role: 'seller' })
).body
const verified = await testApp(t, {
  DATABASE_URL,
  AUTH_MODE: 'verified',
  JWT_SECRET: 'x'.repeat(32),
})
const byKey = { authorization: `Bearer ${key}` }

/** The routes that a seller may read, and what each names by `:id`. */
const READS = [
  'GET /api/sos/sellers/:seller_code/score',
  'GET /api/sos/sellers/:seller_code/score/history',
  'GET /api/sos/sellers/:seller_code/score/explanation',
  'GET /api/sos/sellers/:seller_code/score/reasons',
  'GET /api/sos/sellers/:seller_code/score/facts',
  'GET /api/sos/sellers/:seller_code/score/sensitivity',
  'GET /api/sos/sellers/:seller_code/score/projection',
  'POST /api/sos/sellers/:seller_code/score/what-if',
  'POST /api/sos/sellers/:seller_code/score/path',
  'GET /api/sos/sellers/:seller_code/enforcement',
  'GET /api/surcharges/:id',
  'GET /api/appeals/:id',
  'GET /api/appeals/:id/comments',
]
/** These answer the seller's own rows, whoever is asked for. */
const LISTS = ['GET /api/surcharges', 'GET /api/appeals', 'GET /api/sos/enforcement']
const WRITES = ['POST /api/appeals']

const routes = app
  .routeTable()
  .filter(({ url, config }) => url.startsWith('/api/') && config?.permission)
  .flatMap(({ method, url }) => method.split(',').map((one) => `${one} ${url}`))
  .filter((route) => !route.startsWith('HEAD '))

const askAs =
  (client: typeof first, headers: Record<string, string>) =>
  (route: string, about: typeof own, appeal: number, more: Record<string, string> = {}) => {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string]
    const id = path.includes('/surcharges') ? about.surcharge : path.includes('/appeals') ? appeal : about.id
    const url = path
      .replace(':seller_code', about.seller_code)
      .replace(/:(id|sellerId)/, String(id))
      .replaceAll(/:\w+/g, '1')
    const query = url.endsWith('/facts') ? `?period=${MONTH}&metric=order_data_accuracy` : ''
    const comment = path.endsWith('/comments') && { comment: 'Please look again' }
    const asked = /\/score\/(what-if|path)$/.test(url) && { period: MONTH }
    const body = method === 'GET' ? undefined : asked || comment || appealOf(about.seller_code, 'p_score')
    return client.call(null, method, url + query, body, { 'x-user-id': String(account), ...headers, ...more })
  }

for (const [as, ask] of someOf(
  [
    ['the account', askAs(first, {})],
    ['its API key', askAs(verified as typeof first, byKey)],
  ] as const,
  1,
))
  for (const [form, accept] of [
    ['JSON', 'application/json'],
    ['CSV where there is one', 'text/csv, application/json;q=0.5'],
  ] as const)
    t.test(`${as}, asking for ${form}`, async (t) => {
      t.ok(routes.length > 60)
      for (const route of routes) {
        const { status, body } = await ask(route, other, appeals.other, { accept })
        const text = JSON.stringify(body)
        if (LISTS.includes(route)) {
          t.equal(status, 200, route)
          t.match(text, /S-OWN/, `${route} shows the own rows`)
          t.notMatch(text, /OTHER|Other/, `${route} shows no others`)
        } else t.equal(status, 403, `${route} about another seller: ${text}`)
      }
      for (const route of READS) {
        const { status, body } = await ask(route, own, appeals.own, { accept })
        t.equal(status, 200, `${route} about itself: ${JSON.stringify(body)}`)
        t.notMatch(JSON.stringify(body), /OTHER|Other/)
      }
    })

t.test('every read of one seller names the permission that sellers hold', async (t) => {
  for (const route of [...READS, ...LISTS, ...WRITES]) t.ok(routes.includes(route), route)
})

t.test('it submits an appeal for itself only, reviewed as any', async (t) => {
  const ask = askAs(first, {})
  t.equal((await ask('POST /api/appeals', other, 0)).status, 403)
  const silent = { ...appealOf('S-OWN', 't_score'), description: '', submitted_by_am_id: undefined }
  t.match(await call(null, 'POST', '/api/appeals', silent, { 'x-user-id': String(account) }), {
    status: 400,
    body: { error: /^description is required/ },
  })
  const { status, body } = await ask('POST /api/appeals', own, 0)
  t.equal(status, 200)
  t.match((await ask('GET /api/appeals/:id', own, body.id)).body, { status: 'pending', seller_code: 'S-OWN' })
  t.equal((await ask('PATCH /api/appeals/:id/review-ops', own, body.id)).status, 403)
  t.equal((await ask('POST /api/appeals/:id/comments', own, body.id)).status, 200, 'and comments on it')
  t.equal((await ask('POST /api/appeals/:id/withdraw', other, appeals.other)).status, 403)
  t.equal((await ask('POST /api/appeals/:id/withdraw', own, body.id)).status, 200, 'and takes it back')
  t.match((await ask('GET /api/appeals/:id', own, body.id)).body, { closed_reason: 'withdrawn' })
})

t.test('another seller and one that does not exist are answered alike', async (t) => {
  for (const path of ['score', 'enforcement']) {
    const [there, nowhere] = await Promise.all(
      ['S-OTHER', 'S-404'].map((code) =>
        call(null, 'GET', `/api/sos/sellers/${code}/${path}`, undefined, { 'x-user-id': String(account) }),
      ),
    )
    t.equal(there?.status, 403)
    t.same(nowhere?.body, there?.body)
  }
})

t.test('an account of role seller names a seller, and its keys are of that role', async (t) => {
  const seller = { username: 'x', full_name: 'X', role: 'seller', email: 'x@example.com' }
  t.match(await call('bod', 'POST', '/api/users', seller), {
    status: 400,
    body: { error: 'seller_id is required for the role seller.' },
  })
  t.match(await call('bod', 'PATCH', `/api/users/${account}`, { seller_id: null }), {
    status: 400,
    body: { error: 'seller_id is required for the role seller.' },
  })
  t.match((await call('bod', 'GET', '/api/users?role=seller&search=own')).body.data, [
    { seller_id: own.id, seller_code: 'S-OWN' },
  ])
  for (const [user_id, role] of [
    [account, 'viewer'],
    [user.viewer.id, 'seller'],
  ])
    t.match(await call('bod', 'POST', '/api/auth/api-keys', { name: 'k', user_id, role }), {
      status: 400,
      body: { error: /^role must be seller for a key of a user of role seller/ },
    })
  t.match(await call('bod', 'DELETE', `/api/sellers/${own.id}`), {
    status: 409,
    body: { error: /accounts \(1\)/ },
  })
})

t.test('a key keeps nobody wider than the account: one who becomes a seller is that seller', async (t) => {
  const id = user.finance.id
  const made = await call('bod', 'POST', '/api/auth/api-keys', { name: 'k', user_id: id, role: 'viewer' })
  const headers = { 'x-user-id': String(id), authorization: `Bearer ${made.body.key}` }
  const list = () => verified.call(null, 'GET', '/api/sellers', undefined, headers)
  t.equal((await list()).status, 200)
  await done('bod', 'PATCH', `/api/users/${id}`, { role: 'seller', seller_id: own.id })
  verified.app.identities.forget()
  t.equal((await list()).status, 403)
})
