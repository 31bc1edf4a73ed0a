import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { explainFailure, StartupError } from './failures.ts'

/** PostgreSQL refuses to run as root, so root lends it another user. */
export interface ServerUser {
  uid: number
  gid: number
}

/** Where one embedded server lives, and the user it runs as (undefined: as we do). */
export type ServerFolder = Awaited<ReturnType<typeof findServerFolder>>

/** Its name: prisma.config.ts reads it, and whoever has another program for PostgreSQL. */
export const URL_FILE = 'postgres-url'
/** What a start writes first, with room to spare. */
const PROBE_BYTES = 256 * 1024

const run = promisify(execFile)

/**
 * Makes the folder of the data where there is none and tries to write into it.
 * @throws StartupError with one sentence: it is a file or below one, closed, read-only or full
 */
export async function requireFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(resolve(dataDir))
    const used = join(dataDir, 'postgres')
    const path = existsSync(used) ? used : dataDir
    const probe = join(path, `probe-${process.pid}`)
    await writeFile(probe, Buffer.alloc(PROBE_BYTES))
      .finally(() => rm(probe, { force: true }))
      .catch((error) => Promise.reject(Object.assign(error, { path })))
  } catch (error) {
    throw explainFailure(error, dataDir)
  }
}

/**
 * Makes a folder and those above it. Node's own recursive mkdir never comes back where the system answers ENOENT for
 * a folder that is there, as below /proc, and says ENOENT of a read-only disk.
 */
async function makeFolder(folder: string): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder))
  await mkdir(folder).catch(async (error) => {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  })
}

/**
 * The server lives in `<dataDir>/postgres`. Started by root, it runs as another user; where that user can't enter
 * dataDir, `<dataDir>/postgres` is a link to a folder in `sharedFolder`: it moves with dataDir, and whoever deletes
 * dataDir begins anew.
 */
export async function findServerFolder(dataDir: string, sharedFolder: string) {
  await requireFolder(dataDir)
  const base = await realpath(dataDir)
  const place = join(base, 'postgres')
  const user = await chooseServerUser(join(place, 'data'))
  if (user && !existsSync(place) && !(await canEnter(user, base))) {
    await makeEnterableFolder(sharedFolder)
    await symlink(join(sharedFolder, randomUUID()), place).catch((error) => {
      if (error.code !== 'EEXIST') throw error // another process made it
    })
  }
  const root = await readlink(place).catch(() => place)
  return {
    root,
    /** PostgreSQL's own data folder, the only part that belongs to the server's user. */
    data: join(root, 'data'),
    passwordFile: join(root, 'password'),
    logFile: join(root, 'postgres.log'),
    /** Where the URL of the server is kept while it runs, always in dataDir. */
    urlFile: join(base, URL_FILE),
    user,
  }
}

/**
 * The user whom PostgreSQL runs as: the owner of the data where there is any, otherwise `postgres` or `nobody`.
 * Undefined when we are not root: then PostgreSQL runs as we do.
 */
export async function chooseServerUser(data: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(data).catch(() => undefined)
  if (owner?.uid === 0)
    throw new StartupError(
      `${data} belongs to root, and PostgreSQL can't run as root: give it to another user with chown -R.`,
    )
  if (owner) return { uid: owner.uid, gid: owner.gid }
  const users = await readFile('/etc/passwd', 'utf8') // name:password:uid:gid:…
  const found = /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users)
  if (!found)
    throw new StartupError(
      'PostgreSQL does not run as root and there is no user postgres or nobody: start as another user, or set DATABASE_URL.',
    )
  return { uid: Number(found[1]), gid: Number(found[2]) }
}

/** What is run copies files at the most; what takes longer hangs. */
const RUN_MS = 300_000

/** Runs a program as the server's user, with nothing of our folder and environment. */
export const runAs = (user: ServerUser | undefined, program: string, args: string[]) =>
  run(program, args, {
    ...{ uid: user?.uid, gid: user?.gid, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } },
    timeout: RUN_MS,
  })

/** Asks the kernel, as that user, whether a folder and everything above it lets the user through. */
export const canEnter = (user: ServerUser, folder: string): Promise<boolean> =>
  runAs(user, '/bin/sh', ['-c', 'test -x "$0"', folder]).then(
    () => true,
    () => false,
  )

/** Makes a folder that every user can pass through, whatever the umask. */
export async function makeEnterableFolder(folder: string) {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

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
