import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { StartFailure } from './start-failure.ts'

/** PostgreSQL refuses to run as root, so root lends it another user. */
export interface ServerUser {
  uid: number
  gid: number
}

/**
 * The user whom PostgreSQL runs as: the owner of the data where there is any, otherwise `postgres` or `nobody`.
 * Undefined when we are not root: then PostgreSQL runs as we do.
 */
export async function chooseServerUser(data: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(data).catch(() => undefined)
  if (owner?.uid === 0)
    throw new StartFailure(
      `${data} belongs to root, and PostgreSQL can't run as root: give it to another user with chown -R.`,
    )
  if (owner) return { uid: owner.uid, gid: owner.gid }
  const users = await readFile('/etc/passwd', 'utf8')
  const user = findUser(users, 'postgres') ?? findUser(users, 'nobody')
  if (!user)
    throw new StartFailure(
      'PostgreSQL does not run as root and there is no user postgres or nobody: start as another user, or set DATABASE_URL.',
    )
  return user
}

/** A line of /etc/passwd is name:password:uid:gid:… */
function findUser(passwd: string, name: string): ServerUser | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** Asks the kernel, as that user, whether a folder and everything above it lets the user through. */
export function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  const options = { uid: user.uid, gid: user.gid, cwd: '/', env: {} }
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], options, (error) => resolve(!error))
  })
}

/** Makes a folder that every user can pass through, whatever the umask. */
export async function makeEnterableFolder(folder: string) {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}
