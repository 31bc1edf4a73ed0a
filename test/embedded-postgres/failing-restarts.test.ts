import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { killServer, signalAll } from './signals.ts'
import { query, startServer, throwAwayFolder } from './throw-away.ts'

t.test('a server that can not be started again is gone at once', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const errors: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (message: string) => errors.push(message) }
  const server = await startServer(dataDir, { log })
  await appendFile(join(dataDir, 'postgres/data/postgresql.auto.conf'), 'work_mem = nonsense\n')
  await killServer(dataDir)
  const reason = await server.gone.catch((error) => error)
  t.match(reason, { name: 'StartFailure', message: /^PostgreSQL did not start \(.*: fix that, or set/ })
  t.same(errors, [reason.message], 'which is logged')
  await server.stop()
})

t.test('while a backend outlives its server', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const isTriedAgain = () =>
    eventually(async () => {
      const log = await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')
      return log.split('still in use').length > 12
    })

  t.test('the next start waits for its end', async (t) => {
    const server = await startServer(dataDir)
    const backend = await frozenBackend(t, server.connectionString)
    await killServer(dataDir)
    await isTriedAgain()
    process.kill(backend, 'SIGKILL')
    await eventually(async () => (await query(server.connectionString, 'select 1')).length === 1)
    await server.stop()
  })

  t.test('whoever waits may stop', async (t) => {
    await rm(join(dataDir, 'postgres/postgres.log'))
    const server = await startServer(dataDir)
    await frozenBackend(t, server.connectionString)
    await killServer(dataDir)
    await isTriedAgain()
    await t.resolves(server.stop())
  })
})

/** A process of the server that does nothing any more, not even end. */
async function frozenBackend(t: Test, connectionString: string): Promise<number> {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  await client.connect()
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
  process.kill(pid, 'SIGSTOP')
  t.teardown(async () => {
    signalAll([pid], 'SIGKILL')
    await client.end()
  })
  return pid
}

type Test = Parameters<typeof throwAwayFolder>[0]
