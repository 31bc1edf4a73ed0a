import { createHash } from 'node:crypto'
import { access, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { canEnter, chooseServerUser, makeEnterableFolder, type ServerUser } from './server-user.ts'

/** Where one embedded server lives, and the user it runs as (undefined: as we do). */
export interface ServerFolder {
  root: string
  /** PostgreSQL's own data folder, the only part that belongs to the server's user. */
  data: string
  passwordFile: string
  logFile: string
  user: ServerUser | undefined
}

/**
 * The server lives in `<dataDir>/postgres`. Started by root, it runs as another user; where that user can't enter
 * dataDir, the server lives in `<sharedFolder>/<hash of dataDir>`, and a note in dataDir says so.
 */
export async function findServerFolder(dataDir: string, sharedFolder: string): Promise<ServerFolder> {
  await mkdir(dataDir, { recursive: true })
  const base = await realpath(dataDir)
  const near = await describe(join(base, 'postgres'))
  if (!near.user || (await exists(near.data)) || (await canEnter(near.user, base))) return near

  const hash = createHash('sha256').update(base).digest('hex').slice(0, 16)
  const far = await describe(join(sharedFolder, hash))
  await makeEnterableFolder(sharedFolder)
  if (far.user && !(await canEnter(far.user, sharedFolder)))
    throw new StartupError(
      `PostgreSQL can enter neither ${base} nor ${sharedFolder}: set DATA_DIR to a folder that every user can enter.`,
    )
  await leaveNote(join(base, 'postgres-is-in'), far.root)
  return far
}

async function describe(root: string): Promise<ServerFolder> {
  const data = join(root, 'data')
  const user = await chooseServerUser(data)
  return { root, data, passwordFile: join(root, 'password'), logFile: join(root, 'postgres.log'), user }
}

/** A note that names another place was moved here together with the checkout, away from the data it speaks of. */
async function leaveNote(file: string, root: string) {
  const noted = (await readFile(file, 'utf8').catch(() => root)).trim()
  if (noted !== root && (await exists(noted)))
    throw new StartupError(
      `${file} names the data of an earlier path: move ${noted} to ${root} to keep that data, or delete the note to begin anew.`,
    )
  await writeFile(file, `${root}\n`)
}

export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
