import t from 'tap'
import { testApp } from '../../../setup/app.ts'

const { app, call, DATABASE_URL } = await testApp(t)
const second = await testApp(t, { DATABASE_URL })
const create = (code: string, key: string, by = call, as: 'bod' | 'admin' = 'bod') =>
  by(as, 'POST', '/api/warehouses', { code, name: 'Some place' }, { 'idempotency-key': key })
const count = async (code: string) =>
  (await app.db.row<{ n: number }>('select count(*) as n from warehouses where code = $1', [code]))?.n

t.test('the same key and body get the stored answer, and the change happens once', async (t) => {
  const first = await create('WH-A', 'key-a')
  const second = await create('WH-A', 'key-a')
  t.equal(first.status, 200)
  t.same(second, { ...first, headers: second.headers })
  t.equal(await count('WH-A'), 1)
})

t.test('the same key with another body is a 409', async (t) => {
  t.equal((await create('WH-B', 'key-a')).status, 409)
  t.equal(await count('WH-B'), 0)
})

t.test('fifty requests of two processes with one key make one change and get one answer', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => create('WH-C', 'key-c', n % 2 ? call : second.call)),
  )
  t.same([...new Set(answers.map(({ body }) => JSON.stringify(body)))].length, 1)
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  t.equal(await count('WH-C'), 1)
})

t.test('a change that fails leaves its key free', async (t) => {
  t.equal((await create('WH-C', 'key-d')).status, 409)
  t.equal((await create('WH-D', 'key-d')).status, 200)
})

t.test('a key belongs to one user, and is forgotten after its time', async (t) => {
  t.equal((await create('WH-E', 'key-a', call, 'admin')).status, 200)
  await app.db.rows(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'key-a'`,
  )
  t.equal((await create('WH-F', 'key-a')).status, 200)
})

t.test('the same key with another secret is a 409, and no digest of a secret can be tried out', async (t) => {
  const account = { username: 'ida', full_name: 'Ida', email: 'ida@example.com', role: 'viewer' }
  const post = (body: object) => call('bod', 'POST', '/api/users', body, { 'idempotency-key': 'secret' })
  const password = 'five boxes on a blue cart'
  const first = await post({ ...account, password })
  t.equal(first.status, 200, first.body.error)
  t.same((await post({ ...account, password })).body, first.body)
  t.equal((await post({ ...account, password: 'six boxes on a red cart' })).status, 409)
  t.equal((await post(account)).status, 409, 'none at all')
  const kept = await app.db.row<{ request: string }>(
    `select request from idempotency_keys where key = 'secret'`,
  )
  t.equal(
    kept?.request,
    app.keyedHash(`POST /api/users\n${JSON.stringify({ ...account, password })}`),
    'a hash by a key that is not in the database',
  )
})
