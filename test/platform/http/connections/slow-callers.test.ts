import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { slowReaders } from '../../../../src/platform/http/connections/slow-readers.ts'
import { slowStops } from '../../../../src/platform/http/connections/slow-stops.ts'
import { chunk, head, rawSocket } from '../../../setup/raw-socket.ts'

/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(50_000_000)

/** A server with these settings. `/large` has a large answer, `/body` reads a body, `/late` answers after two seconds. */
async function server(t: Test, env: { EXPORT_TIMEOUT_SECONDS: number; SHUTDOWN_SECONDS: number }) {
  const app = Fastify({ forceCloseConnections: 'idle', bodyLimit: 1_000_000 })
  app.decorate('env', env as never)
  await app.register(slowReaders)
  await app.register(slowStops)
  app.get('/large', async () => ({ large: LARGE }))
  app.get('/late', async () => {
    await new Promise((done) => setTimeout(done, 2_000))
    return { ok: true }
  })
  app.post('/body', async () => ({ ok: true }))
  const address = await app.listen({ port: 0 })
  t.teardown(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return { app, address, port: (app.server.address() as AddressInfo).port }
}

t.test('who takes no byte of an answer is ended', async (t) => {
  const { app, address, port } = await server(t, { EXPORT_TIMEOUT_SECONDS: 1, SHUTDOWN_SECONDS: 60 })
  const accepted = once(app.server, 'connection')
  const { socket } = rawSocket(t, port)
  socket.pause().write(head('GET /large'))
  const [connection] = await accepted
  const late = fetch(`${address}/late`)
  await once(connection, 'close')
  t.ok(connection.bytesRead > 0)
  t.same(await (await late).json(), { ok: true }, 'an answer that is not there yet is waited for')
})

t.test('a stop hangs up on who does not send or read, and lets work end', async (t) => {
  const { app, port } = await server(t, { EXPORT_TIMEOUT_SECONDS: 60, SHUTDOWN_SECONDS: 2 })
  const reader = rawSocket(t, port)
  reader.socket.pause().write(head('GET /large'))
  const sender = rawSocket(t, port)
  sender.socket.write(
    head('POST /body', 'Content-Type: application/json', 'Transfer-Encoding: chunked') + chunk('{'),
  )
  const late = rawSocket(t, port)
  late.socket.write(head('GET /late', 'Connection: close'))
  while ((await connectionsOf(app)) < 3) await new Promise(setImmediate)
  await new Promise((done) => setTimeout(done, 100)) // their requests have come
  await app.close()
  await Promise.all([sender.closed, late.closed])
  t.match(late.answers(), [{ status: 200, body: { ok: true } }])
})

const connectionsOf = ({ server }: { server: import('node:net').Server }) =>
  new Promise<number>((done) => server.getConnections((_, count) => done(count)))
