import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { slowCallers } from '../../../../src/platform/http/connections/slow-callers.ts'
import { testApp } from '../../../setup/app.ts'
import { chunk, head, rawSocket } from '../../../setup/raw-socket.ts'

const SECONDS = 2
const { app } = await testApp(t, { REQUEST_TIMEOUT_SECONDS: String(SECONDS) })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const TOOK_TOO_LONG = { error: `The body took longer than ${SECONDS} seconds: send it again.` }
const withBody = (line: string) =>
  head(line, 'Transfer-Encoding: chunked', 'Content-Type: application/json', 'X-User-Id: 404')

t.test('what trickles is ended', async (t) => {
  const tooLong = { status: 408, body: TOOK_TOO_LONG }
  const cases: [string, string, { status: number }, drop?: string][] = [
    ['headers', 'GET /api/health HTTP/1.1\r\n', { status: 408 }, 'X: y\r\n'],
    ['a body on a route that asks nobody who he is', withBody('POST /api/auth/login'), tooLong],
    ['a body on a route that does not exist', withBody('POST /nowhere'), tooLong],
    ['a body after a 401', withBody('POST /api/sellers'), { status: 401 }],
    ['a push after a 401', withBody('POST /api/sync/orders'), { status: 401 }],
    ['a body that is not taken', withBody('GET /api/health'), { status: 200 }],
    ['a body after a broken path', withBody('POST /%zz'), { status: 400 }],
  ]
  t.jobs = cases.length
  for (const [what, begin, answer, drop = chunk(' ')] of cases)
    t.test(`${what}, with one answer: ${answer.status}`, { buffered: true }, async (t) => {
      const { socket, trickle, answers } = rawSocket(t, port)
      socket.write(begin)
      await trickle(drop)
      t.match(answers(), [answer])
      t.equal(answers().length, 1)
    })
})

t.test('so is who says nothing at all', async (t) => {
  const { closed, answers } = rawSocket(t, port)
  await closed
  t.match(answers(), [{ status: 408 }])
})

t.test('who was answered early and sends the rest in time keeps the connection', async (t) => {
  const { socket, answered } = rawSocket(t, port)
  socket.write(withBody('POST /api/sellers'))
  await answered(1)
  socket.write(chunk('the rest') + chunk('') + head('GET /api/health'))
  t.match(await answered(2), [{ status: 401 }, { status: 200 }])
})

t.test('a stop does not wait for the rest of a body that was answered', async (t) => {
  const { app } = await testApp(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { socket, answered } = rawSocket(t, (app.server.address() as AddressInfo).port)
  socket.write(withBody('POST /api/sellers'))
  await answered()
  await app.close()
  t.equal(app.server.listening, false)
})

t.test('who takes no byte of an answer is ended', async (t) => {
  const app = Fastify()
  app.decorate('env', { REQUEST_TIMEOUT_SECONDS: 60, EXPORT_TIMEOUT_SECONDS: 1 } as never)
  await app.register(slowCallers)
  app.get('/large', async () => 'x'.repeat(50_000_000)) // more than the buffers of a connection hold
  app.get('/late', async () => {
    await new Promise((done) => setTimeout(done, 2_000))
    return 'late'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(app.server, 'connection')
  const { socket } = rawSocket(t, (app.server.address() as AddressInfo).port)
  socket.pause().write(head('GET /large'))
  const [connection] = await accepted
  const late = fetch(`${address}/late`)
  await once(connection, 'close')
  t.ok(connection.bytesRead > 0)
  t.equal(await (await late).text(), 'late', 'an answer that is not there yet is waited for')
  await app.close()
})
