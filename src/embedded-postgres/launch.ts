import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Postmaster } from './postmaster.ts'
import type { ServerFolder } from './server-folder.ts'

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

interface Launch {
  folder: ServerFolder
  /** Folder of the programs. */
  programs: string
  port: number
  settings: Record<string, string>
  /** What an earlier server left in postmaster.pid. Its number may belong to any process now. */
  stale?: Postmaster
}

/**
 * Starts a server in a session of its own, so that neither Ctrl-C in our terminal nor our death takes it along.
 * PostgreSQL itself refuses a folder that another server holds. It also refuses while any process has the number of
 * a killed server, unless PG_GRANDPARENT_PID, which is how pg_ctl names its own shell, tells it to disregard that one.
 */
export async function launch({ folder, programs, port, settings, stale }: Launch): Promise<ChildProcess> {
  const all = Object.entries({ ...SETTINGS, ...settings })
  const options = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await openLog(folder)
  try {
    const child = spawn(
      join(programs, 'bin', 'postgres'),
      ['-D', folder.data, '-p', String(port), ...options],
      {
        uid: folder.user?.uid,
        gid: folder.user?.gid,
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC', ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
    child.unref()
    return await new Promise((resolve, reject) => {
      child.once('spawn', () => resolve(child)).once('error', reject)
    })
  } finally {
    await log.close()
  }
}

/** The log grows by a few lines per start; a long one is set aside once. */
async function openLog({ logFile }: ServerFolder) {
  if ((await sizeOf(logFile)) > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`)
  return open(logFile, 'a', 0o600)
}

/** Bytes of a file; 0 when there is none. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}

/**
 * What the server wrote into its log after the first `since` bytes.
 * @throws what the file system says, where there was no room even to write it
 */
export async function readLog({ root, logFile }: ServerFolder, since: number): Promise<string> {
  const probe = join(root, `probe-${process.pid}`)
  await writeFile(probe, Buffer.alloc(64 * 1024)).finally(() => rm(probe, { force: true }))
  return (await readFile(logFile)).subarray(since).toString()
}

/** A port that was free a moment ago: the one that is asked for, unless it is taken. */
export function findFreePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) => (wanted ? resolve(findFreePort()) : reject(error)))
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
