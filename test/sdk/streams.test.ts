import t from 'tap'
import { busy, type Fault, faultyServer, json, reset, silence } from './faulty-server.ts'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { follow, push, SellerOperatingScore } = sdk

t.test('a part of a push that got no answer is sent again, the same', async (t) => {
  const answer: Fault = (response, asked) => {
    const received = asked.body.split('\n').length
    const warnings = ['note is no field of orders']
    json(200, { received, created: received, rejected: 0, errors: [], warnings })(response, asked)
  }
  const mappings = json(200, { name: 'our-oms', lines: {} })
  const { baseUrl, asked } = await faultyServer(t, mappings, answer, reset, busy(503, 0), answer)
  const sos = new SellerOperatingScore({ baseUrl, userId: 1 })
  const records = Array.from({ length: 7 }, (_, n) => ({ order_code: `O-${n}` }))
  const pushed = await push(sos, 'orders', records, { partSize: 3, mapping: 'our-oms' })
  t.match(pushed, { success: true, received: 7, created: 7 })
  t.same(pushed.warnings, ['note is no field of orders'], 'said once')
  const parts = asked.slice(1)
  t.same(
    parts.map(({ body }) => body.split('\n').length),
    [3, 3, 3, 3, 1],
  )
  const path = '/api/sync/orders?mapping=our-oms'
  t.match(parts[0], { path, headers: { 'content-type': 'application/x-ndjson', 'content-length': /\d/ } })
})

t.test('following goes on after an outage, and tells of it', async (t) => {
  const events = json(200, { data: [{ id: 'e-1', type: 'seller.status_changed' }], next: 'b' })
  const { baseUrl, asked } = await faultyServer(t, busy(503, 0), reset, events, silence)
  const sos = new SellerOperatingScore({ baseUrl, userId: 1, retries: 0 })
  const problems: string[] = []
  const onProblem = ({ code }: { code: string }) => problems.push(code)
  for await (const { id } of follow(sos, { after: 'a', save: () => {}, pollMs: 5, onProblem })) {
    t.equal(id, 'e-1')
    break
  }
  t.same(problems, ['unavailable', 'no_answer'])
  t.same([...new Set(asked.map(({ path }) => path))], ['/api/events?limit=100&after=a'])
})

t.test('following without a pause waits after a failure all the same', async (t) => {
  const events = json(200, { data: [{ id: 'e-1', type: 'seller.status_changed' }], next: 'b' })
  const { baseUrl } = await faultyServer(t, busy(503, 0), events)
  const sos = new SellerOperatingScore({ baseUrl, userId: 1, retries: 0 })
  const begin = performance.now()
  await follow(sos, { save: () => {}, pollMs: 0 }).next()
  t.ok(performance.now() - begin >= 200)
})

t.test('a place that can not be saved ends the following, and so does its signal', async (t) => {
  const { baseUrl } = await faultyServer(t, json(200, { data: [], next: 'b' }))
  const sos = new SellerOperatingScore({ baseUrl, userId: 1 })
  const full = new Error('the disk is full')
  await t.rejects(follow(sos, { save: () => Promise.reject(full) }).next(), full)
  const stop = new AbortController()
  const reason = new Error('the process stops')
  const save = () => setImmediate(() => stop.abort(reason))
  await t.rejects(follow(sos, { save, signal: stop.signal, pollMs: 60_000 }).next(), reason)
})
