import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import t from 'tap'
import { buildApp } from '../../../../src/app.ts'
import { readEnv } from '../../../../src/env.ts'
import { testApp, testSettings } from '../../../setup/app.ts'
import { eventually } from '../../../setup/eventually.ts'
import { chunk, head } from '../../../setup/raw-socket.ts'

const { app, user, DATABASE_URL } = await testApp(t)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** Everything that comes back for these bytes until the service hangs up. */
async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.end(bytes, 'latin1')
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const code = head.match(/^x-error-code: (\w+)$/im)?.[1]
  return { status: Number(head.split(' ')[1]), code, body: JSON.parse(body) }
}

const HEAD = 'Host: localhost\r\nConnection: close\r\n'
const NO_HTTP = { status: 400, code: 'bad_request', body: { error: 'The request is not valid HTTP.' } }

for (const [what, bytes, answer] of [
  ['no HTTP at all', 'hello\r\n\r\n', NO_HTTP],
  ['an unknown method', `FOO /api/health HTTP/1.1\r\n${HEAD}\r\n`, NO_HTTP],
  ['a path of raw bytes', `GET /api/sellers/\xff HTTP/1.1\r\n${HEAD}\r\n`, NO_HTTP],
  ['a NUL in a header', `GET /api/health HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n`, NO_HTTP],
  ['a length below zero', `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`, NO_HTTP],
  [
    'two lengths that differ',
    `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    NO_HTTP,
  ],
  [
    'a length and chunks',
    `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    NO_HTTP,
  ],
  [
    'headers that are too large',
    `GET /api/health HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    {
      status: 431,
      code: 'headers_too_large',
      body: { error: 'The headers of the request are too large.' },
    },
  ],
  [
    'an expectation that nobody knows',
    `GET /api/health HTTP/1.1\r\n${HEAD}Expect: more\r\n\r\n`,
    { status: 417, code: 'bad_request', body: { error: 'The header Expect may only be 100-continue.' } },
  ],
  [
    'a request to a proxy',
    `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`,
    { status: 405, code: 'bad_request', body: { error: 'The service is no proxy: it has no CONNECT.' } },
  ],
  [
    'no Host',
    'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n',
    { status: 400, code: 'bad_request', body: { error: 'The header Host is missing.' } },
  ],
] as const)
  t.test(`${what} answers ${answer.status}`, async (t) => {
    t.same(await send(bytes), answer)
  })

/** How many connections a service has. */
const connectionsOf = ({ server }: Pick<typeof app, 'server'>) =>
  new Promise<number>((tell) => server.getConnections((_, n) => tell(n)))

t.test('who is refused so and does not hang up holds no connection', async (t) => {
  for (const bytes of [
    'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/health HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n',
  ]) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    t.teardown(() => socket.destroy())
    socket.resume().write(bytes)
    await once(socket, 'end')
    t.notOk(socket.writableEnded, 'its own side stays open')
  }
  await eventually(async () => (await connectionsOf(app)) === 0)
})

/** The lines of the log of a second service, and where it listens. */
async function loggedService() {
  const lines: { level: number; err?: unknown; slowest?: unknown; msg: string }[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const env = readEnv({ ...testSettings, DATABASE_URL, WORKER: 'off' })
  const service = await buildApp(env, { level: 'debug', stream })
  t.teardown(() => service.close())
  await service.listen({ host: '127.0.0.1', port: 0 })
  return { service, lines, at: (service.server.address() as AddressInfo).port }
}

t.test('a client that hangs up leaves no error and no stack in the log', async (t) => {
  await app.db.rows(
    `insert into audit_log (action, entity, after)
     select 'a', 'b', to_jsonb(repeat('x', 1000)) from generate_series(1, 9000)`,
  )
  const { service, lines, at } = await loggedService()
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
    head('GET /docs/reference.json'),
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
