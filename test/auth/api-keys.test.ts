import t from 'tap'
import { testApp } from '../setup/app.ts'
import { overlapping, waiters } from '../setup/waiters.ts'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'

const { call, user, app, DATABASE_URL } = await testApp(t)
/** A service on the same database that takes no one's word for who calls. */
const JWT_SECRET = 'a secret that only these tests sign with'
const verified = await testApp(t, { DATABASE_URL, AUTH_MODE: 'verified', JWT_SECRET })
const { me } = authClient({ call })
const KEYS = '/api/auth/api-keys'
const machine = { name: 'Warehouse gate', user_id: user.system.id, role: 'system' }
const account = (username: string, role: string) => ({
  ...{ username, full_name: `The ${username}`, role, email: `${username}@example.com` },
})
const create = (fields: object = {}) => call('bod', 'POST', KEYS, { ...machine, ...fields })

t.test('creating a key answers it once; the list shows how it begins', async (t) => {
  const { status, body } = await create({ expires_at: '2999-01-01T00:00:00+02:00' })
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'id', 'key'])
  t.match(body.key, /^sos_[\w-]{43}$/)
  const list = (await call('admin', 'GET', KEYS)).body
  t.same(list, {
    data: [
      {
        id: body.id,
        ...machine,
        username: 'system',
        rights: 'System',
        prefix: body.key.slice(0, 12),
        created_by: user.bod.id,
        created_at: list.data[0].created_at,
        expires_at: '2998-12-31T22:00:00.000Z',
        revoked_at: null,
      },
    ],
    total: 1,
    page: 1,
    limit: 500,
  })
  const audited = (await call('bod', 'GET', '/api/audit?action=api_key.created')).body.data[0]
  t.match(audited, { user_id: user.bod.id, entity: 'api_key', entity_id: String(body.id), after: machine })
  t.notOk('key_hash' in audited.after)
})

t.test('a key says who calls, with its own role', async (t) => {
  const { key } = (await create({ user_id: user.viewer.id, role: 'finance' })).body
  t.match((await me(key)).body, { id: user.viewer.id, username: 'viewer', role: 'finance' })
})

t.test('a key does what both its role and the present role of its user may do', async (t) => {
  const { id } = (await call('bod', 'POST', '/api/users', account('gate', 'bod'))).body
  const { key } = (await create({ user_id: id, role: 'system' })).body
  const headers = { 'x-user-id': String(id), authorization: `Bearer ${key}` }
  const status = async (path: string) => (await verified.call(null, 'GET', path, undefined, headers)).status
  const become = async (fields: object) => {
    await call('bod', 'PATCH', `/api/users/${id}`, fields)
    verified.app.identities.forget() // as time does
  }
  t.same([await status('/api/sync/status'), await status('/api/users')], [200, 403])
  await become({ role: 'viewer' })
  t.equal(await status('/api/sync/status'), 200, 'a viewer may read it')
  await become({ role: 'finance' })
  t.equal(await status('/api/sync/status'), 403, 'one of finance may not')
  await become({ role: 'warehouse', warehouse_id: user.warehouse.warehouse_id })
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-OUT', company_name: 'Elsewhere' })
  t.equal(await status('/api/sellers/S-OUT'), 403, 'the scope of the user counts, too')
})

t.test('a key makes no account, password or key, whatever its role: they would outlive it', async (t) => {
  const { key } = (await create({ user_id: user.bod.id, role: 'bod' })).body
  const headers = { 'x-user-id': String(user.bod.id), authorization: `Bearer ${key}` }
  const code = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    (await verified.call(null, method, path, body, headers)).headers['x-error-code']
  t.equal(await code('GET', '/api/users'), undefined, 'it may read')
  t.equal(await code('POST', '/api/users', account('made', 'bod')), 'login_required')
  t.equal(await code('PATCH', `/api/users/${user.viewer.id}`, { role: 'bod' }), 'login_required')
  t.equal(await code('POST', `/api/users/${user.viewer.id}/password-reset`), 'login_required')
  t.equal(await code('POST', `/api/users/${user.viewer.id}/erase`), 'login_required')
  t.equal(await code('POST', KEYS, machine), 'login_required')
})

t.test('a key ends with the deactivation of its user, and does not come back with it', async (t) => {
  const { id } = (await call('bod', 'POST', '/api/users', account('leaver', 'system'))).body
  const made = (await create({ user_id: id })).body
  await call('bod', 'PATCH', `/api/users/${id}`, { is_active: false })
  t.equal((await me(made.key)).status, 401)
  await call('bod', 'PATCH', `/api/users/${id}`, { is_active: true })
  t.equal((await me(made.key)).status, 401)
  const audited = await call('bod', 'GET', `/api/audit?action=api_key.revoked&entity_id=${made.id}`)
  t.match(audited.body.data, [{ user_id: user.bod.id, before: { revoked_at: null } }])
})

for (const isMade of [true, false])
  t.test(`a key made ${isMade ? 'before' : 'after'} its user is deactivated works no more`, async (t) => {
    const { id } = (await call('bod', 'POST', '/api/users', account(`leaver-${isMade}`, 'system'))).body
    const requests = [
      () => create({ user_id: id }),
      () => call('bod', 'PATCH', `/api/users/${id}`, { is_active: false }),
    ]
    const answers = await overlapping(t, app.db, 'audit_log', isMade ? requests : requests.toReversed())
    t.match(answers, [{ status: 200 }, { status: isMade ? 200 : 400 }])
    t.same(await app.db.rows('select from api_keys where user_id = $1 and revoked_at is null', [id]), [])
  })

t.test('a revoked key answers 401 and stays in the list', async (t) => {
  const { id, key } = (await create()).body
  t.equal((await me(key)).status, 200)
  const revoke = () => call('bod', 'DELETE', `${KEYS}/${id}`)
  for (const { body } of await overlapping(t, app.db, 'audit_log', [revoke, revoke]))
    t.same(body, { success: true })
  t.equal((await me(key)).status, 401)
  const [{ revoked_at }] = (await call('bod', 'GET', KEYS)).body.data
  t.match(revoked_at, /^\d{4}-/)

  t.equal((await revoke()).status, 200, 'revoking again changes nothing')
  t.equal((await call('bod', 'GET', KEYS)).body.data[0].revoked_at, revoked_at)
  const audited = (await call('bod', 'GET', `/api/audit?action=api_key.revoked&entity_id=${id}`)).body
  t.equal(audited.total, 1)
})

/** What another process, which knows a new key, is asked for by it. */
async function aKeyKnownElsewhere() {
  const { id, key } = (await create({ user_id: user.bod.id, role: 'bod' })).body
  const headers = { 'x-user-id': String(user.bod.id), authorization: `Bearer ${key}` }
  const post = (path: string, body: object) => verified.call(null, 'POST', path, body, headers)
  await verified.call(null, 'GET', '/api/auth/me', undefined, headers)
  return { id, key, post, revoke: () => call('bod', 'DELETE', `${KEYS}/${id}`) }
}

t.test('a change by a key is refused once it is revoked or expired, whatever is known', async (t) => {
  const expire = `update api_keys set expires_at = now() - interval '1 second' where id = $1`
  for (const isRevoked of [true, false]) {
    const { id, key, post, revoke } = await aKeyKnownElsewhere()
    await (isRevoked ? revoke() : app.db.run(expire, [id]))
    const answer = await post('/api/warehouses', { code: 'LATE', name: 'Too late' })
    t.match(answer, { status: 401, headers: { 'x-error-code': 'api_key_invalid' } })
    t.equal((await me(key)).status, 401)
  }
  t.same(await app.db.rows(`select from warehouses where code = 'LATE'`), [])
})

t.test('who revokes a key waits for no change that is under way by it', async (t) => {
  const { post, revoke } = await aKeyKnownElsewhere()
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-OPEN', company_name: 'Open' })
  const surcharge = { seller_code: 'S-OPEN', period: '2026-05', surcharge_type: 'payment_block' }
  const answers = await overlapping<unknown>(t, app.db, 'events', [
    () => post('/api/surcharges', surcharge),
    async () => [await revoke(), await waiters(app.db)],
  ])
  t.match(answers, [{ status: 200 }, [{ status: 200 }, 1]])
})

t.test('what can be no key answers 400, and an unknown one can’t be revoked', async (t) => {
  for (const [fields, error] of [
    [{ user_id: 2147483647 }, 'user_id names no active user.'],
    [{ role: 'king' }, /^role must be one of bod, /],
    [{ name: '' }, 'name is required.'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future.'],
    [{ expires_at: 'tomorrow' }, /^expires_at must be a date and time/],
    [{ key: 'sos_mine' }, /^key is not a known field here; known are name, user_id, role, /],
  ] as const)
    t.match(await create(fields), { status: 400, body: { error } })
  t.match(await call('bod', 'DELETE', `${KEYS}/2147483647`), { status: 404 })
})

t.test('Idempotency-Key is ignored: each answer has a key of its own', async (t) => {
  const headers = { 'idempotency-key': 'once' }
  const first = await call('bod', 'POST', KEYS, machine, headers)
  const second = await call('bod', 'POST', KEYS, machine, headers)
  t.not(first.body.key, second.body.key)
  t.equal((await app.db.row<{ count: number }>('select count(*) from idempotency_keys'))?.count, 0)
})

t.test('another JWT_SECRET ends access tokens; sessions go on by refresh, and keys stay', async (t) => {
  await makeAccount({ call }, 'nadia')
  const { session } = (await authClient({ call }).idpLogin('nadia@example.com', PASSWORD)).body
  const { key } = (await create()).body
  const later = await testApp(t, { DATABASE_URL, JWT_SECRET: 'the signing secret of the next year' })
  const client = authClient(later)
  t.equal((await client.me(session.access_token)).status, 401)
  t.equal((await client.me(key)).status, 200)
  const { status, body } = await client.refresh(session.refresh_token)
  t.equal(status, 200)
  t.equal((await client.me(body.session.access_token)).body.username, 'nadia')
})
