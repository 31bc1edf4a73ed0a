import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { freePort, startService } from '../setup/service.ts'
import { spawnService, startService as startProcess } from './service-process.ts'
import { killServer } from './signals.ts'
import { postmasterOf, query, startEmbeddedService, startServer, throwAwayFolder } from './throw-away.ts'

t.test('after a crash', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const start = () => startServer(dataDir)
  const service = await startProcess(t, { dataDir })
  await query(service.connectionString, 'create table kept as select 42 as value')

  t.test('of the service, the next start adopts its server and ends it', async (t) => {
    const pid = await postmasterOf(dataDir)
    await service.kill()
    const urlFile = join(dataDir, 'postgres-url')
    t.equal((await readFile(urlFile, 'utf8')).trim(), service.connectionString)
    const next = await start()
    t.equal(await postmasterOf(dataDir), pid)
    t.equal(next.connectionString, service.connectionString)
    await next.stop()
    await t.rejects(query(next.connectionString, 'select 1'), { code: 'ECONNREFUSED' })
    await t.rejects(stat(urlFile), { code: 'ENOENT' })
  })

  t.test('of service and server, the next start recovers the data', async (t) => {
    const both = await startProcess(t, { dataDir })
    const pid = await postmasterOf(dataDir)
    await both.kill()
    process.kill(pid, 'SIGKILL')
    const next = await start()
    t.not(await postmasterOf(dataDir), pid)
    t.same(await query(next.connectionString, 'select value from kept'), [{ value: 42 }])
    await next.stop()
  })

  t.test('a number that another process was given since is no obstacle', async (t) => {
    const both = await startProcess(t, { dataDir })
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

t.test('a server that dies ends all that use it, each with one sentence', async (t) => {
  const service = await startEmbeddedService(t)
  const guest = startService(t, { DATA_DIR: service.dataDir, PORT: String(await freePort()) })
  await guest.until('Server listening')
  await killServer(service.dataDir)
  const log = join(service.dataDir, 'postgres/postgres.log')
  const sentence = `PostgreSQL has ended, and with it what uses it: find the reason in ${log}, and start the service again.`
  for (const { ended } of [service, guest]) {
    const { status, printed } = await ended
    t.equal(status, 1)
    t.ok(printed.split('\n').includes(sentence), printed.slice(-1000))
  }
})

t.test('a server whose service was killed stays for one that is still there', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const [killed, other] = await Promise.all([startProcess(t, { dataDir }), startProcess(t, { dataDir })])
  await killed.kill()
  t.same(await query(other.connectionString, 'select 1 as one'), [{ one: 1 }])
  await other.stop()
  await t.rejects(query(other.connectionString, 'select 1'), { code: 'ECONNREFUSED' }, 'which ends it')
})

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
