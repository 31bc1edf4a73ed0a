import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { verifiedService } from './verified-service.ts'

const { sdk, sos, app } = await verifiedService(t)
const { every, follow, push, watchRun, SosError } = sdk
const MANY = 20_000
const MONTH = periodOf(new Date(), 'UTC')

interface Operation {
  operationId: string
}

/** What an async iterable gives. */
async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

t.test('every operation of the service is a method, or is watched', async (t) => {
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const missing = operations.filter(({ operationId }) => typeof sos[operationId] !== 'function')
  t.ok(operations.length > 200)
  t.same(missing.map(({ operationId }) => operationId).sort(), ['watchBacktest', 'watchScoringRun'])
})

t.test('20,000 records are pushed from a generator in parts, and read page by page', async (t) => {
  async function* sellers() {
    for (let n = 0; n < MANY; n++) yield { seller_code: `S-${n}`, company_name: `Seller ${n}` }
  }
  const parts: number[] = []
  const onPart = ({ received }: { received: number }) => parts.push(received)
  const pushed = await push(sos, 'sellers', sellers(), { onPart })
  t.match(pushed, { success: true, received: MANY, created: MANY, rejected: 0, errors: [] })
  t.same(parts, [5_000, 10_000, 15_000, 20_000])

  const ask = (page: object) => sos.listSellers({ status: 'active', ...page })
  const codes = (await all(every(ask))).map((seller) => (seller as { seller_code: string }).seller_code)
  t.equal(codes.length, MANY)
  t.equal(new Set(codes).size, MANY)
})

t.test('every ends with a page that is not full, and with none', async (t) => {
  t.same(await all(every((page: object) => sos.listSellers({ search: 'no such seller', ...page }))), [])
  t.equal(
    (await all(every((page: object) => sos.listSellers({ search: 'Seller 1999', ...page })))).length,
    11,
  )
})

const order = (n: number, fields: object = {}) => ({
  order_code: `O-${n}`,
  seller_code: 'S-1',
  ordered_at: `${MONTH}-01T00:00:00Z`,
  ...fields,
})

t.test('bad records are named by their place in the whole push', async (t) => {
  const orders = Array.from({ length: 25 }, (_, n) => order(n, n === 17 ? { units: -1 } : {}))
  const pushed = await push(sos, 'orders', orders, { partSize: 10 })
  t.match(pushed, { received: 25, created: 24, rejected: 1 })
  t.same(pushed.errors, [
    { index: 17, key: 'S-1/O-17', field: 'units', value: -1, error: 'units must be at least 0' },
  ])
  const found: unknown[] = []
  for (const push_id of pushed.push_ids) found.push(...(await sos.listSyncRejections({ push_id })).data)
  t.match(found, [{ index: 7, line: 8, key: 'S-1/O-17' }], 'in its part, which is a push by itself')
  t.equal(pushed.push_ids.length, 3)
  t.match(await push(sos, 'orders', [{ ...order(3), deleted: true }]), { deleted: 1 })
  t.match(await push(sos, 'orders', []), {
    success: true,
    push_ids: [],
    received: 0,
    warnings: [/^Nothing was sent/],
  })
})

t.test('a push is no success when all records of all its parts were rejected', async (t) => {
  const bad = [{ units: -1 }, { units: -1 }, {}].map((fields, n) => order(200 + n, fields))
  t.match(await push(sos, 'orders', bad, { partSize: 2 }), { success: true, rejected: 2 })
  t.match(await push(sos, 'orders', bad.slice(0, 2), { partSize: 1 }), { success: false, rejected: 2 })
})

t.test('an atomic push is one part, and stores nothing when a record is bad', async (t) => {
  const orders = Array.from({ length: 25 }, (_, n) => order(100 + n, n === 24 ? { units: -1 } : {}))
  const refused = push(sos, 'orders', orders, { partSize: 10, atomic: true })
  await t.rejects(refused, { status: 400, code: 'records_rejected' })
  t.match(await push(sos, 'orders', orders.slice(0, 24), { partSize: 10, atomic: true }), { created: 24 })
})

t.test('a run is watched from its request to its end', async (t) => {
  const body = { period: MONTH, seller_codes: ['S-1'] }
  const { run_id } = await sos.calculateScores({ Prefer: 'respond-async', body })
  const seen = await all<{ id: number; status: string; sellers_scored: number }>(watchRun(sos, run_id))
  t.match(seen.at(-1), { id: run_id, status: 'completed', sellers_scored: 1 })
  t.equal((await sos.getCurrentScore({ seller_code: 'S-1' })).period, MONTH)
  t.same((await all(watchRun(sos, run_id))).length, 1, 'who comes late sees the end')
  const error = await all(watchRun(sos, 999)).catch((error: unknown) => error)
  t.ok(error instanceof SosError)
  t.match(error, { status: 404, code: 'scoring_run_not_found' })
})

t.test('the feed is followed over a stop, and what was not done with comes again', async (t) => {
  for (const code of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5'])
    await sos.updateSeller({ id: code, body: { status: 'suspended' } })
  let after: string | undefined
  const seen: string[] = []
  /** Reads until so many events were seen in all, and leaves in the middle of the last one. */
  async function readUntil(count: number) {
    const save = (cursor: string) => {
      after = cursor
    }
    for await (const event of follow(sos, {
      after,
      save,
      type: 'seller.status_changed',
      limit: 2,
      pollMs: 20,
    })) {
      seen.push(event.data.seller_code)
      if (seen.length === count) return
    }
  }
  await readUntil(3)
  t.same(seen, ['S-1', 'S-2', 'S-3'])
  await readUntil(6)
  t.same(seen.slice(3), ['S-3', 'S-4', 'S-5'], 'S-3 comes again, S-1 and S-2 do not')
})

t.test('following ends with its signal, also while it waits', async (t) => {
  const stop = new AbortController()
  const reason = new Error('the process stops')
  const save = () => setImmediate(() => stop.abort(reason))
  const ended = await all(follow(sos, { save, signal: stop.signal, pollMs: 60_000, limit: 500 })).catch(
    (e) => e,
  )
  t.equal(ended, reason)
})
