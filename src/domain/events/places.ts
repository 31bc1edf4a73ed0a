import { createHash } from 'node:crypto'
import { serverIdentity } from '../../platform/database/connect/server-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/http/errors/problems.ts'

/**
 * How far a reader is who follows what is ordered by the transactions that wrote it: events, and changes of enforcement.
 * Each server counts its own transactions, so a place says nothing to another one, into which the database was restored,
 * and nothing to one that was recovered or took over, which may lack transactions that the reader knows.
 */
export interface Place {
  /** A short name of the server, its database and timeline. */
  server: string
  /** The number of the transaction, decimal text. */
  xact: string
  /** The row among those of the transaction, decimal text. */
  id: string
}

const NOT_SAID = '-'

/**
 * The place of a reader who knows all that is there now: all transactions below it have ended, and every row still to
 * come belongs to one at or above it. The server is asked first: should another one answer what is read next, the place
 * has the name of the one before, and the reader begins anew.
 */
async function placeOfNow(db: Database): Promise<Place> {
  const identity = await serverIdentity(db)
  const server = identity ? createHash('sha256').update(identity).digest('base64url').slice(0, 8) : NOT_SAID
  const { xact } = await db.one<{ xact: string }>('select transaction_horizon()::text as xact')
  return { server, xact, id: '0' }
}

/**
 * Whether a reader who was at `place` may know what is lost, or miss what has come: then it must begin anew. A server that
 * does not say which one it is shows it by what lies in its future alone.
 */
export const isLost = (place: Place, now: Place) =>
  place.server !== now.server || BigInt(place.xact) > BigInt(now.xact)

/**
 * Where a reader goes on who passes a cursor in a parameter: `after` the place that it names, undefined for the beginning,
 * up to `now`. One that must begin anew is told so by `warnings`.
 * @throws 400 for a text that is no cursor
 */
export async function readOnFrom(db: Database, parameter: string, cursor: string | undefined) {
  const given = cursor === undefined ? undefined : readCursor(parameter, cursor)
  const now = await placeOfNow(db)
  const isAnew = given !== undefined && isLost(given, now)
  const warnings: string[] = isAnew
    ? [
        `The database was restored, recovered or taken over since ${parameter} was given out, so this is the answer without it: begin anew.`,
      ]
    : []
  return { after: isAnew ? undefined : given, now, warnings }
}

/** What a reader passes to go on from a place. */
export const writeCursor = ({ server, xact, id }: Place) =>
  Buffer.from(`${server}.${xact}.${id}`).toString('base64url')

/** A place, or what an earlier checkout wrote without its server. */
const CURSOR = /^(?:([\w-]+)\.(\d{1,19})\.(\d{1,18})|\d{1,19}\.\d{1,18}|x\d{1,18})$/

/** The place that a cursor names; one without a server is lost to all. @throws 400 for a text that is no cursor */
export function readCursor(parameter: string, cursor: string): Place {
  const found = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())
  if (!found)
    throw invalidField(`${parameter} must be the \`next\` of an earlier answer; leave it out the first time`)
  const [, server = '', xact = '0', id = '0'] = found
  return { server, xact, id }
}
