import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { Client, Pool } from 'undici'
import { bareApp } from '../../../../src/app.ts'
import { readEnv } from '../../../../src/env.ts'
import { draining } from '../../../../src/platform/http/connections/draining.ts'
import { testSettings } from '../../../setup/app.ts'
import { clientOf } from '../../../setup/client.ts'
import { createTestDatabase } from '../../../setup/database.ts'
import { eventually } from '../../../setup/eventually.ts'
import { inForm, someOf } from '../../../setup/form.ts'
import { head, rawSocket } from '../../../setup/raw-socket.ts'
import { freePort, startService } from '../../../setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)
const database = await clientOf(t, DATABASE_URL)
await database.query(`insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)

/** How long a server that stops waits for requests that were sent before. */
const LINGER_MS = 250
const AS_BOARD = { 'x-user-id': '1' }
const READ = { method: 'GET', path: '/api/warehouses', headers: AS_BOARD } as const

async function server(t: Test, settings: Record<string, string>, PORT?: string) {
  const port = PORT ?? String(await freePort())
  const service = startService(t, {
    ...testSettings,
    DATABASE_URL,
    LOG_LEVEL: 'info',
    PORT: port,
    ...settings,
  })
  await service.until('Server listening')
  return { ...service, port }
}

const isReady = (url: string) => fetch(`${url}/api/health/ready`).then(({ ok }) => ok)

t.test('a server that is to stop is not ready, and answers until DRAIN_SECONDS are over', async (t) => {
  const { child, url, port, until, ended } = await server(t, { DRAIN_SECONDS: '600' })
  const { socket, answered, closed } = rawSocket(t, Number(port))
  const request = head('GET /api/warehouses', 'X-User-Id: 1')
  socket.write(request)
  await answered()
  child.kill('SIGTERM')
  await until('DRAIN_SECONDS')
  const ready = await fetch(`${url}/api/health/ready`)
  t.same([ready.status, await ready.json()], [503, { error: 'The service is stopping; try again.' }])
  t.ok(Number(ready.headers.get('retry-after')) > 0)
  t.equal((await fetch(`${url}/api/health`)).status, 200, 'but it lives')
  const answer = await fetch(`${url}/api/warehouses`, { headers: AS_BOARD })
  t.same([answer.status, answer.headers.get('connection')], [200, 'close'])
  socket.write(request.repeat(5))
  t.same(
    (await answered(6)).map(({ status }) => status),
    Array(6).fill(200),
    'all that was sent at once',
  )
  await closed
  child.kill('SIGTERM')
  t.equal((await ended).status, 1, 'a second signal exits at once')
})

t.test('localhost is one address, so that a stop knows of every connection', async (t) => {
  const two = [4, 6].map((n) => ({ address: `127.0.0.${n}`, family: 4 }))
  const module = `import dns from 'node:dns'
    const { lookup } = dns
    dns.lookup = (name, options, done) => name === 'localhost' && options.all ? done(null, ${JSON.stringify(two)}) : lookup(name, options, done)`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`
  const { printed, until } = await server(t, { HOST: 'localhost', NODE_OPTIONS })
  await until('Console ') // what is printed when it listens to all
  t.equal(printed().match(/Server listening/g)?.length, 1)
})

t.test('without a drain busy connections end by an answer', async (t) => {
  for (let round = 0; round < inForm({ short: 1, long: 3 }); round++) {
    const { child, url, ended } = await server(t, { DRAIN_SECONDS: '0' })
    const answers = new Set<number>()
    const failures: string[] = []
    const clients = Array.from({ length: 8 }, async () => {
      const client = new Client(url)
      let connections = 0
      let answered = performance.now()
      client.on('connect', () => {
        connections += 1
      })
      for (let isOpen = true; isOpen; )
        try {
          const { statusCode, body } = await client.request(READ)
          await body.dump()
          answers.add(statusCode)
          answered = performance.now()
        } catch (error) {
          const { code } = error as { code?: string }
          // On a busy machine a connection may have been idle for so long that it was closed.
          const wasIdle = performance.now() - answered > LINGER_MS
          if (code !== 'ECONNREFUSED' && !wasIdle) failures.push(`${code} on connection ${connections}`)
          isOpen = false // nobody listens any more
        }
      await client.destroy()
    })
    await eventually(async () => answers.size > 0)
    child.kill('SIGTERM')
    await Promise.all(clients)
    t.same([...answers], [200])
    t.same(failures, [])
    t.equal((await ended).status, 0)
  }
})

t.test('two servers behind a proxy are started again, one after the other, without an error', async (t) => {
  const settings = { DRAIN_SECONDS: '1', WORKER: 'off' }
  const servers = [await server(t, settings), await server(t, settings)]
  const proxy = await proxyTo(
    t,
    servers.map(({ url }) => url),
  )
  const statuses = new Map<number, number>()
  const failures: unknown[] = []
  let isOver = false
  const pool = new Pool(proxy.url, { connections: 6 })
  t.teardown(() => pool.destroy())
  const load = Array.from({ length: 6 }, async (_, n) => {
    for (let i = 0; !isOver; i++) {
      const warehouse = JSON.stringify({ code: `W-${n}-${i}`, name: 'W' })
      const headers = { ...AS_BOARD, 'content-type': 'application/json' }
      const write = { method: 'POST', path: '/api/warehouses', headers, body: warehouse } as const
      try {
        const { statusCode, body } = await pool.request(i % 5 === 0 ? write : READ)
        await body.dump()
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      } catch (error) {
        failures.push(error)
      }
    }
  })
  for (const n of someOf([0, 1, 0, 1], 2)) {
    const { child, ended, port } = servers[n] as (typeof servers)[0]
    child.kill('SIGTERM')
    t.equal((await ended).status, 0)
    servers[n] = await server(t, settings, port)
    await eventually(async () => proxy.uses(servers[n]?.url as string))
  }
  isOver = true
  await Promise.all(load)
  t.same([failures, proxy.failures], [[], []])
  t.same([...statuses.keys()], [200], JSON.stringify([...statuses]))
})

t.test(
  'what comes over an open connection while the service closes is a 503 as all errors are',
  async (t) => {
    const app = bareApp(readEnv({ ...testSettings, DATABASE_URL }))
    await app.register(draining)
    const finish = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    app.get('/slow', async () => {
      asked.resolve()
      await finish.promise
      return {}
    })
    const closing = Promise.withResolvers<void>()
    app.addHook('preClose', async () => closing.resolve())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { socket, closed } = rawSocket(t, (app.server.address() as { port: number }).port)
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    socket.write(head('GET /slow'))
    await asked.promise
    const stopped = app.close()
    await closing.promise
    const arrived = once(app.server, 'request')
    socket.write(head('GET /slow'))
    await arrived
    finish.resolve()
    await Promise.all([closed, stopped])
    const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 )/)
    t.match(first, /^HTTP\/1\.1 200/)
    t.match(second, /^HTTP\/1\.1 503/)
    for (const header of ['retry-after: 2', 'x-request-id: ', 'x-error-code: stopping', 'connection: close'])
      t.match(second.toLowerCase(), header)
    t.match(second, '{"error":"The service is stopping; try again."}')
  },
)

/** A proxy as load balancers are: it asks for readiness and sends each request to a server that has it, once. */
async function proxyTo(t: Test, urls: string[]) {
  const upstreams = urls.map((url) => ({ url, pool: new Pool(url), isUp: false }))
  const failures: string[] = []
  let turn = 0
  let isOver = false
  const looking = Promise.all(
    upstreams.map(async (upstream) => {
      while (!isOver) upstream.isUp = await isReady(upstream.url).catch(() => false)
    }),
  )
  const proxy = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const up = upstreams.filter(({ isUp }) => isUp)
    const upstream = up[turn++ % up.length]
    const { host, connection, ...headers } = request.headers
    try {
      if (!upstream) throw new Error('no server is ready')
      const answer = await upstream.pool.request({
        method: request.method as 'GET',
        path: request.url as string,
        headers,
        body: request.method === 'POST' ? request : null,
      })
      response.writeHead(answer.statusCode).end(Buffer.from(await answer.body.arrayBuffer()))
    } catch (error) {
      failures.push(String(error))
      response.writeHead(502).end()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(async () => {
    isOver = true
    proxy.closeAllConnections()
    proxy.close()
    await looking
    await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
  })
  await eventually(async () => upstreams.every(({ isUp }) => isUp))
  const uses = (url: string) => upstreams.some((one) => one.url === url && one.isUp)
  return { url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`, uses, failures }
}
