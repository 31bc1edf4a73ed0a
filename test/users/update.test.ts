import t from 'tap'
import { authClient, makeAccount, PASSWORD } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'

const test = await testApp(t)
const { call, user } = test
const { login, idpLogin, me, refresh } = authClient(test)
const update = (id: number, fields: object) => call('bod', 'PATCH', `/api/users/${id}`, fields)
const shown = async (id: number) =>
  (await call('bod', 'GET', '/api/users?limit=500')).body.data.find((one: { id: number }) => one.id === id)

t.test('fields change, others stay, and the audit log shows both states', async (t) => {
  const id = await makeAccount(test, 'nadia')
  t.same((await update(id, { full_name: 'Nadia R.', email: 'NR@example.com' })).body, { success: true })
  const changed = { username: 'nadia', full_name: 'Nadia R.', email: 'nr@example.com', role: 'viewer' }
  t.match(await shown(id), changed)
  const [entry] = (await call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}`)).body.data
  t.match(entry, {
    action: 'user.updated',
    user_id: user.bod.id,
    before: { full_name: 'The nadia', email: 'nadia@example.com' },
    after: { full_name: 'Nadia R.', email: 'nr@example.com' },
  })
  t.notMatch(JSON.stringify(entry), /password|argon2/)
})

t.test('of many changes at once each is audited with the state that the one before left', async (t) => {
  const id = await makeAccount(test, 'zara')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => update(id, { full_name: `Zara ${i}` })),
  )
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  const log = await test.app.db.rows<{ before: object | null; after: object }>(
    `select before, after from audit_log where entity = 'user' and entity_id = $1 order by id`,
    [String(id)],
  )
  t.equal(log.length, 9)
  for (const [i, { before }] of log.entries()) if (i > 0) t.same(before, log[i - 1]?.after, `change ${i}`)
})

t.test('references can be taken away, the e-mail address and the employee can not', async (t) => {
  const id = await makeAccount(test, 'omar', { am_id: user.am.am_id })
  t.equal((await update(id, { am_id: null })).status, 200)
  for (const field of ['email', 'employee_id']) {
    const error = new RegExp(`^${field} must be`)
    t.match(await update(id, { [field]: null }), { status: 400, body: { error } })
  }
  t.match(await shown(id), { am_id: null, email: 'omar@example.com', employee_code: `U-${id}` })
})

t.test('nothing, or a record that was read, changes nothing and is not audited', async (t) => {
  const id = await makeAccount(test, 'whole')
  const record = await shown(id)
  for (const body of [{}, record, { ...record, email: 'Whole@Example.com' }])
    t.same((await update(id, body)).body, { success: true })
  t.same(await shown(id), record)
  const { data } = (await call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}`)).body
  t.match(data, [{ action: 'user.created' }])
  const error = /^id can't be changed/
  t.match(await update(id, { ...record, id: id + 1 }), { status: 400, body: { error } })
})

t.test('a new password counts, ends the sessions, and is audited without itself', async (t) => {
  const id = await makeAccount(test, 'rania')
  const { session } = (await idpLogin('rania@example.com', PASSWORD)).body
  t.equal((await update(id, { password: 'another long password' })).status, 200)
  t.equal((await me(session.access_token)).status, 401)
  t.equal((await refresh(session.refresh_token)).status, 401)
  t.equal((await login('rania', PASSWORD)).status, 401)
  t.equal((await login('rania', 'another long password')).status, 200)
  const { data } = (await call('bod', 'GET', `/api/audit?entity_id=${id}&action=user.password_changed`)).body
  t.match(data, [{ user_id: user.bod.id, before: null, after: null }])
})

t.test('an unknown account answers 404', async (t) => {
  const body = { error: 'There is no user 2147483647.' }
  t.match(await update(2147483647, { full_name: 'x' }), { status: 404, body })
})

for (const [id, fields, error] of [
  ['1', { is_seeded: false }, /^is_seeded is not a known field here; known are username/],
  ['1', { password: 'short' }, 'password must have at least 8 characters.'],
  ['1', { username: 'a b' }, 'username must have no spaces.'],
  ['0', { full_name: 'x' }, 'id must be at least 1.'],
  ['1', { warehouse_id: 2147483647 }, 'warehouse_id names something that does not exist.'],
] as const)
  t.test(`${JSON.stringify(fields)} for ${id} answers 400`, async (t) => {
    t.match(await call('bod', 'PATCH', `/api/users/${id}`, fields), { status: 400, body: { error } })
  })

t.test('a username that is taken answers 409', async (t) => {
  const id = await makeAccount(test, 'twin')
  for (const username of ['bod', 'Bod'])
    t.match(await update(id, { username }), { status: 409, body: { error: 'username is already taken.' } })
  t.equal((await update(id, { username: 'Twin' })).status, 200)
})

t.test('the last account of the board stays, and the last administrator where it has none', async (t) => {
  const alone = await testApp(t)
  const change = (id: number, fields: object) => alone.call('bod', 'PATCH', `/api/users/${id}`, fields)
  const { bod, admin } = alone.user

  t.equal((await change(admin.id, { role: 'viewer' })).status, 200, 'one of two')
  const body = { error: /^This is the last active account of the board: / }
  for (const fields of [{ is_active: false }, { role: 'viewer' }, { role: 'ops_head', is_active: true }])
    t.match(await change(bod.id, fields), { status: 409, body }, JSON.stringify(fields))

  const { db } = alone.app
  await db.rows`update users set role = 'admin' where role = 'bod'`
  const headers = { 'x-error-code': 'last_administrator' }
  t.match(await change(bod.id, { role: 'viewer' }), { headers }, 'where the board has no account')
  await db.rows`update users set role = 'bod' where role = 'admin'`

  const others = { role: 'bod', full_name: 'The last', is_active: true }
  t.equal((await change(bod.id, others)).status, 200, 'in every other way')
})

t.test('two administrators who close each other at once: one of them stays', async (t) => {
  const pair = await testApp(t)
  const { bod, admin } = pair.user
  for (let round = 0; round < 5; round++) {
    const statuses = (
      await Promise.all([
        pair.call('bod', 'PATCH', `/api/users/${admin.id}`, { is_active: false }),
        pair.call('admin', 'PATCH', `/api/users/${bod.id}`, { is_active: false }),
      ])
    ).map(({ status }) => status)
    t.ok(statuses.includes(200) && !statuses.every((status) => status === 200), `round ${round}: ${statuses}`)
    const left = await pair.app.db.rows(`select from users where role in ('bod', 'admin') and is_active`)
    t.equal(left.length, 1)
    await pair.app.db.rows(`update users set is_active = true`)
    pair.app.identities.forget()
  }
})
