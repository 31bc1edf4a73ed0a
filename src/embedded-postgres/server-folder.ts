import { createHash } from 'node:crypto'
import { access, link, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, chooseServerUser, makeEnterableFolder, type ServerUser } from './server-user.ts'
import { StartFailure } from './start-failure.ts'
import { makeFolder } from './usable-folder.ts'

/** Where one embedded server lives, and the user it runs as (undefined: as we do). */
export interface ServerFolder {
  root: string
  /** PostgreSQL's own data folder, the only part that belongs to the server's user. */
  data: string
  passwordFile: string
  logFile: string
  /** Where the URL of the server is kept while it runs, always in dataDir. */
  urlFile: string
  user: ServerUser | undefined
}

/** Its name: prisma.config.ts reads it, and whoever has another program for PostgreSQL. */
export const URL_FILE = 'postgres-url'

/**
 * The server lives in `<dataDir>/postgres`. Started by root, it runs as another user; where that user can't enter
 * dataDir, the server lives in `<sharedFolder>/<hash of dataDir>-<n>`, and a note in dataDir says so. Without its
 * note, data there is forgotten: whoever deletes dataDir begins anew.
 */
export async function findServerFolder(dataDir: string, sharedFolder: string): Promise<ServerFolder> {
  await makeFolder(dataDir)
  const base = await realpath(dataDir)
  const near = await describe(join(base, 'postgres'), base)
  if (!near.user || (await exists(near.data)) || (await canEnter(near.user, base))) return near

  await makeEnterableFolder(sharedFolder)
  const far = await describe(await notedFolder(base, sharedFolder), base)
  if (far.user && !(await canEnter(far.user, sharedFolder)))
    throw new StartFailure(
      `PostgreSQL can enter neither ${base} nor ${sharedFolder}: set DATA_DIR to a folder that every user can enter.`,
    )
  return far
}

async function describe(root: string, base: string): Promise<ServerFolder> {
  const data = join(root, 'data')
  return {
    root,
    data,
    passwordFile: join(root, 'password'),
    logFile: join(root, 'postgres.log'),
    urlFile: join(base, URL_FILE),
    user: await chooseServerUser(data),
  }
}

/**
 * The folder that the note in dataDir names, or a new one, noted. A note that names the folder of another dataDir
 * was moved here together with the checkout, away from the data it speaks of.
 */
async function notedFolder(base: string, sharedFolder: string): Promise<string> {
  const note = join(base, 'postgres-is-in')
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 16)
  const own = (await readdir(sharedFolder)).filter((name) => name.startsWith(`${hash}-`)).length
  const fresh = join(sharedFolder, `${hash}-${own + 1}`)

  const noted = await readFile(note, 'utf8').then((text) => text.trim(), noFile)
  if (noted?.startsWith(join(sharedFolder, hash))) return noted
  if (noted !== undefined && (await exists(noted)))
    throw new StartFailure(
      `${note} names the data of an earlier path: move ${noted} to ${fresh} to keep that data, or delete the note to begin anew.`,
    )
  const moved = noted !== undefined && own > 0
  return writeNote(note, moved ? join(sharedFolder, `${hash}-${own}`) : fresh, noted !== undefined)
}

/** Of several that write the note at once one wins, whole, and all read what it wrote. */
async function writeNote(note: string, folder: string, replace: boolean): Promise<string> {
  const draft = `${note}.${process.pid}`
  await writeFile(draft, `${folder}\n`)
  if (replace) await rm(note, { force: true })
  await link(draft, note).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(note, 'utf8')).trim()
}

function noFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
