import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort, launch, readLog, sizeOf } from './launch.ts'
import { joinServer, type Member } from './membership.ts'
import { isAlive, readPostmaster } from './postmaster.ts'
import type { ServerFolder } from './server-folder.ts'

export interface Server {
  folder: ServerFolder
  password: string
  settings: Record<string, string>
  throwAway: boolean
  /** Finds the folder of the programs, copying them where need be. */
  programs(): Promise<string>
}

/** A server that recovers from a crash reads its log first. */
const PATIENCE_MS = 120_000
const ATTEMPTS = 10

/**
 * Joins the server of a folder, and starts one whenever there is none. Any number of processes may do this at once:
 * PostgreSQL lets one server have the folder, and those whose own server lost find the winner in the next turn.
 * A port that was taken meanwhile, and a killed server's last children, are gone after a few attempts.
 * @param port the port to use, where the server is known by it; otherwise the last one, else a free one
 */
export async function enterServer(server: Server, port?: number): Promise<Member> {
  const { folder, password, settings } = server
  const deadline = Date.now() + PATIENCE_MS
  const logStart = await sizeOf(folder.logFile)
  let attempts = 0
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const postmaster = await readPostmaster(folder)
    const member = postmaster && (await joinServer(postmaster, folder, password))
    if (member) return member
    const gone = !postmaster || !(await isAlive(postmaster, folder))
    if (gone && hasEnded(child)) {
      if (attempts === ATTEMPTS) throw new Error(await readLog(folder, logStart))
      const usual = port ?? (attempts === 0 ? postmaster?.port : undefined)
      const free = usual ?? (await findFreePort())
      child = await launch({
        folder,
        programs: await server.programs(),
        port: free,
        settings,
        stale: postmaster,
      })
      attempts += 1
    }
    await delay(20 * Math.max(attempts, 1))
  }
  throw new Error(`no answer for ${PATIENCE_MS / 1000} s; see ${folder.logFile}`)
}

const hasEnded = (child?: ChildProcess) => !child || child.exitCode !== null || child.signalCode !== null
