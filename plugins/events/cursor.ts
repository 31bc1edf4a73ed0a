import { badRequest } from '../../src/platform/http/errors/problems.ts'

/** A position in the feed: the writing transaction and the event's number in it, both decimal text. */
export interface Position {
  xact: string
  id: string
}

const START: Position = { xact: '0', id: '0' }

export const writeCursor = ({ xact, id }: Position) => Buffer.from(`${xact}.${id}`).toString('base64url')

/** The position that a cursor names; without one, the beginning. @throws 400 for a text that is no cursor */
export function readCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return START
  const [, xact, id] = /^(\d{1,19})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (xact === undefined || id === undefined)
    throw badRequest('invalid_field', 'after must be the `next` of an earlier answer')
  return { xact, id }
}
