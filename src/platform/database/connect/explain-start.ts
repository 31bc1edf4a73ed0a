import { join } from 'node:path'
import { StartupError } from '../../process/startup-error.ts'
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts'
import { unavailable } from './unavailable.ts'

type Failure = Error & { code?: string }

/**
 * Makes of whatever keeps the service from its database at the start one sentence that says what to do.
 * @param setting the setting that has the URL
 * @throws StartupError, which never names the password
 */
export const explainStart =
  (url: string, setting = 'DATABASE_URL') =>
  (error: Error): never => {
    throw explanationOf(error, url, setting)
  }

const explanationOf = (error: Error, url: string, setting = 'DATABASE_URL') =>
  error instanceof StartupError
    ? error
    : new StartupError(sentenceOf(rootOf(error), readDatabaseUrl(url, setting), setting), { cause: error })

/**
 * Makes of an error that ended a start or a command, wherever it came from, the sentence for whoever started it. What
 * is no fault of the database stays as it is.
 */
export function explained(
  error: unknown,
  { DATABASE_URL, DATA_DIR }: { DATABASE_URL?: string; DATA_DIR: string },
) {
  if (error instanceof StartupError || !unavailable(error)) return error
  if (DATABASE_URL) return explanationOf(error as Error, DATABASE_URL)
  const { message, code } = rootOf(error as Error)
  return new StartupError(
    `The PostgreSQL in ${DATA_DIR} can't be used (${message || code}): find the reason in ${join(DATA_DIR, 'postgres', 'postgres.log')}, fix it and start again.`,
    { cause: error },
  )
}

function rootOf(error: Error): Failure {
  const { cause } = error
  return cause instanceof Error ? rootOf(cause) : error
}

function sentenceOf({ code = '', message }: Failure, address: DatabaseUrl, setting: string): string {
  const { user, database, place } = address
  const said = message || code
  if (code === '28P01' || /auth(entication)? failed/i.test(message))
    return `The server at ${place} refused the password of ${user}: correct user and password in ${setting} (a special character is written as %40 for @, %2F for /).`
  if (/password must be a (non-empty )?string|no password supplied/i.test(message))
    return `The server at ${place} asks for a password and ${setting} has none: write postgres://user:password@host/database.`
  if (code === '3D000' || /no such database/i.test(message))
    return `There is no database ${database} at ${place}: create it, or correct the name in ${setting}.`
  if (code === '42501') {
    const [, kind, name] = said.match(/permission denied for (schema|database) (\S+)/) ?? []
    const grant = kind ? `run grant create on ${kind} ${name} to ${user}` : 'grant it'
    return `The role ${user} lacks a right (${said}): let the owner ${grant}, or name the owner in ${setting}.`
  }
  if (code === '25006') return standbySentence(address, setting)
  if (/SSL|certificate|TLS/i.test(`${code} ${message}`))
    return `The connection to ${place} can't be encrypted as ${setting} asks (${said}): correct its sslmode or sslrootcert.`
  return `The database ${database} at ${place} can't be used (${said}). Check ${setting} and that the server runs.`
}

export const standbySentence = ({ place }: DatabaseUrl, setting: string) =>
  `The server at ${place} takes no changes, as a standby does: name the primary in ${setting}, or a proxy that leads to it.`
