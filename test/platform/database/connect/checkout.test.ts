import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import t from 'tap'
import { checkOut } from '../../../../src/platform/database/connect/checkout.ts'
import { DatabaseUnavailable } from '../../../../src/platform/database/connect/unavailable.ts'
import { createTestDatabase } from '../../../setup/database.ts'

const connectionString = await createTestDatabase(t)

function poolOf(t: { teardown(work: () => unknown): void }, options: pg.PoolConfig = {}) {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 2_000, ...options })
  pool.on('error', () => {})
  t.teardown(() => pool.end())
  return pool
}

const pidOf = async (client: pg.ClientBase) =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number

t.test('a connection that was given back is taken again', async (t) => {
  const pool = poolOf(t)
  const first = await checkOut(pool, { ms: 5_000 })
  const pid = await pidOf(first.client)
  first.giveBack()
  const second = await checkOut(pool, { ms: 5_000 })
  t.equal(await pidOf(second.client), pid)
  second.giveBack()
})

t.test('a connection that the server ends, idle or at work, breaks for its owner alone', async (t) => {
  const [pool, admin] = [poolOf(t), poolOf(t)]
  for (const atWork of [false, true]) {
    const held = await checkOut(pool, { ms: 30_000 })
    const pid = await pidOf(held.client)
    const heard = new Promise((resolve) => held.client.once('end', () => resolve(undefined)))
    const sleeping = atWork ? held.client.query('select pg_sleep(60)').catch((error) => error) : undefined
    await admin.query('select pg_terminate_backend($1)', [pid])
    await heard
    if (sleeping) t.ok((await sleeping) instanceof Error)
    t.ok(held.broken(), `${atWork ? 'at work' : 'idle'}: the checkout knows`)
    held.giveBack()
    const next = await checkOut(pool, { ms: 5_000 })
    t.not(await pidOf(next.client), pid, 'the pool has a new one')
    next.giveBack()
  }
})

t.test('a server that falls silent is given up at the end of the time', async (t) => {
  const { pool, silence } = await behindProxy(t)
  const held = await checkOut(pool, { ms: 300 })
  silence()
  await t.rejects(held.client.query('select 1'))
  t.ok(held.broken() instanceof DatabaseUnavailable)
  held.giveBack()
  t.equal(pool.totalCount, 0, 'the connection is destroyed, not given back')
})

t.test('what has arrived while the process was busy counts, though its time is past', async (t) => {
  const held = await checkOut(poolOf(t), { ms: 200, late: () => t.fail('it is not late') })
  const answered = held.client.query('select 1')
  await new Promise(setImmediate)
  const busyUntil = Date.now() + 1_200
  while (Date.now() < busyUntil);
  await t.resolves(answered.finally(() => held.giveBack()))
  t.notOk(held.broken())
})

t.test('one that is slow is late after a second', async (t) => {
  let late = 0
  const held = await checkOut(poolOf(t), { ms: 30_000, late: () => late++ })
  await held.client.query('select pg_sleep(1.2)')
  held.giveBack()
  t.equal(late, 1)
})

t.test('a server that accepts and says nothing is given up as well', async (t) => {
  const deaf = createServer(() => {}).listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  t.teardown(() => deaf.close())
  const { port } = deaf.address() as { port: number }
  const pool = poolOf(t, {
    connectionString: `postgres://someone@127.0.0.1:${port}/none`,
    connectionTimeoutMillis: 200,
  })
  await t.rejects(checkOut(pool, { ms: 5_000 }))
})

/** A pool whose way to the server can be made to swallow everything. */
async function behindProxy(t: { teardown(work: () => unknown): void }) {
  const target = new URL(connectionString)
  const sockets: Socket[] = []
  const proxy = createServer((inner) => {
    const outer = new (inner.constructor as new () => Socket)()
    outer.connect(Number(target.port), target.hostname)
    sockets.push(inner, outer)
    for (const socket of [inner, outer]) socket.on('error', () => {})
    inner.pipe(outer).pipe(inner)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as { port: number }
  const url = Object.assign(new URL(connectionString), { port: String(port) })
  return {
    pool: poolOf(t, { connectionString: url.href }),
    silence() {
      for (const socket of sockets) socket.unpipe()
      for (const socket of sockets) socket.resume()
    },
  }
}
