import { once } from 'node:events'
import t, { type Test } from 'tap'
import { testApp } from '../../setup/app.ts'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'
import { waiters } from '../../setup/waiters.ts'
import { type Line, loggedService } from './logged-service.ts'

const { DATABASE_URL, user } = await testApp(t)

const INFO = 30
const WARN = 40

async function loggingService(level: string) {
  const service = await loggedService(t, level, { DATABASE_URL, WORKER: 'off' })
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(service.url + path, {
      ...options,
      headers: { 'x-user-id': String(user.bod.id), ...options.headers },
    })
  return { ...service, ask }
}

const { ask, lines, one, app } = await loggingService('info')

t.test('one line a request: route, user, status, duration, request id', async (t) => {
  const answer = await ask('/api/warehouses?page=1')
  const line = await one(({ route }) => route === '/api/warehouses')
  t.match(line, {
    method: 'GET',
    user: user.bod.id,
    status: 200,
    reqId: answer.headers.get('x-request-id'),
  })
  t.ok(Number(line.ms) >= 0, `${line.ms} ms`)
  t.equal(lines.filter(({ reqId }) => reqId === line.reqId).length, 1)
})

t.test('a path that does not exist is unknown, and is not logged', async (t) => {
  await ask('/api/nadia@example.com?token=abc')
  const line = await one(({ route }) => route === 'unknown')
  t.match(line, { status: 404, user: null })
  t.notMatch(JSON.stringify(line), /nadia|abc/)
})

t.test('a request that the router refuses has its line, too', async (t) => {
  const answer = await ask('/api/sellers/%zz?token=abc')
  t.equal(answer.status, 400)
  const reqId = answer.headers.get('x-request-id')
  t.match(await one((line) => line.reqId === reqId), {
    method: 'GET',
    route: 'unknown',
    status: 400,
    user: null,
  })
})

t.test('health and the files of pages have no line at info, and one at debug', async (t) => {
  const debugging = await loggingService('debug')
  const assetOf = async (page: string) =>
    /"(\/\w+\/assets\/[^"]+)"/.exec(await (await ask(page)).text())?.[1] ?? page
  const docs = await assetOf('/docs')
  for (const [path, name] of [
    ['/api/health', '/api/health'],
    ['/api/health/ready', '/api/health/ready'],
    [await assetOf('/console'), '/console/assets/:name'],
    [docs, docs],
  ] as const) {
    await ask(path)
    await debugging.ask(path)
    await debugging.one(({ route, msg }) => route === name && msg === 'request')
  }
  await ask('/api/warehouses/0')
  await one(({ route }) => route === '/api/warehouses/:id')
  t.notOk(lines.some(({ route }) => /health|assets/.test(String(route))))
})

/** Locks a table: `waits` comes when a request waits for it, `free` lets it go on. */
async function locked(t: Test, table: string) {
  const blocker = await clientOf(t, DATABASE_URL)
  await blocker.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    blocker,
    waits: () => eventually(async () => (await waiters(app.db, table)) > 0),
    free: () => blocker.query('commit'),
  }
}

t.test('a slow request is a warning', async (t) => {
  const { blocker, waits, free } = await locked(t, 'employees')
  const answer = ask('/api/employees')
  await waits()
  await blocker.query('select pg_sleep(1.1)')
  await free()
  t.equal((await answer).status, 200)
  const line = await one(({ msg, route }) => msg === 'slow request' && route === '/api/employees')
  t.match(line, { level: WARN, route: '/api/employees', status: 200 })
  t.ok(Number(line.ms) >= 1_000, `${line.ms} ms`)
})

t.test('a client that hangs up has its line, without a status', async (t) => {
  const { waits, free } = await locked(t, 'warehouses')
  const hangUp = new AbortController()
  const answer = ask('/api/warehouses?page=9', { signal: hangUp.signal })
  await waits()
  hangUp.abort()
  await t.rejects(answer)
  t.match(await one(({ msg }) => msg.startsWith('the connection ended')), {
    level: INFO,
    route: '/api/warehouses',
    status: null,
    user: user.bod.id,
  })
  await free()
})

t.test('a client that hangs up in the middle of a login is no error', async (t) => {
  const { blocker, waits, free } = await locked(t, 'users')
  const hangUp = new AbortController()
  const headers = { 'content-type': 'application/json' }
  const body = '{"username":"nobody","password":"wrong"}'
  const asked = once(app.server, 'request')
  const answer = ask('/api/auth/login', { method: 'POST', headers, body, signal: hangUp.signal })
  await waits()
  const [{ socket }] = await asked
  const gone = once(socket, 'close')
  hangUp.abort()
  await t.rejects(answer)
  await gone
  await free()
  const isError = ({ level }: Line) => level > WARN
  const tried = `select from login_failures where network = 'unknown'`
  await eventually(async () => lines.some(isError) || blocker.query(tried).then(({ rowCount }) => !!rowCount))
  t.same(lines.filter(isError), [])
})

t.test('no secret and no value of a row is logged, whatever the level', async (t) => {
  const tracing = await loggingService('trace')
  const secrets = [
    'a-bearer-token',
    'a-query-token',
    'a-mistyped-password',
    'a-refresh-token',
    'rania@example.com',
  ]
  const json = { 'content-type': 'application/json' }
  await tracing.ask('/api/warehouses?token=a-query-token', {
    headers: { authorization: 'Bearer a-bearer-token' },
  })
  await tracing.ask('/api/auth/me', { headers: { authorization: 'Bearer a-bearer-token' } })
  const login = { email: 'rania@example.com', password: 'a-mistyped-password' }
  await tracing.ask('/api/auth/idp-login', { method: 'POST', headers: json, body: JSON.stringify(login) })
  await tracing.ask('/api/auth/refresh', {
    method: 'POST',
    headers: json,
    body: '{"refresh_token":"a-refresh-token"}',
  })
  // PostgreSQL itself names the row in the error of a failed statement.
  const duplicate = tracing.app.db.run(
    `insert into users (username, full_name, role, email) select 'rania', 'R', role, 'rania@example.com' from users limit 2`,
  )
  await duplicate.catch((error) => tracing.app.log.error({ err: error }, 'a duplicate'))
  await tracing.one(({ msg }) => msg === 'a duplicate')
  const text = JSON.stringify(tracing.lines)
  t.ok(tracing.lines.length > 10, `${tracing.lines.length} lines`)
  for (const secret of secrets) t.notOk(text.includes(secret), secret)
})

t.test('an outage of the database is a handful of lines, however many requests it refuses', async (t) => {
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const admin = await clientOf(t, Object.assign(new URL(DATABASE_URL), { pathname: '/postgres' }).href)
  const before = lines.length
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await eventually(async () => (await ask('/api/warehouses')).status === 503)
  await eventually(async () => app.db.availability.problem() !== undefined)
  for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 20 }, () => ask('/api/warehouses')))
  await admin.query(`alter database ${name} allow_connections true`)
  await eventually(async () => (await ask('/api/warehouses')).status === 200)
  const ofOutage = lines.slice(before).filter(({ status }) => status !== 200)
  t.ok(ofOutage.length > 0, 'it is said')
  t.ok(ofOutage.length < 12, JSON.stringify(ofOutage, null, 1))
  t.ok(app.db.availability.problem() === undefined)
})
