/** Runs when a user of the server of a folder was killed: ends the server, unless somebody uses it. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { forgetUrl } from './kept-url.ts'
import { endSession, isLast, joinServer } from './membership.ts'
import { isAlive, readPostmaster, shutDown } from './postmaster.ts'
import type { ServerFolder } from './server-folder.ts'

/** Whoever is started in place of the killed one takes its server over. */
const GRACE_MS = 3_000
/** A server that recovers answers nobody for a while. */
const PATIENCE_MS = 120_000
const PAUSE_MS = 500

const folder = JSON.parse(process.argv[2] as string) as ServerFolder
const deadline = performance.now() + PATIENCE_MS
await delay(GRACE_MS)
while (performance.now() < deadline && !(await isLookedAfter())) await delay(PAUSE_MS)

/** Whether the server has a user, or has ended. */
async function isLookedAfter(): Promise<boolean> {
  const postmaster = await readPostmaster(folder)
  if (!postmaster || !(await isAlive(postmaster, folder))) return true
  const member = await joinServer(postmaster, folder, await readFile(folder.passwordFile, 'utf8'))
  if (!member) return false
  try {
    if (await isLast(member)) {
      await forgetUrl(folder)
      await shutDown(postmaster, folder)
    }
    return true
  } catch {
    return false
  } finally {
    await endSession(member.session)
  }
}
