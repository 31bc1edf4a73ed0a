import { rename, rm, writeFile } from 'node:fs/promises'
import type { Server } from './enter-server.ts'
import type { Log } from './log.ts'

/**
 * Writes down how the server is reached, for other programs of its user, who alone may read it: it holds the password.
 * The service does without the file.
 */
export async function keepUrl({ folder, urlAt }: Server, port: number, log: Log) {
  const draft = `${folder.urlFile}.${process.pid}`
  try {
    await writeFile(draft, `${urlAt(port)}\n`, { mode: 0o600 })
    await rename(draft, folder.urlFile)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    log.warn(`The URL of PostgreSQL could not be written to ${folder.urlFile}: ${(error as Error).message}.`)
  }
}

/** Nobody reads the URL of a server that has ended; called before its end, so that the URL of the next one stays. */
export const forgetUrl = ({ urlFile }: Pick<Server['folder'], 'urlFile'>) => rm(urlFile, { force: true })
