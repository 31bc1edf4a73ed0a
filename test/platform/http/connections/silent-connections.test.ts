import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { silentConnections } from '../../../../src/platform/http/connections/silent-connections.ts'

// Without the plugin the stop would never end, because no bound of Node's ends the connection.
t.test('a stop does not wait for a connection that has sent nothing', { timeout: 240_000 }, async (t) => {
  const app = Fastify({ forceCloseConnections: 'idle', http: { headersTimeout: 0, requestTimeout: 0 } })
  await app.register(silentConnections)
  await app.listen({ port: 0 })
  const accepted = once(app.server, 'connection')
  const silent = connect((app.server.address() as { port: number }).port)
  silent.on('error', () => {})
  await accepted
  const closed = once(silent, 'close')
  await app.close()
  await closed
  t.pass('stopped')
})

t.test('a request under way is answered before the stop', async (t) => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  await app.register(silentConnections)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve()
      await new Promise<void>((done) => {
        answer = done
      })
      return { ok: true }
    })
  })
  const address = await app.listen({ port: 0 })
  const response = fetch(address)
  await asked
  const stopped = app.close()
  answer()
  t.same(await (await response).json(), { ok: true })
  await stopped
})
