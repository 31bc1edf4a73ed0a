import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { head, rawSocket } from '../../../setup/raw-socket.ts'
import { syncApp } from '../../../sync/sync-app.ts'

const { app, call, user, rows } = await syncApp(t, { WORKER: 'off' })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const MEGABYTE = 1024 * 1024
const order = (n: number) => ({
  order_code: `O-${n}`,
  seller_code: 'S-1',
  ordered_at: '2026-10-05T10:00:00Z',
})
const orders = Array.from({ length: 300 }, (_, n) => order(n))
const FORMS: Record<string, string> = {
  'application/json': JSON.stringify({ records: orders }),
  'application/x-ndjson': orders.map((one) => JSON.stringify(one)).join('\n'),
  'text/csv': [Object.keys(order(0)), ...orders.map((one) => Object.values(one))].join('\n'),
}
const TYPES = Object.keys(FORMS)

const push = (type: string, body: Buffer, encoding: string, query = '') =>
  call('system', 'POST', `/api/sync/orders${query}`, body, {
    'content-type': type,
    'content-encoding': encoding,
  })
const create = (body: Buffer, encoding = 'gzip') =>
  call('bod', 'POST', '/api/warehouses', body, {
    'content-type': 'application/json',
    'content-encoding': encoding,
  })

for (const type of TYPES)
  t.test(`${type} is taken as gzip, in one transaction or not`, async (t) => {
    const packed = gzipSync(FORMS[type] as string)
    for (const query of ['', '?atomic=true', '?dry_run=true'])
      t.match(await push(type, packed, 'gzip', query), { status: 200, body: { success: true } }, query)
    t.match(await rows('select count(*) as count from orders'), [{ count: 300 }])
  })

t.test('every route with a body takes it, under any of its names', async (t) => {
  const body = (code: string) => Buffer.from(JSON.stringify({ code, name: 'Some' }))
  for (const encoding of ['gzip', 'GZIP', ' x-gzip '])
    t.match(await create(gzipSync(body(encoding)), encoding), { status: 200 })
  for (const encoding of ['identity', ''])
    t.match(await create(body(`Plain ${encoding}`), encoding), { status: 200 })
  const members = ['{"code":"M-1",', '"name":"Of two members"}'].map((text) => gzipSync(text))
  t.match(await create(Buffer.concat(members)), { status: 200 })
  const empty = await call('bod', 'GET', '/api/warehouses', undefined, { 'content-encoding': 'br' })
  t.equal(empty.status, 200, 'a request without a body has nothing to unpack')
})

t.test('facts that repeat each other are taken, though they pack far better than others', async (t) => {
  const days = Array.from({ length: 31 }, (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`)
  const codes = Array.from({ length: 200 }, (_, n) => `SKU-${n}`)
  const counts = days.flatMap((day) => codes.map((sku) => `S-1,1,${sku},${day},2026-08-01,10,1.20,false`))
  const columns = 'seller_code,warehouse_id,sku,snapshot_on,received_on,quantity,volume_m3,is_stranded'
  const same = { carrier: 'DHL', units: 1, has_data_error: false, ready_by: '2026-10-06T10:00:00Z' }
  const alike = Array.from({ length: 10_000 }, (_, n) => ({ ...order(n), ...same }))
  const sent = {
    inventory: ['text/csv', [columns, ...counts].join('\n'), 20],
    orders: ['application/json', JSON.stringify({ records: alike }, null, 2), 50],
  } as const
  for (const [feed, [type, text, ratio]] of Object.entries(sent)) {
    const packed = gzipSync(text)
    t.ok(text.length > ratio * packed.length, `${feed}: ${text.length / packed.length}`)
    const headers = { 'content-type': type, 'content-encoding': 'gzip' }
    t.match(await call('system', 'POST', `/api/sync/${feed}?dry_run=true`, packed, headers), {
      status: 200,
      body: { success: true, rejected: 0 },
    })
  }
})

t.test('another encoding is a 415 that names gzip', async (t) => {
  const text = FORMS['application/json'] as string
  for (const [encoding, body] of [
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['zstd', Buffer.from(text)],
    ['x', Buffer.from(text)],
  ] as const)
    for (const type of TYPES)
      t.match(await push(type, body, encoding), {
        status: 415,
        headers: { 'x-error-code': 'unsupported_encoding', 'accept-encoding': 'gzip' },
        body: { error: /^Content-Encoding must be gzip, or left out .*; \S+.* is not taken\.$/ },
      })
})

t.test('what is no gzip is a 400', async (t) => {
  const whole = gzipSync(FORMS['application/json'] as string)
  const broken = Buffer.from(whole)
  broken.fill(0xff, 40, 60)
  const bodies = {
    text: Buffer.from(FORMS['application/json'] as string),
    broken,
    more: Buffer.concat([whole, broken]),
  }
  for (const [what, body] of Object.entries(bodies))
    for (const type of TYPES)
      t.match(
        await push(type, body, 'gzip'),
        { status: 400, headers: { 'x-error-code': 'body_not_readable' }, body: { error: /no whole gzip/ } },
        `${what} ${type}`,
      )
})

t.test('bytes behind the gzip are never taken for a part of it', async (t) => {
  const whole = gzipSync(JSON.stringify({ code: 'BEHIND', name: 'One' }))
  for (const rest of ['nonsense', '\0\0\0\0', '{"code":"BEHIND"}'])
    t.match(await create(Buffer.concat([whole, Buffer.from(rest)])), { status: 400 }, JSON.stringify(rest))
})

/** What is sent of a gzip, and how much of the heap its answer takes. */
async function grown(work: () => Promise<unknown>) {
  const before = process.memoryUsage()
  let most = 0
  const look = setInterval(() => {
    const { rss } = process.memoryUsage()
    most = Math.max(most, rss - before.rss)
  }, 5)
  await work()
  clearInterval(look)
  return most
}

t.test('a bomb is a 413 and takes no memory', async (t) => {
  const line = Buffer.from(`${JSON.stringify(order(1))}\n`.padEnd(1024))
  const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, line))
  const csv = gzipSync(Buffer.alloc(200 * MEGABYTE, `${Object.keys(order(1))}\n`.padEnd(1024, '\n')))
  for (const [what, send] of Object.entries({
    ...Object.fromEntries(
      TYPES.map((type) => [type, () => push(type, type === 'text/csv' ? csv : bomb, 'gzip')]),
    ),
    'all or none': () => push('application/x-ndjson', bomb, 'gzip', '?atomic=true'),
    'a small body': () => create(bomb),
  })) {
    const most = await grown(
      async () =>
      t.match(await send(), {
        status: 413,
        headers: { 'x-error-code': 'too_large' },
        body: { error: /^The body unpacks to more than 100 times its length: send it without Content-Encoding/ },
      }, what), // biome-ignore format: one call
    )
    t.ok(most < 128 * MEGABYTE, `${what} took ${most} bytes`)
  }
})

t.test('a gzip that becomes too long is a 413, however well it packs', async (t) => {
  const texts = { json: 'application/json', lines: 'application/x-ndjson' }
  const noise = fc.sample(fc.string({ minLength: 1000, maxLength: 1000 }), { seed: 7, numRuns: 60 }).join('')
  const lines = Array.from({ length: 640 }, (_, n) => JSON.stringify({ ...order(1), note: noise.slice(n) }))
  const long = { json: `[${lines}]`, lines: lines.join('\n') }
  for (const [form, type] of Object.entries(texts)) {
    const body = gzipSync(long[form as 'json'], { level: 1 })
    t.match(await push(type, body, 'gzip'), { status: 413, headers: { 'x-error-code': 'too_large' } }, form)
  }
  const name = noise.repeat(20)
  t.match(await create(gzipSync(JSON.stringify({ code: 'LONG', name }))), { status: 413 })
})

/** Sends the pieces of a body, each by itself. */
async function send(type: string, pieces: Buffer[]) {
  const { socket, answered } = rawSocket(t, port)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const headers = ['Content-Encoding: gzip', `Content-Type: ${type}`, `Content-Length: ${length}`]
  socket.setNoDelay().write(head('POST /api/sync/orders', `X-User-Id: ${user.system.id}`, ...headers))
  for (const piece of pieces) {
    await turn()
    socket.write(piece)
  }
  const [answer] = await answered(1)
  socket.destroy()
  return answer
}

t.test('a gzip that is cut anywhere is a 400 where it ends there, and whole where it goes on', async (t) => {
  for (const type of TYPES) {
    const packed = gzipSync(FORMS[type] as string)
    const last = packed.length - 1
    for (const place of new Set([
      1,
      2,
      9,
      10,
      11,
      ...Array.from({ length: 20 }, (_, n) => n * 40 + 50),
      last - 8,
      last,
    ])) {
      if (place < 1 || place > last) continue
      const pieces = [packed.subarray(0, place), packed.subarray(place)]
      t.match(await send(type, pieces.slice(0, 1)), { status: 400 }, `${type} ${place}`)
      t.match(
        await send(type, pieces),
        { status: 200, body: { received: orders.length } },
        `${type} ${place}`,
      )
    }
  }
})
