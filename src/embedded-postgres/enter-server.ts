import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort, launch, readLog, sizeOf } from './launch.ts'
import { joinServer, type Member } from './membership.ts'
import { isAlive, readPostmaster } from './postmaster.ts'
import type { ServerFolder } from './server-folder.ts'

export interface Server {
  folder: ServerFolder
  password: string
  /** How its database is reached where it listens on this port. */
  urlAt(port: number): string
  settings: Record<string, string>
  throwAway: boolean
  /** Finds the folder of the programs, copying them where need be. */
  programs(): Promise<string>
}

/** A server that recovers from a crash reads its log first. */
const PATIENCE_MS = 120_000
const ATTEMPTS = 10
const LONGEST_PAUSE_MS = 500

/**
 * Joins the server of a folder, and starts one whenever there is none. Any number of processes may do this at once:
 * PostgreSQL lets one server have the folder, and those whose own server lost find the winner in the next turn.
 * A port that was taken meanwhile is free after a few attempts. A killed server's children are gone when they have
 * done the statement they are at.
 */
export async function enterServer(server: Server): Promise<Member> {
  const { folder, password, settings } = server
  const deadline = performance.now() + PATIENCE_MS
  let logStart = 0
  let attempts = 0
  let child: ChildProcess | undefined
  while (performance.now() < deadline) {
    const postmaster = await readPostmaster(folder)
    const member = postmaster && (await joinServer(postmaster, folder, password))
    if (member) return member
    const gone = !postmaster || !(await isAlive(postmaster, folder))
    if (gone && hasEnded(child)) {
      if (attempts >= ATTEMPTS) await checkLeftovers(folder, logStart)
      logStart = await sizeOf(folder.logFile)
      child = await launch({
        folder,
        programs: await server.programs(),
        port: await findFreePort(attempts === 0 ? postmaster?.port : undefined),
        settings,
        stale: postmaster,
      })
      attempts += 1
    }
    await delay(Math.min(20 * Math.max(attempts, 1), LONGEST_PAUSE_MS))
  }
  throw new Error(`no answer for ${PATIENCE_MS / 1000} s; see ${folder.logFile}`)
}

const hasEnded = (child?: ChildProcess) => !child || child.exitCode !== null || child.signalCode !== null

/** @throws Error with what the last server said, unless all that was in its way are children of the one before */
async function checkLeftovers(folder: ServerFolder, logStart: number) {
  const said = await readLog(folder, logStart)
  if (!said.includes('pre-existing shared memory block')) throw new Error(said)
}
