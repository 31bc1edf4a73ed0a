import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../setup/service.ts'
import { type OwnServer, quietPort } from './own-server.ts'
import { sure } from './polling.ts'
import { memoryOf } from './processes.ts'

type Test = Parameters<typeof startService>[0]

const PATIENCE_MS = 240_000
const READINESS_MS = 20_000

/** A process of the service on a server of the test's own. Comes back when it is ready, if it listens. */
export async function startOwnService(
  t: Test,
  server: Pick<OwnServer, 'urlOf'>,
  { role = 'sos', entry = 'src/server.js', settings = {} as Record<string, string> } = {},
) {
  const port = String(await quietPort())
  // A process that is killed leaves what it had just made in the folder for temporary files: so it has its own.
  const TMPDIR = await mkdtemp(join(tmpdir(), 'sos-tmp-'))
  t.teardown(() => rm(TMPDIR, { recursive: true, force: true }))
  /** A worker listens for probes alone. */
  const listening = { [entry === 'src/server.js' ? 'PORT' : 'METRICS_PORT']: port }
  const fixed: Record<string, string> = { DATABASE_URL: server.urlOf(role), LOG_LEVEL: 'warn', TMPDIR }
  const all = { ...fixed, ...listening, ...settings }
  const url = `http://127.0.0.1:${all.PORT ?? all.METRICS_PORT}`
  const service = startService(t, all, entry)
  const pid = service.child.pid as number
  const isRunning = () => service.child.exitCode === null && service.child.signalCode === null
  const isReady = () =>
    fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(READINESS_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const isUp = async () => (await isReady()) || !isRunning()
  if (entry === 'src/server.js') await sure('A service that is ready', PATIENCE_MS, isUp)
  if (!isRunning()) throw new Error(`The service ended while it started:\n${service.printed()}`)
  return {
    ...service,
    url,
    pid,
    isRunning,
    isReady,
    memory: () => memoryOf(pid),
    /** What it logged of the error of a request, by the id that its 500 told. */
    errorOf: (told: string) => errorIn(service.printed(), told.match(ID)?.[0]),
    /** Why it ended, for a message: its status and the last that it printed. */
    ending: () =>
      isRunning()
        ? ''
        : `it ended with ${service.child.exitCode ?? service.child.signalCode}: …${service.printed().slice(-1500)}`,
  }
}

const ID = /[\da-f]{8}-[\da-f-]{27}/

function errorIn(log: string, id?: string): string {
  const line = id && log.split('\n').find((line) => line.includes(id) && line.includes('"err":'))
  return line ? JSON.parse(line).err.stack : 'nothing was logged'
}
