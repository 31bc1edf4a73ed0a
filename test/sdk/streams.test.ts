import t from 'tap'
import { busy, type Fault, faultyServer, json, reset, silence } from './faulty-server.ts'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { follow, push, SellerOperatingScore, watchRun } = sdk

const run = (batches_done: number, finished_at: string | null = null) => ({
  id: 1,
  batches_done,
  finished_at,
})
const block = (work: object) => `event: progress\ndata: ${JSON.stringify(work)}\n\n`

/** A stream of these pieces, after which it ends or, `broken`, is reset. */
const stream =
  (pieces: string[], broken = false): Fault =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const piece of pieces) response.write(piece)
    response.write('', () => (broken ? response.socket?.destroy() : response.end()))
  }

t.test('a run is watched over broken connections, and no state is shown twice', async (t) => {
  const { baseUrl, asked } = await faultyServer(
    t,
    stream([block(run(0)), block(run(1)).slice(0, 20)], true),
    busy(503, 0),
    stream([block(run(0)), ': nothing new\n\n', block(run(1))]),
    stream([`${block(run(1))}${block(run(2, '2026-11-01'))}`]),
  )
  const sos = new SellerOperatingScore({ baseUrl, userId: 1 })
  const seen: number[] = []
  for await (const { batches_done } of watchRun(sos, 1)) seen.push(batches_done)
  t.same(seen, [0, 1, 2])
  t.equal(asked.length, 4)
})

t.test('watching gives up when nothing comes, and ends with its signal', async (t) => {
  const { baseUrl } = await faultyServer(t, reset)
  const sos = new SellerOperatingScore({ baseUrl, userId: 1, retries: 0 })
  await t.rejects(watchRun(sos, 1, { patienceMs: 1 }).next(), { code: 'no_answer' })
  const still = await faultyServer(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(block(run(0)))
  })
  const stop = new AbortController()
  const reason = new Error('enough')
  const other = new SellerOperatingScore({ baseUrl: still.baseUrl, userId: 1 })
  const watching = watchRun(other, 1, { signal: stop.signal })
  t.match(await watching.next(), { value: run(0) })
  const next = watching.next().catch((error: unknown) => error)
  stop.abort(reason)
  t.equal(await next, reason)
})

t.test('a part of a push that got no answer is sent again, the same', async (t) => {
  const answer: Fault = (response, asked) => {
    const received = asked.body.split('\n').length
    const warnings = [`note is no field of orders (${received} ${received === 1 ? 'record' : 'records'})`]
    json(200, { received, created: received, rejected: 0, errors: [], warnings })(response, asked)
  }
  const { baseUrl, asked } = await faultyServer(t, answer, reset, busy(503, 0), answer)
  const sos = new SellerOperatingScore({ baseUrl, userId: 1 })
  const records = Array.from({ length: 7 }, (_, n) => ({ order_code: `O-${n}` }))
  const pushed = await push(sos, 'orders', records, { partSize: 3, mapping: 'our-oms' })
  const warnings = ['note is no field of orders (7 records)']
  t.match(pushed, { success: true, received: 7, created: 7, warnings })
  t.same(
    asked.map(({ body }) => body.split('\n').length),
    [3, 3, 3, 3, 1],
  )
  const url = '/api/sync/orders?mapping=our-oms'
  t.match(asked[0], { url, headers: { 'content-type': 'application/x-ndjson', 'content-length': /\d/ } })
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
  t.ok(asked.every(({ url }) => url === '/api/events?limit=100&after=a'))
})

t.test(
  'a place that can not be saved ends the following, and so does its signal while it waits',
  async (t) => {
    const { baseUrl } = await faultyServer(t, json(200, { data: [], next: 'b' }))
    const sos = new SellerOperatingScore({ baseUrl, userId: 1 })
    const full = new Error('the disk is full')
    await t.rejects(follow(sos, { save: () => Promise.reject(full) }).next(), full)
    const stop = new AbortController()
    const reason = new Error('the process stops')
    const save = () => setImmediate(() => stop.abort(reason))
    await t.rejects(follow(sos, { save, signal: stop.signal, pollMs: 60_000 }).next(), reason)
  },
)
