import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { testApp } from '../../../setup/app.ts'
import { eventually } from '../../../setup/eventually.ts'
import { chunk, head } from '../../../setup/raw-socket.ts'
import { loggedService } from '../../logs/logged-service.ts'

const { app, user, DATABASE_URL } = await testApp(t)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** All that comes back for these bytes until the service hangs up. */
async function answered(bytes: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return answer
}

t.test('what is no HTTP is answered, and hung up on', async (t) => {
  for (const [what, bytes, status] of [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a path of raw bytes', 'GET /api/sellers/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['two lengths', head('POST /api/auth/login', 'Content-Length: 2', 'Content-Length: 3'), 400],
    ['a length and chunks', head('POST /', 'Content-Length: 2', 'Transfer-Encoding: chunked'), 400],
    ['headers that are too large', head('GET /api/health', `X: ${'x'.repeat(20_000)}`), 431],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
  ] as const) {
    const answer = await answered(bytes)
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `), what)
    if (what !== 'no Host') t.match(answer, /\r\n\r\n\{"error":"[A-Z][^"]+\."\}$/, what)
  }
})

t.test('no request is answered for the garbage that follows it', async (t) => {
  const as = `X-User-Id: ${user.bod.id}`
  const body = JSON.stringify({ code: 'W-PIPED', name: 'Piped' })
  const create = head(
    'POST /api/warehouses',
    as,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  )
  t.notMatch(await answered(`${create}${body}BLAH\r\n\r\n`), /^HTTP\/1.1 400/)
})

/** How many connections a service has. */
const connectionsOf = ({ server }: Pick<typeof app, 'server'>) =>
  new Promise<number>((tell) => server.getConnections((_, n) => tell(n)))

t.test('a client that hangs up leaves no error and no stack in the log', async (t) => {
  await app.db.rows(
    `insert into audit_log (action, entity, after)
     select 'a', 'b', to_jsonb(repeat('x', 1000)) from generate_series(1, 9000)`,
  )
  const { app: service, lines } = await loggedService(t, 'debug', { DATABASE_URL, WORKER: 'off' })
  const at = (service.server.address() as AddressInfo).port
  const before = lines.length
  const as = `X-User-Id: ${user.bod.id}`
  const json = ['Content-Type: application/json', 'Content-Length: 900']
  const ndjson = ['Content-Type: application/x-ndjson', 'Content-Length: 90000']
  const requests = [
    `${head('POST /api/warehouses', as, ...json)}{"code":`,
    head('POST /api/warehouses', as, 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
      chunk('{"code":'),
    `${head('POST /api/sync/orders', as, ...json)}{"records":`,
    head('POST /api/sync/orders', as, ...ndjson) + '{"a":1}\n'.repeat(50),
    head('POST /api/sync/orders?atomic=true', as, ...ndjson) + '{"a":1}\n'.repeat(50),
    `${head('POST /api/sync/orders', as, 'Content-Type: text/csv', 'Content-Length: 900')}a,b\n1,`,
    head('GET /api/audit?limit=500', as),
    head('GET /api/audit', as, 'Accept: text/csv'),
    head('GET /docs/assets/standalone.js'),
    head('GET /api/sellers', as).repeat(20),
    'POST /api/warehouses HTTP/1.1\r\nHost: local',
  ]
  for (const bytes of requests)
    for (const politely of [true, false])
      for (const answered of [true, false]) {
        const socket = connect(at, '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        socket.write(bytes)
        const incoming = lines.length
        if (answered && /^GET/.test(bytes)) await once(socket.resume(), 'data')
        else if (/^(GET|POST).*\r\n\r\n/s.test(bytes)) await eventually(async () => lines.length > incoming)
        if (politely) socket.destroy()
        else socket.resetAndDestroy()
      }
  await eventually(async () => (await connectionsOf(service)) === 0)
  await service.close()
  t.ok(lines.length > before + requests.length)
  // A busy machine may take more than a second for one of them, of which the log warns, too.
  const errors = lines
    .slice(before)
    .filter(({ level, err, slowest, msg }) => (level >= 40 && !slowest && msg !== 'slow request') || err)
  t.same(errors, [])
})
