import { createHash } from 'node:crypto'
import { StartupError } from '../../process/startup-error.ts'

/** A folder of prisma/migrations: its name and the script in it. */
export interface Migration {
  name: string
  script: string
}

/** A row of Prisma's own table that was not rolled back. Unfinished is under way or failed. */
export interface Applied {
  migration_name: string
  checksum: string
  finished: boolean
  logs: string | null
}

/**
 * The migrations still to apply.
 * @throws StartupError when an applied one was edited, or Prisma began one and did not finish it
 */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  refuseUnknown(migrations, applied)
  const scripts = new Map(migrations.map(({ name, script }) => [name, script]))
  for (const record of applied) refuseBroken(record, scripts.get(record.migration_name))
  const names = new Set(applied.map(({ migration_name }) => migration_name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** @throws StartupError when the database has a migration that this release does not know */
export function refuseUnknown(migrations: Migration[], applied: Applied[]) {
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = applied.filter(({ migration_name, finished }) => finished && !names.has(migration_name))
  if (unknown.length > 0)
    throw new StartupError(
      `The database has migration ${unknown.at(-1)?.migration_name}, which this release does not know: start a release that knows it, or restore a backup from before.`,
    )
}

function refuseBroken({ migration_name: name, finished, checksum, logs }: Applied, script?: string) {
  const message = logs?.trim().split('\n')[0] || 'it left no message'
  if (!finished)
    throw new StartupError(
      `Migration ${name} was begun by prisma migrate and not finished (${message}): fix the database, run npx prisma migrate resolve --rolled-back ${name} (or --applied), then start again.`,
    )
  if (script !== undefined && !matches(script, checksum))
    throw new StartupError(
      `Migration ${name} was edited after it was applied to this database: restore its file and write the change as a new migration.`,
    )
}

/** Like Prisma, takes a script for the same when only its line ends differ, which git may change. */
function matches(script: string, checksum: string | undefined) {
  const unix = script.replaceAll('\r\n', '\n')
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((variant) => checksumOf(variant) === checksum)
}

/** What Prisma records of a script: the sha256 of its text, in hex. */
export const checksumOf = (script: string) => createHash('sha256').update(script).digest('hex')
