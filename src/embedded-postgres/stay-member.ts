import { rename, rm } from 'node:fs/promises'
import { enterServer, type Server } from './enter-server.ts'
import { explainFailure } from './explain-failure.ts'
import { forgetUrl, keepUrl } from './kept-url.ts'
import type { Log } from './log.ts'
import { endSession, isLast, type Member } from './membership.ts'
import { shutDown } from './postmaster.ts'
import { MOST_RESTARTS, mayRestart, WITHIN_MINUTES } from './restarts.ts'
import { StartFailure } from './start-failure.ts'

/**
 * Keeps this process a member of the server until it stops or leaves. After a crash the session is lost and the
 * server perhaps gone; it is then started again, on the same port unless somebody else has taken it. `gone` rejects
 * with one sentence when it can't be started, or dies too often.
 */
export function stayMember(server: Server, first: Member, log: Log) {
  let { port } = first.postmaster
  const gone = Promise.withResolvers<never>()
  const leaving = new AbortController()
  let restarts: number[] = []
  let current = Promise.resolve<Member | undefined>(watch(first))

  function watch(member: Member): Member {
    port = member.postmaster.port
    member.session.once('end', () => {
      if (!leaving.signal.aborted) current = comeBack(member)
    })
    return member
  }

  /** A death counts in every process that saw it, whichever of them starts the server again. */
  async function comeBack({ postmaster: lost }: Member): Promise<Member | undefined> {
    log.warn('The connection to PostgreSQL was lost; joining it again, or starting it if it is gone.')
    const before = restarts
    try {
      const member = await enterServer(server, { port, beforeStart, signal: leaving.signal })
      const isOther = member.postmaster.pid !== lost.pid
      if (isOther && restarts === before) countRestart() // another process was quicker
      const watched = watch(member)
      await keepUrl(server, port, log)
      return watched
    } catch (error) {
      if (leaving.signal.aborted) return undefined
      const reason = explainFailure(error, server.folder.root)
      log.error(reason.message)
      gone.reject(reason)
      return undefined
    }
  }

  function beforeStart() {
    if (mayRestart(restarts, performance.now())) return countRestart()
    throw new StartFailure(
      `PostgreSQL died again after ${MOST_RESTARTS} restarts in ${WITHIN_MINUTES} minutes and is not started once more: find the reason in ${server.folder.logFile}, fix it, and start the service again.`,
    )
  }

  function countRestart() {
    restarts = [...restarts, performance.now()].slice(-MOST_RESTARTS)
  }

  async function leave() {
    leaving.abort()
    const member = await current
    if (member) await endSession(member.session)
  }

  async function stop() {
    leaving.abort()
    const member = await current
    if (member && (await isLast(member).catch(() => false))) await end(server, member)
    await leave()
  }

  return { gone: gone.promise, port: () => port, leave, stop }
}

/** Nobody can join by now; with its folder moved away, whoever comes makes a new one. */
async function end({ folder, throwAway }: Server, { postmaster }: Member) {
  const trash = `${folder.root}.trash-${process.pid}`
  await forgetUrl(folder)
  if (throwAway) await rename(folder.root, trash)
  await shutDown(postmaster, folder)
  if (throwAway) await rm(trash, { recursive: true })
}
