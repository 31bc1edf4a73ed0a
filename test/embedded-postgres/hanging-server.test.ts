import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { freePort, startService } from '../setup/service.ts'
import { signalAll } from './signals.ts'
import {
  connectionOf,
  postmasterOf,
  query,
  startEmbeddedService,
  startServer,
  throwAwayFolder,
} from './throw-away.ts'

const SHUTDOWN_SECONDS = '2'
const SETTINGS = { SHUTDOWN_SECONDS, LOG_LEVEL: 'debug' }
/** What a busy machine may need beyond that. */
const SLACK_SECONDS = 8

/** Stops every process of the server where it is, so that it neither answers nor ends a connection. */
async function freeze(t: Test, dataDir: string, connectionString: string) {
  const rows = await query(connectionString, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = [await postmasterOf(dataDir), ...rows.map(({ pid }) => Number(pid))]
  signalAll(pids, 'SIGSTOP')
  t.teardown(() => signalAll(pids, 'SIGKILL'))
  return { thaw: () => signalAll(pids.splice(0), 'SIGCONT') }
}

t.test('a process that leaves a server that hangs is not held up, and the server lives on', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const servers = [await startServer(dataDir), await startServer(dataDir)] as const
  const { connectionString } = servers[0]
  const { thaw } = await freeze(t, dataDir, connectionString)
  await t.resolves(Promise.all([servers[0].stop(), servers[1].stop()]))
  thaw()
  await eventually(async () => (await query(connectionString, 'select 1')).length === 1)
  const next = await startServer(dataDir)
  t.equal(next.connectionString, connectionString, 'whoever comes next joins it')
  await next.stop()
  await t.rejects(query(connectionString, 'select 1'), { code: 'ECONNREFUSED' })
})

t.test('SIGTERM ends a service whose server hangs within SHUTDOWN_SECONDS', async (t) => {
  const service = await startEmbeddedService(t, SETTINGS)
  await freeze(t, service.dataDir, await connectionOf(service.dataDir))
  await isEndedInTime(t, service)
})

t.test('SIGTERM ends a service whose database is away within SHUTDOWN_SECONDS', async (t) => {
  const server = await startServer(await throwAwayFolder(t))
  const PORT = String(await freePort())
  const service = startService(t, { DATABASE_URL: server.connectionString, PORT, ...SETTINGS })
  await service.until('Server listening')
  await server.stop()
  await isEndedInTime(t, service)
})

/** Asks for something that needs the database, then for the end. */
async function isEndedInTime(t: Test, { url, child, until, ended }: ReturnType<typeof startService>) {
  const answer = fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' } })
  answer.catch(() => {})
  await until('a request begins')
  const asked = Date.now()
  child.kill('SIGTERM')
  const { status } = await ended
  t.ok(status === 0 || status === 1, `it ends with status ${status}`)
  const seconds = (Date.now() - asked) / 1000
  t.ok(seconds < Number(SHUTDOWN_SECONDS) + SLACK_SECONDS, `and in time: it took ${seconds} s`)
}

type Test = Parameters<typeof throwAwayFolder>[0] & { ok(value: boolean, message: string): unknown }
