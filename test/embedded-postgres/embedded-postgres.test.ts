import { readdir, readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { startService } from './service-process.ts'
import { query, startServer, throwAwayFolder } from './throw-away.ts'

t.test('an embedded server', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const start = () => startServer(dataDir, { settings: {} })
  const server = await start()
  const url = new URL(server.connectionString)

  t.test('has the settings the service counts on', async (t) => {
    const [row] = await query(
      server.connectionString,
      `select current_setting('fsync') as fsync, current_setting('jit') as jit,
         current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections,
         current_setting('timezone') as timezone, current_setting('server_encoding') as encoding,
         (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale,
         current_setting('unix_socket_directories') as sockets, current_setting('listen_addresses') as addresses`,
    )
    t.same(row, {
      fsync: 'on',
      jit: 'off',
      buffers: '256MB',
      connections: '200',
      timezone: 'UTC',
      encoding: 'UTF8',
      locale: 'b C.UTF-8',
      sockets: '',
      addresses: '127.0.0.1',
    })
  })

  t.test('refuses a wrong password', async (t) => {
    const wrong = Object.assign(new URL(url), { password: 'guessed' }).href
    await t.rejects(query(wrong, 'select 1'), { code: '28P01' })
  })

  t.test('keeps its password where only its user can read it', async (t) => {
    const { mode } = await stat(join(dataDir, 'postgres/password'))
    t.equal(mode & 0o777, 0o600)
  })

  for (const address of outsideAddresses())
    t.test(`does not listen on ${address}`, async (t) => {
      const outcome = await new Promise((resolve) => {
        const socket = connect(Number(url.port), address)
        socket
          .once('connect', () => resolve('connected'))
          .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      })
      t.equal(outcome, 'ECONNREFUSED')
    })

  t.test('is joined by another process, and stops with the last of them', async (t) => {
    const other = await startService(t, { dataDir })
    t.equal(other.connectionString, server.connectionString)
    const urlFile = join(dataDir, 'postgres-url')
    const kept = async () => (await readFile(urlFile, 'utf8')).trim()
    t.equal(await kept(), server.connectionString, 'a file says how it is reached, to its user alone')
    t.equal((await stat(urlFile)).mode & 0o777, 0o600)
    await server.stop()
    t.same(
      await query(await kept(), 'select 1 as one'),
      [{ one: 1 }],
      'both stay while the other uses the server',
    )
    await other.stop()
    await t.rejects(query(other.connectionString, 'select 1'), { code: 'ECONNREFUSED' })
    t.same(
      (await readdir(dataDir)).filter((name) => name.startsWith('postgres-url')),
      [],
    )
  })

  t.test('may be stopped twice', async (t) => {
    const once = await start()
    await once.stop()
    await t.resolves(once.stop())
  })
})

t.test('processes that start together on an empty folder share one server', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const services = await Promise.all([1, 2, 3].map(() => startService(t, { dataDir })))
  t.equal(new Set(services.map(({ connectionString }) => connectionString)).size, 1)
  await Promise.all(services.map((service) => service.stop()))
  const { connectionString } = services[0] as { connectionString: string }
  await t.rejects(query(connectionString, 'select 1'), { code: 'ECONNREFUSED' }, 'and stop it together')
})

t.test('a thrown-away server leaves nothing', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const server = await startServer(dataDir, { throwAway: true })
  await server.stop()
  await t.rejects(stat(join(dataDir, 'postgres')), { code: 'ENOENT' })
})

t.test('a database may have any name', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const server = await startServer(dataDir, { database: 'Score "2" é' })
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  t.equal((await client.query('select current_database() as name')).rows[0].name, 'Score "2" é')
  await client.end()
  await server.stop()
})

function outsideAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}
