import { rename, rm } from 'node:fs/promises'
import type { Log } from '../platform/process/log.ts'
import { enterServer, type Server } from './enter-server.ts'
import { explainFailure } from './explain-failure.ts'
import { isLast, type Member } from './membership.ts'
import { shutDown } from './postmaster.ts'

/**
 * Keeps this process a member of the server until it stops or leaves. After a crash the session is lost and the
 * server perhaps gone; it is then started again on the same port, so that the connection string stays good.
 */
export function stayMember(server: Server, first: Member, log: Log) {
  const { port } = first.postmaster
  let leaving = false
  let current = Promise.resolve<Member | undefined>(watch(first))

  function watch(member: Member): Member {
    member.session.once('end', () => {
      if (!leaving) current = comeBack()
    })
    return member
  }

  async function comeBack(): Promise<Member | undefined> {
    log.warn('The connection to PostgreSQL was lost; joining it again, or starting it if it is gone.')
    try {
      return watch(await enterServer(server, port))
    } catch (error) {
      log.error(`PostgreSQL is gone: ${explainFailure(error, server.folder.root).message}`)
    }
  }

  async function leave() {
    leaving = true
    await (await current)?.session.end().catch(() => {})
  }

  async function stop() {
    leaving = true
    const member = await current
    if (member && (await isLast(member).catch(() => false))) await end(server, member)
    await leave()
  }

  return { leave, stop }
}

/** Nobody can join by now; with its folder moved away, whoever comes makes a new one. */
async function end({ folder, throwAway }: Server, { postmaster }: Member) {
  const trash = `${folder.root}.trash-${process.pid}`
  if (throwAway) await rename(folder.root, trash)
  await shutDown(postmaster, folder)
  if (throwAway) await rm(trash, { recursive: true })
}
