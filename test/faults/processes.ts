import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Process {
  pid: number
  parent: number
  rssBytes: number
}

/** All processes of the machine: from /proc, for an image of Linux may lack `ps`; elsewhere from `ps`. */
async function allProcesses(): Promise<Process[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,rss='])
    return stdout.trim().split('\n').map(processOf)
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return (await Promise.all(pids.map(statusOf))).flatMap((status) => status ?? [])
}

function processOf(line: string): Process {
  const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
  return { pid, parent, rssBytes: kilobytes * 1024 }
}

/** Undefined when the process has ended meanwhile. */
async function statusOf(pid: string): Promise<Process | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (status === undefined) return undefined
  const field = (name: string) => status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? '0'
  return processOf(`${pid} ${field('PPid')} ${field('VmRSS')}`)
}

export const childrenOf = async (pid: number) =>
  (await allProcesses()).filter(({ parent }) => parent === pid).map((child) => child.pid)

/** Memory of a process in bytes; 0 when it has ended. */
export const memoryOf = async (pid: number) =>
  (await allProcesses()).find((process) => process.pid === pid)?.rssBytes ?? 0

/** Sends a signal to processes, some of which may have ended. */
export function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
