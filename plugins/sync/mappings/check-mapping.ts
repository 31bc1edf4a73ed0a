import type { PushedFeed } from '../pushed-feed.ts'
import { branchesOf } from '../reading/forms.ts'
import type { Condition, MappingRules, Source } from './mapping-schemas.ts'
import { pathProblem } from './paths.ts'

/** Why a mapping can't make records of its feed, as a sentence that names the field; undefined when it can. */
export function mappingProblem(
  feed: PushedFeed,
  { fields, only, each, lines }: Omit<MappingRules, 'feed' | 'records'>,
): string | undefined {
  const meant = new Map<string, string>()
  for (const [field, source] of Object.entries(fields)) {
    const name = feed.nameOf(field)
    if (!name)
      return `fields.${field} is not a field of ${feed.name}; known are ${Object.keys(feed.record.properties).join(', ')}`
    const other = meant.get(name.field)
    if (other) return `fields.${other} and fields.${field} are names of one field: keep one of them`
    meant.set(name.field, field)
    const problem = typeof source === 'string' ? sourcePathProblem(source, false) : sourceProblem(source)
    if (problem) return `fields.${field} ${problem}`
  }
  const [missing] = lacking(feed, fields)
  if (missing) return `fields.${missing} is required: give it a path in their record, or {"value": ...}`
  return onlyProblem(only) ?? eachProblem(each) ?? linesProblem(feed, fields, lines)
}

/** Why lines can't be added up in the fields that a mapping names. */
function linesProblem(feed: PushedFeed, fields: MappingRules['fields'], lines: MappingRules['lines']) {
  for (const field of Object.keys(lines)) {
    const own = feed.nameOf(field)?.field
    const schema = own === undefined ? undefined : feed.record.properties[own]
    if (!schema || !branchesOf(schema).some(({ type }) => type === 'integer' || type === 'number'))
      return `lines.${field} is no number of ${feed.name}`
    if (summedPath(feed, fields, field) === undefined)
      return `lines.${field} must be read in fields by a path alone, without * or anything else`
  }
  return undefined
}

/** The path in their record of a field that lines add up; undefined where it is not read by a path alone. */
export function summedPath(feed: PushedFeed, fields: MappingRules['fields'], field: string) {
  const [, source] =
    Object.entries(fields).find(([name]) => feed.nameOf(name)?.field === feed.nameOf(field)?.field) ?? []
  if (typeof source !== 'object') return source
  return Object.keys(source).length === 1 ? source.path : undefined
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
  const others = [source.minus, source.when?.path].filter((other) => other !== undefined)
  return sourcePathProblem(path, sum ?? false) ?? others.map(pathProblem).find((problem) => problem)
}

const sourcePathProblem = (path: string, sum: boolean) =>
  path.split('.').includes('*') !== sum
    ? 'must have "sum": true with a * in its path, and only then'
    : pathProblem(path)

const TESTS = ['is', 'in', 'not_in', 'set'] as const

const onlyProblem = (only: Condition[]): string | undefined => {
  for (const [at, condition] of only.entries()) {
    if (TESTS.filter((test) => condition[test] !== undefined).length !== 1)
      return `only[${at}] must have exactly one of ${TESTS.join(', ')}`
    const problem = pathProblem(condition.field)
    if (problem) return `only[${at}].field ${problem}`
  }
  return undefined
}

const eachProblem = (each: string[]): string | undefined => {
  const at = each.findIndex((path) => !/^[^*]+\.\*\../.test(path))
  return at === -1 ? undefined : `each[${at}] must be a path with a * in it, as line_items.*.vendor`
}
