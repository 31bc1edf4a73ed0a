import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { spawnService, startService } from './service-process.ts'
import { postmasterOf, query, startServer, throwAwayFolder } from './throw-away.ts'

t.test('after a crash', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const start = () => startServer(dataDir)
  const service = await startService(t, { dataDir })
  await query(service.connectionString, 'create table kept as select 42 as value')

  t.test('of the service, the next start adopts its server and ends it', async (t) => {
    const pid = await postmasterOf(dataDir)
    await service.kill()
    const next = await start()
    t.equal(await postmasterOf(dataDir), pid)
    t.equal(next.connectionString, service.connectionString)
    await next.stop()
    await t.rejects(query(next.connectionString, 'select 1'), { code: 'ECONNREFUSED' })
  })

  t.test('of service and server, the next start recovers the data', async (t) => {
    const both = await startService(t, { dataDir })
    const pid = await postmasterOf(dataDir)
    await both.kill()
    process.kill(pid, 'SIGKILL')
    const next = await start()
    t.not(await postmasterOf(dataDir), pid)
    t.same(await query(next.connectionString, 'select value from kept'), [{ value: 42 }])
    await next.stop()
  })

  t.test('a number that another process was given since is no obstacle', async (t) => {
    const both = await startService(t, { dataDir })
    const pid = await postmasterOf(dataDir)
    await both.kill()
    process.kill(pid, 'SIGKILL')
    const file = join(dataDir, 'postgres/data/postmaster.pid')
    const { uid, gid } = await stat(file)
    const stranger = spawn('sleep', ['60'], { uid, gid })
    t.teardown(() => stranger.kill())
    const left = await readFile(file, 'utf8')
    await writeFile(file, left.replace(/^\d+/, String(stranger.pid)))

    const next = await start()
    t.same(await query(next.connectionString, 'select value from kept'), [{ value: 42 }])
    t.equal(stranger.exitCode, null, 'and the other process is left alone')
    await next.stop()
  })

  t.test('a copy of the folder does not take the original for its own server', async (t) => {
    const original = await start()
    const copy = join(await throwAwayFolder(t), 'copy')
    await copyAsIs(dataDir, copy)
    const next = await startServer(copy)
    t.not(new URL(next.connectionString).port, new URL(original.connectionString).port)
    t.same(await query(next.connectionString, 'select value from kept'), [{ value: 42 }])
    await next.stop()
    t.same(await query(original.connectionString, 'select value from kept'), [{ value: 42 }])
    await original.stop()
  })
})

t.test('a server that dies under its service is started again on the same port', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const warnings: string[] = []
  const log = { info: () => {}, warn: (message: string) => warnings.push(message), error: console.error }
  const server = await startServer(dataDir, { log })
  const service = await startService(t, { dataDir })
  const pid = await postmasterOf(dataDir)
  process.kill(pid, 'SIGKILL')
  const again = await startService(t, { dataDir })
  t.same(await query(server.connectionString, 'select 1 as one'), [{ one: 1 }])
  t.match(warnings.at(-1), /connection to PostgreSQL was lost/)
  await again.kill()
  await service.stop()
  t.same(await query(server.connectionString, 'select 1 as one'), [{ one: 1 }], 'and each is its user again')
  await server.stop()
  await t.rejects(query(server.connectionString, 'select 1'), { code: 'ECONNREFUSED' })
})

t.test(
  'a server whose only service was killed ends by itself, and stays for one that is still there',
  async (t) => {
    const dataDir = await throwAwayFolder(t)
    const [killed, other] = await Promise.all([startService(t, { dataDir }), startService(t, { dataDir })])
    await killed.kill()
    const kept = await query(other.connectionString, `select pg_sleep(5), 1 as one`)
    t.equal(kept[0]?.one, 1, 'it outlives the grace that a new start has')
    await other.kill()
    await eventually(() =>
      readFile(join(dataDir, 'postgres/data/postmaster.pid')).then(
        () => false,
        () => true,
      ),
    )
    const log = await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')
    t.match(log, 'database system is shut down', 'in order')
  },
)

t.test('an initialisation that was killed half-way is begun anew', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const killed = spawnService(t, { dataDir })
  killed.ready.catch(() => {})
  await firstFileIn(dataDir)
  await killed.kill()
  const server = await startServer(dataDir)
  t.same(await query(server.connectionString, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

async function firstFileIn(folder: string) {
  for await (const _ of watch(folder)) return
}

/** Keeps owners and modes, which PostgreSQL looks at. */
async function copyAsIs(from: string, to: string) {
  await once(spawn('cp', ['-a', from, to]), 'close')
}
