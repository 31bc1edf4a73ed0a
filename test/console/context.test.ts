import { readFile } from 'node:fs/promises'
import t from 'tap'
import { PERMISSIONS, type Permission, ROLES } from '../../src/platform/access/roles.ts'
import { makeAm, makeSeller, score } from '../account-managers/scored-sellers.ts'
import { bearer, makeAccount, PASSWORD } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
const MODE = { auth_mode: 'demo', identity: 'own', version, password_min_length: 8 }
const JWT_SECRET = 'a secret that only these tests know'
const demo = await testApp(t, { JWT_SECRET, CURRENCY: 'EUR', BUSINESS_TIMEZONE: 'Europe/Berlin' })
const { app, call, user, DATABASE_URL } = demo
const verified = await testApp(t, { AUTH_MODE: 'verified', JWT_SECRET, DATABASE_URL })
const am = await makeAm(app, 'Ada')
const own = await makeSeller(app, { seller_code: 'S-OWN', assigned_am_id: user.am.am_id as number })
const other = await makeSeller(app, {
  seller_code: 'S-OTHER',
  assigned_am_id: am.id,
  primary_warehouse_id: user.warehouse.warehouse_id as number,
})
await app.db.prisma.user.update({ where: { id: user.seller.id }, data: { seller_id: own.id } })
const final = { status: 'final', finalized_at: new Date() }
await score(app, { seller_id: own.id, period: '2026-01', ...final })
await score(app, { seller_id: other.id, period: '2026-01', ...final })
await score(app, { seller_id: own.id, period: '2026-03' })
await score(app, { seller_id: other.id, period: '2026-03', status: 'under_review' })
await score(app, { seller_id: other.id, period: '2026-04' })

const start = async (the: typeof demo) => (await the.call(null, 'GET', '/api/console/start')).body
const context = async (role: (typeof ROLES)[number]) => (await call(role, 'GET', '/api/console/context')).body

t.test('in demo mode the start names who can be picked, the demo data’s first', async (t) => {
  await call('bod', 'PATCH', `/api/users/${await makeAccount(demo, 'closed')}`, { is_active: false })
  const made = await makeAccount(demo, 'made')
  const { people, ...mode } = await start(demo)
  t.same(mode, MODE)
  const ids = people.map(({ id }: { id: number }) => id)
  t.same(ids, [...ROLES.map((role) => user[role].id), made])
  t.same(people[0], {
    id: user.bod.id,
    username: 'bod',
    full_name: 'Test bod',
    role: 'bod',
    am_id: null,
    warehouse_id: null,
    warehouse_name: null,
    seller_code: null,
    company_name: null,
  })
  const ofRole = (role: string) => people.find((one: { role: string }) => one.role === role)
  t.match(ofRole('seller'), { seller_code: 'S-OWN', company_name: 'Seller S-OWN' })
  t.match(ofRole('warehouse'), { warehouse_name: 'Test warehouse' })
})

t.test('in verified mode the start names nobody', async (t) => {
  t.same(await start(verified), { ...MODE, auth_mode: 'verified', people: [] })
  const IDP_URL = 'http://127.0.0.1:1'
  const external = await testApp(t, { AUTH_MODE: 'verified', JWT_SECRET, DATABASE_URL, IDP_URL })
  t.same(await start(external), { ...MODE, auth_mode: 'verified', identity: 'external', people: [] })
})

t.test('the context says who I am and what month it is', async (t) => {
  const { status, body } = await call('am', 'GET', '/api/console/context')
  t.equal(status, 200)
  t.match(body.user, { id: user.am.id, username: 'am', role: 'am', am_id: user.am.am_id })
  t.match(body, {
    role: 'am',
    scope: { am_id: user.am.am_id, warehouse_id: null, seller_id: null },
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    currency_decimals: 2,
    current_period: /^\d{4}-\d{2}$/,
    shown_period: body.current_period,
    auth_mode: 'demo',
    version,
  })
})

t.test('permissions are those that the role holds', async (t) => {
  for (const role of ROLES)
    t.same(
      (await context(role)).permissions,
      (Object.keys(PERMISSIONS) as Permission[]).filter((one) =>
        (PERMISSIONS[one] as readonly string[]).includes(role),
      ),
      role,
    )
})

t.test('months with scores, the newest first, with their states', async (t) => {
  const all = [
    { period: '2026-04', statuses: { draft: 1, under_review: 0, final: 0 } },
    { period: '2026-03', statuses: { draft: 1, under_review: 1, final: 0 } },
    { period: '2026-01', statuses: { draft: 0, under_review: 0, final: 2 } },
  ]
  for (const role of ['bod', 'viewer', 'ops_head', 'integration'] as const)
    t.same((await context(role)).periods, all, role)
  const months = all.map(({ period }) => ({ period, statuses: null }))
  for (const role of ['finance', 'system'] as const) t.same((await context(role)).periods, months, role)
})

t.test('of sellers in scope alone', async (t) => {
  const ofOwn = [
    { period: '2026-03', statuses: { draft: 1, under_review: 0, final: 0 } },
    { period: '2026-01', statuses: { draft: 0, under_review: 0, final: 1 } },
  ]
  t.same((await context('am')).periods, ofOwn)
  t.same((await context('seller')).periods, ofOwn)
  t.match((await context('seller')).user, { role: 'seller', seller_code: 'S-OWN' })
  const months = ['2026-04', '2026-03', '2026-01'].map((period) => ({ period, statuses: null }))
  t.same((await context('warehouse')).periods, months)
})

t.test('the newest 48 of many months', async (t) => {
  const { id } = await makeSeller(app, { seller_code: 'S-OLD' })
  await app.db.run(
    `insert into monthly_scores
     select (jsonb_populate_record(m, jsonb_build_object(
       'id', m.id + 100 + n, 'seller_id', ${id}, 'period', to_char(date '2015-01-01' + make_interval(months => n), 'YYYY-MM')))).*
     from monthly_scores m, generate_series(0, 59) n where m.period = '2026-04'`,
  )
  const { periods } = await context('bod')
  t.equal(periods.length, 48)
  t.same([periods[3].period, periods[47].period], ['2019-12', '2016-04'])
  await app.db.run(`delete from monthly_scores where seller_id = ${id}`)
})

t.test('in verified mode it takes a token; a key answers in its own role', async (t) => {
  await makeAccount(demo, 'nadia', { role: 'admin' })
  const named = { 'x-user-id': String((await start(demo)).people.at(-1).id) }
  t.equal((await verified.call(null, 'GET', '/api/console/context', undefined, named)).status, 401)
  t.equal((await verified.call(null, 'GET', '/api/console/context')).status, 401)
  const { body } = await verified.call(null, 'POST', '/api/auth/login', {
    username: 'nadia',
    password: PASSWORD,
  })
  const of = (token: string) =>
    verified.call(null, 'GET', '/api/console/context', undefined, { ...named, ...bearer(token) })
  t.match((await of(body.token)).body, { role: 'admin', user: { username: 'nadia' }, auth_mode: 'verified' })
  const { key } = (
    await call('bod', 'POST', '/api/auth/api-keys', { name: 'k', user_id: body.user.id, role: 'finance' })
  ).body
  const { role, permissions, user: whose } = (await of(key)).body
  t.same([role, whose.role], ['finance', 'admin'])
  t.notOk(permissions.includes('users.read'))
  t.ok(permissions.includes('surcharges.write'))
})

t.test('an empty database has no months', async (t) => {
  const { call } = await testApp(t)
  t.same((await call('bod', 'GET', '/api/console/context')).body.periods, [])
  t.same((await call('am', 'GET', '/api/console/context')).body.periods, [])
})
