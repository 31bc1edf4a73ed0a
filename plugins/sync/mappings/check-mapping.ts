import type { PushedFeed } from '../pushed-feed.ts'
import type { MappingRules, Source } from './mapping-schemas.ts'

/** Why a mapping can't make records of its feed, as a sentence that names the field; undefined when it can. */
export function mappingProblem(
  feed: PushedFeed,
  { fields }: Pick<MappingRules, 'fields'>,
): string | undefined {
  const meant = new Map<string, string>()
  for (const [field, source] of Object.entries(fields)) {
    const name = feed.nameOf(field)
    if (!name)
      return `fields.${field} is not a field of ${feed.name}; known are ${Object.keys(feed.record.properties).join(', ')}`
    const other = meant.get(name.field)
    if (other) return `fields.${other} and fields.${field} are names of one field: keep one of them`
    meant.set(name.field, field)
    const problem = typeof source === 'string' ? pathProblem(source, false) : sourceProblem(source)
    if (problem) return `fields.${field} ${problem}`
  }
  const [missing] = lacking(feed, fields)
  return missing && `fields.${missing} is required: give it a path in their record, or {"value": ...}`
}

/** The required fields of a feed that have no source. */
export const lacking = (feed: PushedFeed, fields: MappingRules['fields']): string[] =>
  feed.missing(Object.fromEntries(Object.keys(fields).map((field) => [field, 'given'])))

function sourceProblem(source: Source): string | undefined {
  const { path, value, values, zone, sum, minus } = source
  if ((path === undefined) === (value === undefined)) return 'must have either a path or a value'
  if (path === undefined)
    return values || zone || sum || minus ? 'has a value, which nothing is done with: name a path' : undefined
  if (zone && values) return 'can have zone or values, not both'
  return pathProblem(path, sum ?? false)
}

const pathProblem = (path: string, sum: boolean) =>
  path.split('.').includes('*') !== sum
    ? 'must have "sum": true with a * in its path, and only then'
    : undefined
