import { badRequest } from '../../src/platform/http/problems.ts'

/** The cursor of a transaction, decimal text: what changes after it was written by that transaction or a later one. */
export const writeCursor = (xact: string) => Buffer.from(`x${xact}`).toString('base64url')

/** The transaction that a cursor names; null without one. @throws 400 for a text that is no cursor */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const [, xact] = /^x(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (xact === undefined)
    throw badRequest(
      'invalid_field',
      'changed_since must be the `next` of an earlier answer; leave it out the first time',
    )
  return xact
}
