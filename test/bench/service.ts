import { readFile } from 'node:fs/promises'
import { freePort, startService } from '../setup/service.ts'
import { atEnd } from './at-end.ts'

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

/** Calculates a month and checks that all sellers were scored. Answers the time it took, in ms. */
export async function calculateOverHttp({ url, headers }: Service, period: string, sellers: number) {
  const start = performance.now()
  const response = await fetch(`${url}/api/sos/monthly/calculate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ period }),
  })
  const answer = (await response.json()) as { sellers_scored?: number }
  if (answer.sellers_scored !== sellers)
    throw new Error(`calculate answered ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
  return performance.now() - start
}

/** Resident memory of a process in MB: as it is now, and its highest so far. */
export async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Processor time of a process so far, in ms, user and system. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
