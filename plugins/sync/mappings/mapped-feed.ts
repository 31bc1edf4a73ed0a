import type { Database } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { closest } from '../reading/closest.ts'
import { isNone } from '../reading/forms.ts'
import { isRecord } from '../reading/record-names.ts'
import { countUnknown } from '../reading/unknown-names.ts'
import { compileMapping, sourcesOf } from './compile-mapping.ts'
import type { MappingRules } from './mapping-schemas.ts'

/**
 * The feed whose records come in the shape that a mapping reads. What other systems export has many columns that nobody
 * maps: one is said only where it looks like one that the mapping reads and no record of the push has.
 */
export function mappedFeed(
  feed: PushedFeed,
  name: string,
  rules: Pick<MappingRules, 'records' | 'fields'>,
): PushedFeed {
  const shape = compileMapping(rules)
  const sources = sourcesOf(rules)
  const isMapped = new Set(sources.flatMap((path) => [path, headOf(path)]))
  const given = new Set<string>()
  return {
    ...feed,
    listAt: rules.records ?? undefined,
    read: (raw, reading) => {
      if (!isRecord(raw)) return feed.read(raw, reading)
      for (const name in raw) {
        if (isNone(raw[name])) continue
        if (isMapped.has(name)) given.add(name)
        else countUnknown(reading.unknown, name)
      }
      return feed.read(shape(raw), reading)
    },
    knownOf: shape,
    describeUnknown: (column) => {
      const missing = sources.filter((path) => !given.has(path) && !given.has(headOf(path)))
      const meant = closest(column, missing)
      return meant === undefined ? undefined : { what: `is not read by the mapping ${name}`, meant }
    },
    missing: (raw) => feed.missing(shape(raw) as object),
    missingColumns: () => [],
    keyOf: (raw) => feed.keyOf(shape(raw)),
    valueOf: (raw, field) => feed.valueOf(shape(raw), field),
  }
}

const headOf = (path: string) => path.split('.', 1)[0] as string

/**
 * The feed as a mapping reads it.
 * @throws 400 when there is no such mapping, or it is of another feed
 */
export async function feedWith(db: Database, feed: PushedFeed, name: string): Promise<PushedFeed> {
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
  return mappedFeed(feed, name, mapping)
}
