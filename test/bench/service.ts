import { readFile } from 'node:fs/promises'
import { clientOf } from '../setup/client.ts'
import { freePort, startService } from '../setup/service.ts'
import { atEnd } from './at-end.ts'
import { alone, type Target, timed } from './scenario.ts'

/** A process of the service on a database, asked over loopback by the header of demo mode. */
export interface Service {
  url: string
  pid: number
  headers: Record<string, string>
  /** Ends it as an operator does. */
  stop(): Promise<void>
}

/**
 * A server as an operator runs it, logging at info to a pipe that is read. Killed at the end of the scenario.
 * @param settings those that the scenario changes, as environment variables
 */
export async function serviceOn(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Service> {
  const PORT = String(await freePort())
  const own = {
    DATABASE_URL: databaseUrl,
    PORT,
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    ...settings,
  }
  const { child, until, ended, url } = startService({ teardown: atEnd }, own)
  await until('Server listening')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, pid: child.pid as number, headers: { 'x-user-id': '1' }, stop }
}

/** A process that does jobs alone, on a database; killed at the end of the scenario. */
export function workerOn(databaseUrl: string): { pid: number } {
  const own = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', NODE_ENV: 'test' }
  const { child } = startService({ teardown: atEnd }, own, 'src/worker.js')
  return { pid: child.pid as number }
}

/** A connection to a database, in UTC, ended with the scenario. */
export const connected = (connectionString: string) =>
  clientOf({ teardown: atEnd }, { connectionString, options: '-c timezone=UTC' })

/**
 * Posts JSON, or a text of it.
 * @throws when the answer does not have these fields
 */
export async function post({ url, headers }: Service, path: string, body: object | string, expected: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const answer = JSON.parse(text)
  for (const [field, value] of Object.entries(expected))
    if (answer[field] !== value) throw new Error(`${path} answered ${response.status} ${text.slice(0, 300)}`)
  return answer
}

/** Calculates a month and checks that all sellers were scored. Answers the time it took, in ms. */
export const calculateOverHttp = (service: Service, period: string, sellers_scored: number) =>
  timed(() => post(service, '/api/sos/monthly/calculate', { period }, { sellers_scored }))

/** Resident memory of a process in MB: as it is now, and its highest so far. */
export async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** The highest memory of the server so far. */
export const peakOf = async ({ pid }: Service, ...targets: Target[]) =>
  alone("the server's peak memory", 'MB', [(await memoryOf(pid)).peak], ...targets)

/** Processor time of a process so far, in ms, user and system. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
