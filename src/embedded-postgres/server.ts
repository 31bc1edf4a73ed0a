import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ServerFolder } from './server-folder.ts'

/** What a running server writes about itself: its process, and the port it listens on. */
export interface Postmaster {
  pid: number
  port: number
}

interface Launch {
  folder: ServerFolder
  /** Folder of the programs. */
  programs: string
  port: number
  settings: Record<string, string>
  /** What an earlier server left in postmaster.pid. Its number may belong to any process now. */
  stale?: Postmaster
}

/** Less than a stop of the service may take; a server that needs longer ends by itself. */
const SHUTDOWN_MS = 20_000
/** The log grows by a few lines per start; a longer one begins anew. */
const LOG_LIMIT_BYTES = 10_000_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path may have 107 characters, fewer than many a checkout's
  max_connections: '200',
  shared_buffers: '256MB',
  jit: 'off', // compiling costs more than our short statements take
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const run = promisify(execFile)

/**
 * Starts a server in a session of its own, so that neither Ctrl-C in our terminal nor our death takes it along.
 * PostgreSQL itself refuses a folder that another server holds. It also refuses while any process has the number of
 * a killed server, unless PG_GRANDPARENT_PID, which is how pg_ctl names its own shell, tells it to disregard that one.
 */
export async function launch({ folder, programs, port, settings, stale }: Launch) {
  const { data, logFile, user } = folder
  const all = Object.entries({ ...SETTINGS, ...settings })
  const options = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFile, 'a', 0o600)
  try {
    if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate()
    const { size } = await log.stat()
    const child = spawn(join(programs, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...options], {
      uid: user?.uid,
      gid: user?.gid,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    await once(child, 'spawn')
    return {
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      /** What it wrote into the log. */
      said: async () => (await readFile(logFile)).subarray(size).toString(),
    }
  } finally {
    await log.close()
  }
}

/** Reads postmaster.pid, which outlives a killed server. Undefined when there is none, or it is half written. */
export async function readPostmaster({ data }: ServerFolder): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid && port ? { pid, port } : undefined
}

/** Whether the process is a server of this folder, and not another one that was given the same number since. */
export async function isAlive({ pid }: Postmaster, { data }: ServerFolder): Promise<boolean> {
  const command = await commandOf(pid).catch(() => '')
  return command.includes(` -D ${data} `)
}

/** The command line of a process; rejects when there is no such process. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout
}

/** Ends the server and its connections, and waits until it is gone, for it first writes what is in memory. */
export async function shutDown(postmaster: Postmaster, folder: ServerFolder) {
  const deadline = performance.now() + SHUTDOWN_MS
  if (await isAlive(postmaster, folder)) process.kill(postmaster.pid, 'SIGINT')
  while ((await isAlive(postmaster, folder)) && performance.now() < deadline) await delay(10)
}
