import type { Database } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/problems.ts'
import type { Feed } from '../feed.ts'
import { compileMapping } from './compile-mapping.ts'
import type { MappingRules } from './mapping-schemas.ts'

/** The feed whose records come in the shape that a mapping reads. */
export function mappedFeed(feed: Feed, rules: Pick<MappingRules, 'records' | 'fields'>): Feed {
  const shape = compileMapping(rules)
  return {
    ...feed,
    listAt: rules.records ?? undefined,
    shape,
    read: (raw, reading) => feed.read(shape(raw), reading),
    missing: (raw) => feed.missing(shape(raw) as object),
    missingColumns: () => [],
    keyOf: (raw) => feed.keyOf(shape(raw)),
    valueOf: (raw, field) => feed.valueOf(shape(raw), field),
  }
}

/**
 * The feed as a mapping reads it.
 * @throws 400 when there is no such mapping, or it is of another feed
 */
export async function feedWith(db: Database, feed: Feed, name: string): Promise<Feed> {
  const mapping = await db.row<MappingRules>`
    select feed, records, fields from sync_mappings where name = ${name}`
  if (!mapping)
    throw badRequest(
      'unknown_reference',
      `mapping ${name} does not exist: GET /api/sync/mappings lists those that do`,
    )
  if (mapping.feed !== feed.name)
    throw badRequest(
      'mapping_of_other_feed',
      `mapping ${name} is of ${mapping.feed}: push to /api/sync/${mapping.feed}`,
    )
  return mappedFeed(feed, mapping)
}
