import type { AddressInfo } from 'node:net'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { inLongForm } from '../../setup/form.ts'
import { head, rawSocket } from '../../setup/raw-socket.ts'

const { app, call, DATABASE_URL } = await testApp(t, { DATABASE_POOL_SIZE: '7' }) // room for one large export
const BOM = '\uFEFF'
const csv = { accept: 'text/csv' }
const lines = (body: string) => body.replace(BOM, '').trimEnd().split('\r\n')
const address = await app.listen({ port: 0 })

/** An export over HTTP, of which nothing is read yet. */
const begin = (url: string, signal?: AbortSignal) =>
  fetch(address + url, { headers: { ...csv, 'x-user-id': '1' }, signal })

const NAMES = 5_001
await app.db.rows(
  `insert into warehouses (code, name) select 'WH-' || lpad(n::text, 4, '0'), 'Hall ' || n from generate_series(1, $1::int) n`,
  [NAMES],
)
await app.db.rows(
  `insert into sellers (seller_code, company_name, metadata)
   select 'S-' || lpad(n::text, 5, '0'), case n when 3 then '=HYPERLINK("http://x")' else 'Acme ' || n end,
          jsonb_build_object('note', repeat('x', 2500))
   from generate_series(1, 5000) n`,
)

t.test('a list answers CSV to whoever asks for it by name', async (t) => {
  const { status, body, headers } = await call('bod', 'GET', '/api/sellers/am/list', undefined, csv)
  t.equal(status, 200)
  t.match(headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="sellers-am-list.csv"',
    vary: 'accept',
  })
  t.ok(body.startsWith(BOM), 'spreadsheets are told that it is UTF-8')
  const [heading, row, ...more] = lines(body)
  t.equal(heading, 'id,name,email,employee_id,is_active,sellers_count,created_at,updated_at')
  t.match(row, /^1,Test AM,am@example\.com,,true,0,2/)
  t.same(more, [])
})

t.test('filters hold, paging does not', async (t) => {
  const url = '/api/sellers?search=s-0000&limit=2&page=2'
  const { body } = await call('bod', 'GET', url, undefined, csv)
  const rows = lines(body).slice(1)
  t.equal(rows.length, 9)
  t.match(rows[2], /^3,S-00003,"'=HYPERLINK\(""http:\/\/x""\)",/, 'formulas are neutralised')
})

t.test('a large list comes whole, in its order, with each row once', async (t) => {
  const { body } = await call('bod', 'GET', '/api/warehouses', undefined, csv)
  const codes = lines(body)
    .slice(1)
    .map((line) => line.split(',')[1])
  const listed: string[] = []
  for (let page = 1; listed.length < NAMES + 1; page++) {
    const { data } = (await call('bod', 'GET', `/api/warehouses?limit=500&page=${page}`)).body
    listed.push(...data.map(({ code }: { code: string }) => code))
  }
  t.equal(codes.length, NAMES + 1)
  t.same(codes, listed)
})

t.test('errors stay JSON', async (t) => {
  const json = { headers: { 'content-type': /^application\/json/ }, body: { error: /./ } }
  for (const [url, status] of [
    ['/api/sellers/nobody/exceptions', 404],
    ['/api/sellers?status=gone', 400],
  ] as const)
    t.match(await call('bod', 'GET', url, undefined, csv), { status, ...json })
  t.match(await call('am', 'GET', '/api/warehouses', undefined, csv), { status: 403, ...json })
})

t.test('HEAD says what there is without reading it', async (t) => {
  const { status, body } = await call('bod', 'HEAD', '/api/sellers', undefined, csv)
  t.same([status, body], [200, ''])
})

t.test(
  'a caller who does not read holds no connection and keeps nobody from theirs',
  { skip: inLongForm },
  async (t) => {
    const gone = new AbortController()
    const exports = [await begin('/api/sellers', gone.signal), await begin('/api/sellers', gone.signal)]
    for (const { status, headers } of exports) {
      t.equal(status, 200)
      t.ok(Number(headers.get('content-length')) > 12_000_000)
    }
    await eventually(async () => app.db.pool.idleCount === app.db.pool.totalCount)
    t.ok(app.spools.held() > 24_000_000)
    gone.abort()
    await eventually(async () => app.spools.held() === 0) // what they did not take is gone with them
  },
)

t.test('few are made at a time, and the others wait', async (t) => {
  const before = (await call('bod', 'GET', '/api/warehouses', undefined, csv)).body.length
  const exports = await Promise.all(Array.from({ length: 3 }, () => begin('/api/warehouses')))
  const lengths = await Promise.all(exports.map(async (response) => (await response.text()).length))
  t.same(
    exports.map(({ status }) => status),
    [200, 200, 200],
  )
  t.same(new Set(lengths), new Set([before - 1]), 'fetch leaves the byte order mark out')
  await eventually(async () => app.spools.held() === 0)
})

t.test('what goes wrong while it is made is answered as an error', async (t) => {
  const { call } = await testApp(t, { DATABASE_URL, SPOOL_MAX_MB: '1' })
  t.match(await call('bod', 'GET', '/api/sellers', undefined, csv), {
    status: 400,
    headers: { 'content-type': /^application\/json/ },
    body: { error: /^The export is larger than 1 MB \(SPOOL_MAX_MB\): ask for less by/ },
  })
})

t.test('a caller who takes nothing for long is ended', { skip: inLongForm }, async (t) => {
  const { app } = await testApp(t, { DATABASE_URL, EXPORT_TIMEOUT_SECONDS: '1' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { socket, closed } = rawSocket(t, (app.server.address() as AddressInfo).port)
  socket.pause().write(head('GET /api/sellers', 'Accept: text/csv', 'X-User-Id: 1'))
  await eventually(async () => app.spools.held() > 0)
  await eventually(async () => app.spools.held() === 0)
  socket.resume()
  await closed
})

t.test('every list is documented with both forms, and answers the columns it documents', async (t) => {
  const { paths } = (await call(null, 'GET', '/openapi.json')).body
  const lists = Object.entries<Record<string, { responses: Record<string, { content: Content }> }>>(
    paths,
  ).flatMap(([path, { get }]) => {
    const content = get?.responses['200']?.content
    return content?.['text/csv'] ? [{ path, content }] : []
  })
  t.ok(lists.length > 25, `${lists.length} lists`)
  for (const { path, content } of lists.filter(({ path }) => !path.includes('{')))
    await t.test(path, async (t) => {
      t.same(Object.keys(content), ['application/json', 'text/csv'])
      const { status, body } = await call('bod', 'GET', path, undefined, csv)
      t.equal(status, 200)
      t.equal(`${lines(body)[0]}\r\n`, content['text/csv']?.schema.examples[0])
    })
})

type Content = Record<string, { schema: { examples: string[] } }>
