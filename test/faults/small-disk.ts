import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OwnServer } from './own-server.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

const run = promisify(execFile)
const MB = 1024 * 1024

/** Why no disk of the test's own can be had here, or undefined. */
export async function noSmallDisk(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const probe = await mkdtemp(join(tmpdir(), 'sos-mount-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe])
    await run('umount', [probe])
    return undefined
  } catch (error) {
    return `no small disk can be mounted here: ${(error as Error).message.split('\n').at(1)}`
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

export type SmallDisk = Awaited<ReturnType<typeof smallDisk>>

/** A disk of so many megabytes in memory, that every user can enter. It is gone after the test. */
export async function smallDisk(t: Test, megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'sos-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  await chmod(folder, 0o755)
  t.teardown(async () => {
    await run('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Puts so much on it that only these megabytes are left. */
    async leave(megabytes: number) {
      const { bavail, bsize } = await statfs(folder)
      try {
        await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - megabytes * MB)))
      } catch (error) {
        // Others wrote meanwhile, and it is full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        await truncate(ballast, Math.max(0, (await stat(ballast)).size - megabytes * MB))
      }
    },
    /** Takes that away again. */
    makeRoom: () => rm(ballast),
  }
}

/** Moves the tables of a server that nobody uses yet to a disk; what it writes before it acknowledges stays. */
export async function moveTables({ query, user }: OwnServer, { folder }: SmallDisk) {
  const location = join(folder, 'tables')
  await mkdir(location, { mode: 0o700 })
  if (user) await chown(location, user.uid, user.gid)
  await query(`create tablespace small location '${location}'`, [], 'postgres')
  await query('alter database sos set tablespace small', [], 'postgres')
}
