import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import t from 'tap'
import { withConnection } from '../../../../src/platform/database/connect/checkout.ts'
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

t.test('a connection that was given back is taken again, unless it is not to be kept', async (t) => {
  const pool = poolOf(t)
  const pid = await withConnection(pool, { ms: 5_000 }, pidOf)
  t.equal(await withConnection(pool, { ms: 5_000, isKept: () => false }, pidOf), pid)
  t.not(await withConnection(pool, { ms: 5_000 }, pidOf), pid)
})

t.test('one that is left in a transaction by an error is destroyed', async (t) => {
  const pool = poolOf(t)
  const failing = (sql: string) =>
    withConnection(pool, { ms: 5_000 }, async (client) => {
      await client.query(sql)
      throw new Error('of the work')
    })
  await t.rejects(failing('select 1'), { message: 'of the work' })
  t.equal(pool.totalCount, 1)
  await t.rejects(failing('begin'), { message: 'of the work' })
  t.equal(pool.totalCount, 0)
})

t.test('a connection that the server ends, idle or at work, breaks for its owner alone', async (t) => {
  const [pool, admin] = [poolOf(t), poolOf(t)]
  for (const atWork of [false, true]) {
    let pid = 0
    const broken = withConnection(pool, { ms: 30_000 }, async (client) => {
      pid = await pidOf(client)
      const heard = new Promise((resolve) => client.once('end', () => resolve(undefined)))
      const sleeping = atWork ? client.query('select pg_sleep(60)').catch((error) => error) : undefined
      // A server that has not read the query yet when it ends resets the connection, and says nothing.
      const isAsleep = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`
      while (atWork && (await admin.query(isAsleep, [pid])).rowCount === 0);
      await admin.query('select pg_terminate_backend($1)', [pid])
      await heard
      if (sleeping) t.ok((await sleeping) instanceof Error)
      throw new Error('of the work')
    })
    await t.rejects(broken, { message: /terminat/ }, `${atWork ? 'at work' : 'idle'}: why it broke`)
    t.not(await withConnection(pool, { ms: 5_000 }, pidOf), pid, 'the pool has a new one')
  }
})

t.test('a server that falls silent is given up at the end of the time', async (t) => {
  const { pool, silence } = await behindProxy(t)
  const asked = withConnection(pool, { ms: 300 }, (client) => {
    silence()
    return client.query('select 1')
  })
  await t.rejects(asked, { name: DatabaseUnavailable.name })
  t.equal(pool.totalCount, 0, 'the connection is destroyed, not given back')
})

t.test('what has arrived while the process was busy counts, though its time is past', async (t) => {
  const late = () => t.fail('it is not late')
  const asked = withConnection(poolOf(t), { ms: 200, late }, async (client) => {
    const answered = client.query('select 1')
    await new Promise(setImmediate)
    const busyUntil = Date.now() + 1_200
    while (Date.now() < busyUntil);
    return answered
  })
  await t.resolves(asked)
})

t.test('one that is slow is late after a second', async (t) => {
  let late = 0
  const slow = (client: pg.ClientBase) => client.query('select pg_sleep(1.2)')
  await withConnection(poolOf(t), { ms: 30_000, late: () => late++ }, slow)
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
  let late = 0
  await t.rejects(withConnection(pool, { ms: 5_000, late: () => late++ }, pidOf))
  t.equal(late, 1, 'which is told at once')
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
