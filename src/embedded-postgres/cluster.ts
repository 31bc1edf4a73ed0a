import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs, type ServerFolder } from './server-folder.ts'

export const SUPERUSER = 'postgres'

const INITDB_OPTIONS = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${SUPERUSER}`]

/** The built-in C.UTF-8, from release 17 on, needs no locale of the operating system and sorts the same everywhere. */
const BUILT_IN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Makes the server's folder with its data and a random password, unless it exists.
 * It is made beside its place and renamed into it, so that a half-made one is never used, and of two who
 * make it at once one wins and the other throws its own away.
 */
export async function createCluster(
  { root, user }: ServerFolder,
  programs: string,
  settings: Record<string, string>,
  locale = BUILT_IN_LOCALE,
) {
  const unfinished = await mkdtemp(`${root}.new-`)
  const data = join(unfinished, 'data')
  const passwordFile = join(unfinished, 'password')
  try {
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (user) {
      await chmod(unfinished, 0o711) // it stays ours and can only be passed through
      for (const own of [data, passwordFile]) await chown(own, user.uid, user.gid)
    }
    const given = [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS, ...locale]
    const sync = settings.fsync === 'off' ? ['--no-sync'] : []
    await runAs(user, join(programs, 'bin', 'initdb'), [...given, ...sync])
    await rename(unfinished, root).catch((error) => existsSync(root) || Promise.reject(error))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
