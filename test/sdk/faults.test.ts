import t, { type Test } from 'tap'
import { busy, type Fault, faultyServer, half, json, reset, silence } from './faulty-server.ts'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { SellerOperatingScore, SosError } = sdk
const PAGE = json(200, { data: [], total: 0, page: 1, limit: 20 })
const DONE = json(200, { success: true, id: 1 })

/** A client of a server with these faults. */
async function meeting(t: Test, faults: Fault[], options: object = {}) {
  const { baseUrl, asked } = await faultyServer(t, ...faults)
  return { sos: new SellerOperatingScore({ baseUrl, userId: 7, ...options }), asked }
}

/** The error of a call that must fail. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error) => error,
  )

t.test('a read outlives resets, broken answers and 503', async (t) => {
  const { sos, asked } = await meeting(t, [reset, half, busy(503, 0), PAGE])
  t.match(await sos.listSellers({ status: 'active', limit: 20 }), { total: 0 })
  t.equal(asked.length, 4)
  t.match(asked[3], {
    method: 'GET',
    url: '/api/sellers?status=active&limit=20',
    headers: { 'x-user-id': '7' },
  })
})

t.test('a read that fails each time is tried as often as it may be', async (t) => {
  const { sos, asked } = await meeting(t, [busy(503, 0)], { retries: 2 })
  const error = await errorOf(sos.listSellers())
  t.ok(error instanceof SosError)
  t.match(error, { status: 503, code: 'unavailable', message: 'Not now.', retryAfter: 0 })
  t.equal(asked.length, 3)
})

t.test('a creation is sent again under the same key, which is new for each call', async (t) => {
  const { sos, asked } = await meeting(t, [reset, half, DONE])
  const body = { seller_code: 'S-1', company_name: 'One' }
  await sos.createSeller({ body })
  await sos.createSeller({ body })
  await sos.createSeller({ body, 'Idempotency-Key': 'my own' })
  const keys = asked.map(({ headers }) => headers['idempotency-key'])
  t.equal(keys.length, 5)
  t.match(keys[0], /^\S{32}$/)
  t.equal(new Set(keys.slice(0, 3)).size, 1)
  t.not(keys[3], keys[0])
  t.equal(keys[4], 'my own')
  t.same(JSON.parse(asked[2]?.body as string), body)
})

t.test('what may be done twice is not sent again when no answer comes', async (t) => {
  const changes: [string, (sos: Client) => Promise<unknown>][] = [
    ['PATCH', (sos) => sos.updateSeller({ id: 'S-1', body: { company_name: 'Two' } })],
    ['PUT', (sos) => sos.updateTierRule({ id: 1, body: {} })],
    ['DELETE', (sos) => sos.deleteSeller({ id: 'S-1' })],
    ['a POST without a key', (sos) => sos.createApiKey({ body: { name: 'x', user_id: 1, role: 'bod' } })],
  ]
  for (const [name, change] of changes)
    for (const fault of [reset, half, busy(503, 0)]) {
      const { sos, asked } = await meeting(t, [fault, DONE])
      t.ok((await errorOf(change(sos))) instanceof SosError, name)
      t.equal(asked.length, 1, name)
    }
})

t.test('what was refused before anything was done is sent again', async (t) => {
  for (const fault of [busy(429, 0, 'rate_limit_exceeded'), busy(503, 0, 'too_many_reads')]) {
    const { sos, asked } = await meeting(t, [fault, DONE])
    await sos.updateSeller({ id: 'S-1', body: { company_name: 'Two' } })
    t.equal(asked.length, 2)
  }
})

t.test('a POST that changes nothing is sent again', async (t) => {
  const { sos, asked } = await meeting(t, [reset, json(200, {})])
  await sos.askWhatIf({ seller_code: 'S-1', body: { metrics: {} } })
  t.equal(asked.length, 2)
})

t.test('Retry-After is waited for, as seconds or as a date', async (t) => {
  for (const form of ['seconds', 'date']) {
    const until = new Date(Date.now() + 3_000).toUTCString() // without its fraction of a second
    const { sos, asked } = await meeting(t, [busy(429, form === 'date' ? until : 1), PAGE])
    const begin = Date.now()
    await sos.listSellers()
    t.ok(form === 'date' ? Date.now() >= Date.parse(until) : Date.now() - begin >= 1_000, form)
    t.equal(asked.length, 2)
  }
})

t.test('a Retry-After that is too long is left to the caller', async (t) => {
  const { sos, asked } = await meeting(t, [busy(429, 900, 'too_many_logins')])
  t.match(await errorOf(sos.listSellers()), { status: 429, code: 'too_many_logins', retryAfter: 900 })
  t.equal(asked.length, 1)
})

t.test('an answer that never comes is a time-out, and is tried again', async (t) => {
  const { sos, asked } = await meeting(t, [silence, silence, PAGE], { timeoutMs: 150 })
  t.match(await sos.listSellers(), { total: 0 })
  t.equal(asked.length, 3)
  const never = await meeting(t, [silence], { timeoutMs: 150, retries: 0 })
  t.match(await errorOf(never.sos.listSellers()), { status: 0, code: 'timed_out' })
})

t.test('a time-out covers the body, too', async (t) => {
  const drip: Fault = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  }
  const { sos } = await meeting(t, [drip], { timeoutMs: 150, retries: 0 })
  t.match(await errorOf(sos.listSellers()), { code: 'timed_out' })
})

t.test('an abort ends the request and the wait before the next, with its own reason', async (t) => {
  const reason = new Error('the user has left')
  for (const fault of [silence, busy(429, 30)]) {
    const { sos, asked } = await meeting(t, [fault])
    const aborted = new AbortController()
    const call = errorOf(sos.listSellers({}, { signal: aborted.signal }))
    while (asked.length === 0) await new Promise((done) => setImmediate(done))
    setImmediate(() => aborted.abort(reason))
    t.equal(await call, reason)
    t.equal(asked.length, 1)
  }
  const { sos, asked } = await meeting(t, [PAGE])
  t.equal(await errorOf(sos.listSellers({}, { signal: AbortSignal.abort(reason) })), reason)
  t.equal(asked.length, 0)
})

t.test('a refusal says its code, sentence and request', async (t) => {
  const headers = { 'x-error-code': 'seller_not_found', 'x-request-id': 'r-1' }
  const { sos, asked } = await meeting(t, [json(404, { error: 'There is no seller S-9.' }, headers)])
  const expected = {
    status: 404,
    code: 'seller_not_found',
    message: 'There is no seller S-9.',
    requestId: 'r-1',
  }
  t.match(await errorOf(sos.getSeller({ id: 'S-9' })), expected)
  t.equal(asked.length, 1)
})

t.test('an answer of something in between is no data', async (t) => {
  const page = (status: number, type: string): Fault => {
    return (response) => response.writeHead(status, { 'content-type': type }).end('<h1>Welcome</h1>')
  }
  const refused = await meeting(t, [page(403, 'text/html')])
  t.match(await errorOf(refused.sos.listSellers()), { status: 403, code: 'unreadable_answer' })
  for (const type of ['application/json', 'text/html']) {
    const { sos } = await meeting(t, [page(200, type)])
    t.match(await errorOf(sos.listSellers()), { code: 'unreadable_answer' }, type)
  }
})

t.test('nobody listening is said as such, also of a change', async (t) => {
  const { baseUrl } = await faultyServer(t, silence)
  const nobody = new URL(baseUrl)
  nobody.port = '9'
  const sos = new SellerOperatingScore({ baseUrl: nobody.href, userId: 1, retries: 1 })
  t.match(await errorOf(sos.deleteSeller({ id: 'S-1' })), { status: 0, code: 'no_answer' })
})

t.test('a client that is told no user does not start', async (t) => {
  t.throws(() => new SellerOperatingScore({ baseUrl: '' }), { message: 'Give a userId, or a login.' })
})

// biome-ignore lint/suspicious/noExplicitAny: the compiler knows it in package.test.ts
type Client = any
