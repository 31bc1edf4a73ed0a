import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { follow, push, SellerOperatingScore, SosError } = sdk
const PASSWORD = 'five boxes on a blue cart'

// A service in verified mode that listens, with an API key and a password of its bod.
const demo = await testApp(t)
const { app } = await testApp(t, {
  ...{ WORKER: 'on', DATABASE_URL: demo.DATABASE_URL, AUTH_MODE: 'verified' },
  JWT_SECRET: 'a secret that only these tests sign with',
})
const { id: userId } = demo.user.bod
const asked = { name: 'SDK', user_id: userId, role: 'bod' }
const { key: apiKey } = await demo.done('bod', 'POST', '/api/auth/api-keys', asked)
await demo.done('bod', 'PATCH', `/api/users/${userId}`, { password: PASSWORD })
const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
const sos = new SellerOperatingScore({ baseUrl, userId, apiKey })
const MONTH = periodOf(new Date(), 'UTC')

const order = (n: number, fields: object = {}) => ({
  order_code: `O-${n}`,
  seller_code: 'S-1',
  ordered_at: `${MONTH}-01T00:00:00Z`,
  ...fields,
})

t.test('records are pushed from a generator in parts', async (t) => {
  async function* made() {
    for (let n = 0; n < 2_000; n++) yield { seller_code: `S-${n}`, company_name: `Seller ${n}` }
  }
  const parts: number[] = []
  const onPart = ({ received }: { received: number }) => parts.push(received)
  const pushed = await push(sos, 'sellers', made(), { onPart, partSize: 600 })
  t.match(pushed, { success: true, received: 2_000, created: 2_000, rejected: 0, errors: [] })
  t.same(parts, [600, 1_200, 1_800, 2_000])
  t.match(await sos.GET('/api/sellers', { params: { query: { limit: 1 } } }), { total: 2_000 })
})

t.test('bad records are named by their place in the whole push', async (t) => {
  const orders = Array.from({ length: 25 }, (_, n) => order(n, n === 17 ? { units: -1 } : {}))
  const pushed = await push(sos, 'orders', orders, { partSize: 10 })
  t.match(pushed, { received: 25, created: 24, rejected: 1 })
  const error = 'units must be at least 0'
  t.same(pushed.errors, [{ index: 17, key: 'S-1/O-17', field: 'units', value: -1, error }])
  const found = pushed.push_ids.map((push_id: string) =>
    sos.GET('/api/sync/rejections', { params: { query: { push_id } } }),
  )
  const rejections = (await Promise.all(found)).map(({ data }) => data)
  t.match(rejections, [[], [{ index: 7, line: 8, key: 'S-1/O-17' }], []], 'each part is a push by itself')
  t.match(await push(sos, 'orders', [{ ...order(3), deleted: true }]), { deleted: 1 })
  const warnings = [/^Nothing was sent/]
  t.match(await push(sos, 'orders', []), { success: true, push_ids: [], received: 0, warnings })
})

t.test('bad records stand at their place where a mapping makes several of one', async (t) => {
  const fields = {
    order_code: 'no',
    seller_code: 'lines.0.vendor',
    ordered_at: 'placed',
    units: 'lines.0.count',
  }
  const body = { name: 'market', feed: 'orders', each: ['lines.*.vendor'], fields } as const
  await sos.POST('/api/sync/mappings', { body })
  const records = [1, 1, -1].map((count, n) => ({
    ...{ no: `E-${n}`, placed: `${MONTH}-01T00:00:00Z` },
    lines: ['S-1', 'S-2'].map((vendor) => ({ vendor, count })),
  }))
  const pushed = await push(sos, 'orders', records, { partSize: 1, mapping: 'market' })
  t.match(pushed, { received: 6, created: 4, rejected: 2 })
  t.same(
    pushed.errors.map(({ index }: { index: number }) => index),
    [2, 2],
  )
})

t.test('lines that a mapping adds up are one part, whose sums are whole', async (t) => {
  const same = Object.fromEntries(
    ['invoice_code', 'seller_code', 'issued_on', 'amount'].map((name) => [name, name]),
  )
  const body = { name: 'invoice-lines', feed: 'payments', fields: same, lines: { amount: 'sum' } } as const
  await sos.POST('/api/sync/mappings', { body })
  await app.db.rows`insert into sync_mappings (name, feed, fields) select 'a ' || n, 'orders', '{}'
    from generate_series(1, 1000) n`
  const line = { invoice_code: 'I-1', seller_code: 'S-1', issued_on: `${MONTH}-01`, amount: 10 }
  const pushed = await push(sos, 'payments', Array(4).fill(line), { partSize: 3, mapping: 'invoice-lines' })
  t.match(pushed, { success: true, received: 4, created: 1, repeated: 3 })
  t.same(await app.db.column`select amount::int from invoices`, [40])
  for (const mapping of ['none', 'presets'])
    await t.rejects(push(sos, 'payments', [line], { mapping }), { status: 400, code: 'unknown_reference' })
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

t.test('the feed is followed over a stop, and what was not done with comes again', async (t) => {
  for (const id of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5'])
    await sos.PATCH('/api/sellers/{id}', { params: { path: { id } }, body: { status: 'suspended' } })
  let after: string | undefined
  const seen: string[] = []
  const save = (cursor: string) => {
    after = cursor
  }
  /** Reads until so many events were seen in all, and leaves in the middle of the last one. */
  async function readUntil(count: number) {
    const options = { after, save, type: 'seller.status_changed', limit: 2, pollMs: 20 }
    for await (const event of follow(sos, options)) if (seen.push(event.data.seller_code) === count) return
  }
  await readUntil(3)
  t.same(seen, ['S-1', 'S-2', 'S-3'])
  await readUntil(6)
  t.same(seen.slice(3), ['S-3', 'S-4', 'S-5'], 'S-3 comes again, S-1 and S-2 do not')
})

t.test('a request of your own has the same identity and errors', async (t) => {
  const answer = await sos.fetch('/api/sellers?limit=1', { headers: { accept: 'text/csv' } })
  t.match(await answer.text(), /^seller_code|seller_code,/)
  await t.rejects(sos.fetch('/api/nothing'), { status: 404, code: 'path_not_found' })
})

t.test('a key is good for its user, a bad one is not tried again, and somebody must call', async (t) => {
  t.match(await sos.GET('/api/auth/me'), { id: userId, role: 'bod' })
  const other = new SellerOperatingScore({ baseUrl, userId, apiKey: 'sos_wrong' })
  const error = await other.GET('/api/sellers').catch((error: unknown) => error)
  t.ok(error instanceof SosError)
  t.match(error, { status: 401, code: 'api_key_invalid', requestId: /^[0-9a-f-]{36}$/ })
  t.throws(() => new SellerOperatingScore({ baseUrl }), { message: 'Give a userId.' })
})

t.test('a token of your own is asked for at each call, and once more when it is refused', async (t) => {
  const body = { email: 'bod@example.com', password: PASSWORD }
  const { session } = await sos.POST('/api/auth/idp-login', { body })
  const tokens = ['worn out', session.access_token]
  const client = new SellerOperatingScore({ baseUrl, userId, accessToken: () => tokens.shift() })
  t.ok(await client.GET('/api/sellers'))
  t.same(tokens, [])
  const bad = new SellerOperatingScore({ baseUrl, userId, accessToken: () => 'worn-out' })
  await t.rejects(bad.GET('/api/sellers'), { status: 401, code: 'token_invalid' })
})
