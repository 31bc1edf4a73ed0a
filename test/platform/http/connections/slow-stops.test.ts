import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { draining } from '../../../../src/platform/http/connections/draining.ts'
import { chunk, head, rawSocket } from '../../../setup/raw-socket.ts'

/** `/large` has a larger answer than the buffers of a connection hold, `/body` reads a body, `/late` takes long. */
async function server(t: Test, SHUTDOWN_SECONDS: number) {
  const app = Fastify({ http: { headersTimeout: 0 } }) // no bound of Node's ends a connection
  app.decorate('env', { SHUTDOWN_SECONDS } as never)
  await app.register(draining)
  const finish = Promise.withResolvers<void>()
  app.get('/large', async () => 'x'.repeat(50_000_000))
  app.get('/late', async () => {
    await finish.promise
    return { ok: true }
  })
  app.post('/body', async () => ({ ok: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const { port } = app.server.address() as AddressInfo

  /** A connection over which this has come, when it is there. */
  async function connected(bytes: string) {
    const there = once(app.server, bytes === '' ? 'connection' : 'request')
    const connection = rawSocket(t, port)
    if (bytes !== '') connection.socket.write(bytes)
    await there
    return connection
  }
  return { app, connected, finish: finish.resolve }
}

t.test('a stop waits for a request under way, and for no connection that has sent nothing', async (t) => {
  const { app, connected, finish } = await server(t, 600)
  const late = await connected(head('GET /late'))
  const silent = await connected('')
  const stopped = app.close()
  finish()
  await Promise.all([stopped, late.closed, silent.closed])
  t.match(late.answers(), [{ status: 200, body: { ok: true } }])
  t.same(silent.answers(), [])
})

t.test('a stop hangs up on who does not send or read, and lets work end', async (t) => {
  const { app, connected, finish } = await server(t, 2)
  const reader = await connected(head('GET /large'))
  reader.socket.pause()
  const json = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const sender = await connected(head('POST /body', ...json) + chunk('{'))
  const late = await connected(head('GET /late'))
  const stopped = app.close()
  await sender.closed
  finish()
  await Promise.all([stopped, late.closed])
  t.match(late.answers(), [{ status: 200, body: { ok: true } }])
})
