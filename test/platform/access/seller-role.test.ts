import t from 'tap'
import { bearer, makeAccount } from '../../auth/accounts.ts'
import { testApp } from '../../setup/app.ts'

// What each operation tells a seller of itself and of others is asked in test/access.

const MONTH = '2026-01'
const first = await testApp(t, { WORKER: 'on' })
const { call, done, user, DATABASE_URL } = first
const someone = async (seller_code: string) => {
  const seller = { seller_code, company_name: seller_code, assigned_am_id: user.am.am_id }
  const order = { order_code: `O-${seller_code}`, seller_code, ordered_at: `${MONTH}-02T08:00:00Z` }
  const { id } = await done('bod', 'POST', '/api/sellers', seller)
  await done('bod', 'POST', '/api/sync/orders', { records: [order] })
  return id as number
}
const own = await someone('S-OWN')
await someone('S-OTHER')
await done('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
const account = await makeAccount(first, 'own', { role: 'seller', seller_id: own })
const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  call(null, method, url, body, { 'x-user-id': String(account) })

t.test('it submits an appeal for itself only, reviewed as any', async (t) => {
  const appeal = {
    period: MONTH,
    component_appealed: 't_score',
    appeal_reason_type: 'data_error',
    description: 'See the report',
  }
  const submit = (fields: object) => ask('POST', '/api/appeals', { ...appeal, ...fields })
  t.equal((await submit({ seller_code: 'S-OTHER', submitted_by_am_id: user.am.am_id })).status, 403)
  t.match(await submit({ seller_code: 'S-OWN', description: '' }), {
    status: 400,
    body: { error: /^description is required/ },
  })
  const { status, body } = await submit({ seller_code: 'S-OWN', submitted_by_am_id: user.am.am_id })
  t.equal(status, 200)
  const url = `/api/appeals/${body.id}`
  t.match((await ask('GET', url)).body, { status: 'pending', seller_code: 'S-OWN' })
  t.equal((await ask('PATCH', `${url}/review-ops`, {})).status, 403)
  t.equal((await ask('POST', `${url}/comments`, { comment: 'Please look again' })).status, 200)
  t.equal((await ask('POST', `${url}/withdraw`)).status, 200, 'and takes it back')
  t.match((await ask('GET', url)).body, { closed_reason: 'withdrawn' })
})

t.test('another seller and one that does not exist are answered alike', async (t) => {
  for (const path of ['score', 'enforcement']) {
    const there = await ask('GET', `/api/sos/sellers/S-OTHER/${path}`)
    t.equal(there.status, 403)
    t.same((await ask('GET', `/api/sos/sellers/S-404/${path}`)).body, there.body)
  }
})

t.test('an account of role seller names a seller, and its keys are of that role', async (t) => {
  const seller = { username: 'x', full_name: 'X', role: 'seller', email: 'x@example.com' }
  const required = { status: 400, body: { error: 'seller_id is required for the role seller.' } }
  t.match(await call('bod', 'POST', '/api/users', seller), required)
  t.match(await call('bod', 'PATCH', `/api/users/${account}`, { seller_id: null }), required)
  t.match((await call('bod', 'GET', '/api/users?role=seller&search=own')).body.data, [
    { seller_id: own, seller_code: 'S-OWN' },
  ])
  for (const [user_id, role] of [
    [account, 'viewer'],
    [user.viewer.id, 'seller'],
  ])
    t.match(await call('bod', 'POST', '/api/auth/api-keys', { name: 'k', user_id, role }), {
      status: 400,
      body: { error: /^role must be seller for a key of a user of role seller/ },
    })
  t.match(await call('bod', 'DELETE', `/api/sellers/${own}`), {
    status: 409,
    body: { error: /accounts \(1\)/ },
  })
})

t.test('a key keeps nobody wider than the account: one who becomes a seller is that seller', async (t) => {
  const verified = await testApp(t, {
    DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: 'a secret that only these tests know',
  })
  const id = user.finance.id
  const made = await call('bod', 'POST', '/api/auth/api-keys', { name: 'k', user_id: id, role: 'viewer' })
  const headers = { 'x-user-id': String(id), ...bearer(made.body.key) }
  const list = () => verified.call(null, 'GET', '/api/sellers', undefined, headers)
  t.equal((await list()).status, 200)
  await done('bod', 'PATCH', `/api/users/${id}`, { role: 'seller', seller_id: own })
  verified.app.identities.forget()
  t.equal((await list()).status, 403)
})
