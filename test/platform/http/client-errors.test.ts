import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app } = await testApp(t, { WORKER: 'off' })
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

const HEAD = 'Host: x\r\nConnection: close\r\n'
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
] as const)
  t.test(`${what} answers ${answer.status}`, async (t) => {
    t.same(await send(bytes), answer)
  })
