import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t, { type Test } from 'tap'
import { testApp } from '../setup/app.ts'
import { busy, type Fault, faultyServer, half, json, reset, silence } from './faulty-server.ts'
import { installed } from './installed.ts'

const root = resolve(import.meta.dirname, '../..')
const { sdk } = await installed()
const { SellerOperatingScore, SosError } = sdk
const PAGE = json(200, { data: [], total: 0, page: 1, limit: 20 })
const DONE = json(200, { success: true, id: 1 })

/** A client of a server with these faults. */
async function meeting(t: Test, faults: Fault[], options: object = {}) {
  const { baseUrl, asked } = await faultyServer(t, ...faults)
  return { sos: new SellerOperatingScore({ baseUrl, userId: 7, ...options }) as Client, asked }
}

/** The error of a call that must fail. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error) => error,
  )
const list = (sos: Client, init?: object) => sos.GET('/api/sellers', init)
const rename = (sos: Client) =>
  sos.PATCH('/api/sellers/{id}', { params: { path: { id: 'S-1' } }, body: { company_name: 'Two' } })

t.test('a read outlives resets, broken answers and 503', async (t) => {
  const { sos, asked } = await meeting(t, [reset, half, busy(503, 0), PAGE])
  t.match(await list(sos, { params: { query: { status: 'active', limit: 20 } } }), { total: 0 })
  t.equal(asked.length, 4)
  const path = '/api/sellers?status=active&limit=20'
  t.match(asked[3], { method: 'GET', path, headers: { 'x-user-id': '7' } })
})

t.test('a read that fails each time is tried as often as it may be', async (t) => {
  const { sos, asked } = await meeting(t, [busy(503, 0)], { retries: 2 })
  const error = await errorOf(list(sos))
  t.ok(error instanceof SosError)
  t.match(error, { status: 503, code: 'unavailable', message: 'Not now.', retryAfter: 0 })
  t.equal(asked.length, 3)
})

t.test('a creation is sent again under the same key, which is new for each call', async (t) => {
  const { sos, asked } = await meeting(t, [reset, half, DONE])
  const body = { seller_code: 'S-1', company_name: 'One' }
  await sos.POST('/api/sellers', { body })
  await sos.POST('/api/sellers', { body })
  await sos.POST('/api/sellers', { body, params: { header: { 'Idempotency-Key': 'my own' } } })
  const [first, second, third, fourth, fifth] = asked.map(({ headers }) => headers['idempotency-key'])
  t.match(first, /^\S{32}$/)
  t.same([second, third], [first, first])
  t.not(fourth, first)
  t.equal(fifth, 'my own')
  t.same(JSON.parse(asked[2]?.body as string), body)
})

t.test('a creation keeps its key when its token ends before it is sent again', async (t) => {
  const tokens = ['worn out', 'new']
  const ended = json(401, { error: 'The token has ended.' }, { 'x-error-code': 'unauthorized' })
  const { sos, asked } = await meeting(t, [reset, ended, DONE], { accessToken: () => tokens.shift() })
  await sos.POST('/api/sellers', { body: { seller_code: 'S-1', company_name: 'One' } })
  t.equal(asked.length, 3)
  t.equal(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

t.test('a POST is sent again just where its document has a key, or it changes nothing', async (t) => {
  const { app } = await testApp(t)
  const { paths } = app.swagger() as { paths: Record<string, { post?: { parameters?: { name: string }[] } }> }
  const reads = /^\/api\/(config\/preview|sos\/verify|sos\/sellers\/\{seller_code\}\/score\/(what-if|path))$/
  const posts = Object.entries(paths).filter(([, { post }]) => post)
  t.ok(posts.length > 70)
  for (const [path, { post }] of posts) {
    const isKeyed = !!post?.parameters?.some(({ name }) => name === 'Idempotency-Key')
    const { sos, asked } = await meeting(t, [busy(503, 0), DONE])
    const params = { path: { id: 1, seller_code: 'S-1' } }
    await sos.POST(path, { params, body: {} }).catch(() => {})
    t.equal(asked.length, isKeyed || reads.test(path) ? 2 : 1, path)
    t.equal('idempotency-key' in (asked[0]?.headers ?? {}), asked.length === 2, path)
  }
})

t.test('what may be done twice is not sent again when no answer comes', async (t) => {
  const path = { id: 1 }
  const changes: ((sos: Client) => Promise<unknown>)[] = [
    rename,
    (sos) => sos.PUT('/api/config/tiers/{id}', { params: { path }, body: {} }),
    (sos) => sos.DELETE('/api/sellers/{id}', { params: { path } }),
    (sos) => sos.POST('/api/auth/api-keys', { body: { name: 'x', user_id: 1, role: 'bod' } }),
  ]
  for (const change of changes)
    for (const fault of [reset, half, busy(503, 0)]) {
      const { sos, asked } = await meeting(t, [fault, DONE])
      t.ok((await errorOf(change(sos))) instanceof SosError)
      t.equal(asked.length, 1)
    }
})

t.test('what was refused before anything was done is sent again', async (t) => {
  for (const fault of [busy(429, 0, 'rate_limit_exceeded'), busy(503, 0, 'too_many_reads')]) {
    const { sos, asked } = await meeting(t, [fault, DONE])
    await rename(sos)
    t.equal(asked.length, 2)
  }
  const nobody = new SellerOperatingScore({ baseUrl: 'http://127.0.0.1:9', userId: 1, retries: 1 })
  t.match(await errorOf(rename(nobody)), { status: 0, code: 'no_answer' })
})

/** With these codes of a 503 something may have been begun, or the request can only be a read. */
const BEGUN = ['computation_failed', 'computation_too_long', 'quality_not_judged', 'run_in_progress']
const READS = ['console_not_built', 'log_damaged', 'no_signing_key', 'not_in_checkpoint', 'queue_not_ready']

t.test('each 503 of the service with which nothing was done is sent again', async (t) => {
  const files = globSync('{src,plugins}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const said = source.matchAll(/serviceUnavailable\(\s*'(\w+)'/g)
  const codes = [...new Set(Array.from(said, ([, code]) => code as string))].sort()
  const again: string[] = []
  for (const code of codes) {
    const { sos, asked } = await meeting(t, [busy(503, 0, code), DONE])
    await rename(sos).catch(() => {})
    if (asked.length === 2) again.push(code)
  }
  t.ok(again.length > 5)
  t.same(
    again,
    codes.filter((code) => ![...BEGUN, ...READS].includes(code)),
  )
})

t.test('Retry-After is waited for, as seconds or as a date, unless it is too long', async (t) => {
  for (const form of ['seconds', 'date']) {
    const until = new Date(Date.now() + 3_000).toUTCString() // without its fraction of a second
    const { sos } = await meeting(t, [busy(429, form === 'date' ? until : 1), PAGE])
    const begin = Date.now()
    await list(sos)
    t.ok(form === 'date' ? Date.now() >= Date.parse(until) : Date.now() - begin >= 1_000, form)
  }
  const { sos, asked } = await meeting(t, [busy(429, 900, 'too_many_logins')])
  t.match(await errorOf(list(sos)), { status: 429, code: 'too_many_logins', retryAfter: 900 })
  t.equal(asked.length, 1)
})

t.test('an answer that never comes, or never ends, is a time-out, and is tried again', async (t) => {
  const drip: Fault = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  }
  const { sos, asked } = await meeting(t, [silence, drip, PAGE])
  t.match(await list(sos.with({ timeoutMs: 150 })), { total: 0 })
  t.equal(asked.length, 3)
  for (const fault of [silence, drip]) {
    const never = await meeting(t, [fault], { timeoutMs: 150, retries: 0 })
    t.match(await errorOf(list(never.sos)), { status: 0, code: 'timed_out' })
  }
})

t.test('an abort ends the request and the wait before the next, with its own reason', async (t) => {
  const reason = new Error('the user has left')
  for (const fault of [silence, busy(429, 30)]) {
    const { sos, asked } = await meeting(t, [fault])
    const aborted = new AbortController()
    const call = errorOf(list(sos, { signal: aborted.signal }))
    while (asked.length === 0) await new Promise((done) => setImmediate(done))
    setImmediate(() => aborted.abort(reason))
    t.equal(await call, reason)
    t.equal(asked.length, 1)
  }
  const { sos, asked } = await meeting(t, [PAGE])
  t.equal(await errorOf(list(sos, { signal: AbortSignal.abort(reason) })), reason)
  t.equal(asked.length, 0)
})

t.test('a refusal says its code, field, sentence and request', async (t) => {
  const headers = { 'x-error-code': 'field_required', 'x-error-field': 'email', 'x-request-id': 'r-1' }
  const { sos, asked } = await meeting(t, [json(400, { error: 'email is missing.' }, headers)])
  const expected = { status: 400, code: 'field_required', field: 'email', requestId: 'r-1' }
  t.match(await errorOf(list(sos)), { ...expected, message: 'email is missing.' })
  t.equal(asked.length, 1)
})

t.test('an answer of something in between is no data', async (t) => {
  const page = (status: number, type: string): Fault => {
    return (response) => response.writeHead(status, { 'content-type': type }).end('<h1>Welcome</h1>')
  }
  for (const [status, type] of [
    [403, 'text/html'],
    [200, 'text/html'],
    [200, 'application/json'],
  ] as const) {
    const { sos } = await meeting(t, [page(status, type)])
    t.match(await errorOf(list(sos)), { code: 'unreadable_answer' }, `${status} ${type}`)
  }
})

// biome-ignore lint/suspicious/noExplicitAny: the compiler knows it in package.test.ts
type Client = any
