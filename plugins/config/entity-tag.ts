import { preconditionFailed } from '../../src/platform/http/problems.ts'

/** The ETag of a version. */
export const entityTag = (version: number) => `"${version}"`

/**
 * Compares an If-Match header (one tag, several, or *) with the version that a change would replace.
 * @throws 412 when it names other versions only
 */
export function requireMatch(ifMatch: string | undefined, version: number) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (!tags.includes(entityTag(version)))
    throw preconditionFailed(
      'stale_version',
      `If-Match names ${ifMatch}, but the record is at version ${entityTag(version)}: read it again`,
    )
}
