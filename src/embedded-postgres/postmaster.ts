import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ServerFolder } from './server-folder.ts'

/** What a running server writes about itself: its process, and the port it listens on. */
export interface Postmaster {
  pid: number
  port: number
}

const run = promisify(execFile)
/** Less than a stop of the service may take; a server that needs longer ends by itself. */
const SHUTDOWN_MS = 20_000

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
