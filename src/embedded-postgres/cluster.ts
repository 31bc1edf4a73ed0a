import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exists, type ServerFolder } from './server-folder.ts'
import { StartFailure } from './start-failure.ts'

export const SUPERUSER = 'postgres'

const run = promisify(execFile)

const INITDB_OPTIONS = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${SUPERUSER}`]

/** The built-in C.UTF-8, from release 17 on, needs no locale of the operating system and sorts the same everywhere. */
const BUILT_IN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Makes the server's folder with its data and a random password, unless it exists.
 * It is made beside its place and renamed into it, so that a half-made one is never used, and of two who
 * make it at once one wins and the other throws its own away.
 */
export async function createCluster(
  folder: ServerFolder,
  binaries: string,
  settings: Record<string, string>,
  locale = BUILT_IN_LOCALE,
) {
  const unfinished = await mkdtemp(`${folder.root}.new-`)
  try {
    const sync = settings.fsync === 'off' ? ['--no-sync'] : []
    await fill(unfinished, folder, binaries, [...locale, ...sync])
    await rename(unfinished, folder.root).catch(async (error) => {
      if (!(await exists(folder.data))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The folder stays ours and can only be passed through; what the server's user must own is the data alone. */
async function fill(unfinished: string, { user }: ServerFolder, binaries: string, extra: string[]) {
  const data = join(unfinished, 'data')
  const passwordFile = join(unfinished, 'password')
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user) {
    await chmod(unfinished, 0o711)
    await chown(data, user.uid, user.gid)
    await chown(passwordFile, user.uid, user.gid)
  }
  const options = { uid: user?.uid, gid: user?.gid, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } }
  const given = [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS, ...extra]
  await run(join(binaries, 'bin', 'initdb'), given, options)
}

/** @throws StartFailure when another major version wrote the data, which this one can't read */
export async function checkVersion({ data }: ServerFolder, version: string) {
  const written = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const brought = version.split('.')[0]
  if (written !== brought)
    throw new StartFailure(
      `${data} was written by PostgreSQL ${written} and this is PostgreSQL ${brought}: dump it with the old release and load it into a new DATA_DIR, or set DATA_DIR to another folder to begin anew.`,
    )
}
