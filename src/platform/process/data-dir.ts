import { requireFolder } from '../../embedded-postgres/server-folder.ts'
import type { Env } from '../../env.ts'
import { StartupError } from './startup-error.ts'

/**
 * Tries the folder of the embedded PostgreSQL, where there will be one.
 * @throws StartupError with the sentence about a DATA_DIR that can't be used
 */
export async function requireDataDir({ DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (DATABASE_URL) return
  await requireFolder(DATA_DIR).catch((cause: Error) => {
    throw new StartupError(cause.message, { cause })
  })
}
