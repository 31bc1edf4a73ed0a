import t from 'tap'
import { scoredMonth } from '../../appeals/scored-month.ts'
import { bearer, makeAccount } from '../../auth/accounts.ts'
import { testApp } from '../../setup/app.ts'

// What each operation tells a seller of itself and of others is asked in test/access.

const service = await scoredMonth(t)
const { call, done, user, anAppeal, DATABASE_URL } = service
const own = (await done('bod', 'GET', '/api/sellers/S-1')).id
const account = await makeAccount(service, 'own', { role: 'seller', seller_id: own })
const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  call(null, method, url, body, { 'x-user-id': String(account) })

t.test('it submits an appeal for itself only, reviewed as any', async (t) => {
  const submit = (fields: object) => ask('POST', '/api/appeals', anAppeal(fields))
  t.equal((await submit({ seller_code: 'S-2' })).status, 403)
  t.match(await submit({ description: '', submitted_by_am_id: undefined }), {
    status: 400,
    body: { error: /^description is required/ },
  })
  const { status, body } = await submit({})
  t.equal(status, 200)
  const url = `/api/appeals/${body.id}`
  t.match((await ask('GET', url)).body, { status: 'pending', seller_code: 'S-1' })
  t.equal((await ask('PATCH', `${url}/review-ops`, {})).status, 403)
  t.equal((await ask('POST', `${url}/comments`, { comment: 'Please look again' })).status, 200)
  t.equal((await ask('POST', `${url}/withdraw`)).status, 200, 'and takes it back')
  t.match((await ask('GET', url)).body, { closed_reason: 'withdrawn' })
})

t.test('another seller and one that does not exist are answered alike', async (t) => {
  for (const path of ['score', 'enforcement']) {
    const there = await ask('GET', `/api/sos/sellers/S-2/${path}`)
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
    { seller_id: own, seller_code: 'S-1' },
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
