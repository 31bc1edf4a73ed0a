import { CHANGES, FILLED, IGNORED, READ, type Read, wordOf } from './schemas.ts'
import { isSeen } from './url-text.ts'

type Json = Record<string, unknown>
type Annotated = Json & { [READ]?: Read; [IGNORED]?: string[]; [CHANGES]?: boolean; [FILLED]?: boolean }

/** Names of a record's fields that a body may hold and that are not read. */
export const ignoredBy = (schema: unknown): string[] => (schema as Annotated | undefined)?.[IGNORED] ?? []

/**
 * Reads the fields of an object as its schema asks for them. A form with one obvious meaning becomes the documented
 * one: "30" where a number is asked, 7 where a text is, 0 and 1 for false and true, a timestamp at the first or last
 * second of a day for that date, a word of a closed list in any case, one text for a list of it. A text of blanks is none:
 * null where the field may be null (no list, see `readList`), else as if it were not sent; so is a null for a field that
 * may be left out. In a change both are refused instead where the field may not be null, because nobody means that such a
 * field stays as it is.
 */
export function readObject(schema: unknown, value: unknown): unknown {
  const { properties, required = [] } = objectOf(schema)
  if (!properties || !isObject(value)) return value
  const ignored = ignoredBy(schema)
  const isChange = (schema as Annotated)[CHANGES] === true
  const read: Json = {}
  for (const name of Object.keys(value)) {
    const given = value[name]
    if (ignored.includes(name)) continue
    const field = Object.hasOwn(properties, name) ? (properties[name] as Annotated) : undefined
    const found = field ? readField(field, given, required.includes(name), isChange) : given
    if (found === undefined) continue
    // Assigning to __proto__ would set no field; all else is assigned, which is many times faster.
    if (name !== '__proto__') read[name] = found
    else Object.defineProperty(read, name, { ...ASSIGNED, value: found })
  }
  return read
}

const ASSIGNED = { enumerable: true, writable: true, configurable: true }

interface ObjectSchema {
  properties?: Json
  required?: string[]
  anyOf?: ObjectSchema[]
}

/** An object, or the one that may be null: a body that may be left out. */
function objectOf(schema: unknown): ObjectSchema {
  const given = (schema ?? {}) as ObjectSchema
  return given.anyOf?.find(({ properties }) => properties) ?? given
}

/** undefined: as if the field were not sent. */
function readField(field: Annotated, given: unknown, required: boolean, isChange: boolean): unknown {
  const branches = ((field.anyOf as Annotated[] | undefined) ?? [field]).filter(({ type }) => type !== 'null')
  const nullable =
    branches.length < ((field.anyOf as unknown[] | undefined)?.length ?? 1) || isNullType(field)
  const none = field[FILLED] ? '' : nullable ? null : isChange ? '' : undefined
  const schema = branches.length === 1 ? (branches[0] as Annotated) : undefined
  const custom = field[READ] ?? schema?.[READ]
  const value = custom ? custom(given) : given
  if (value === null) return nullable || required || isChange ? null : undefined
  if (!schema) return value
  const type = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type
  switch (type) {
    case 'string':
      return readText(schema, value, none)
    case 'integer':
    case 'number':
      return readNumber(value, none)
    case 'boolean':
      return readBoolean(value, none)
    case 'object':
      return readObject(schema, value)
    case 'array':
      return readList(schema, value, none)
    default:
      return value
  }
}

/** What an empty text is read as: null, a field that is not sent, or an empty text that the check refuses. */
type None = null | undefined | ''

const isNullType = ({ type }: Annotated) => Array.isArray(type) && type.includes('null')

/** A day's first or last second, with any offset: other times may be midnight elsewhere, where it is another day. */
const WHOLE_DAY = /^(\d{4}-\d{2}-\d{2})[T ](00:00(:00(\.0+)?)?|23:59:59(\.9+)?)(Z|[+-]\d{2}:?\d{2})?$/

function readText(schema: Annotated, value: unknown, none: None) {
  const { format, enum: words } = schema
  const isFree = (!format || format === 'code') && !words
  if (Number.isFinite(value) && (isFree || format === 'word')) return String(value)
  if (typeof value !== 'string' || format === 'password') return value
  if (value.trim() === '') return none
  if (words) return wordOf(words as string[], value)
  if (isFree) return format || isSeen(value) ? value : '' // which the check refuses
  return format === 'date' ? value.trim().replace(WHOLE_DAY, '$1') : value.trim()
}

/**
 * A text where a list is asked is a list of one; words of a closed list are read in any case. Where a list may be null,
 * that means all: an empty text is not taken for it, but refused by the check.
 */
function readList({ items }: Annotated, value: unknown, none: None) {
  if (typeof value === 'string' && value.trim() === '') return none === null ? '' : none
  const list = typeof value === 'string' ? [value] : value
  const words = (items as Annotated | undefined)?.enum as string[] | undefined
  if (!words || !Array.isArray(list)) return list
  return list.map((word) => (typeof word === 'string' ? wordOf(words, word) : word))
}

/** Digits that a float holds as they are written. */
const NUMBER = /^\s*-?\d{1,15}(\.\d{1,6})?\s*$/

function readNumber(value: unknown, none: None) {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return none
  return NUMBER.test(value) ? Number(value) : value
}

function readBoolean(value: unknown, none: None) {
  if (typeof value === 'string' && value.trim() === '') return none
  if (value === 0 || value === 'false') return false
  return value === 1 || value === 'true' ? true : value
}

/**
 * What travels as text in a query: an empty value is absent where the schema does not refuse it, and so is `_`, by which
 * browsers avoid a cache. `status[]`, as some programs write a list, is `status`.
 */
export function readQuery(schema: unknown, query: Json): Json {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Annotated> }
  const isKnown = (name: string) => Object.hasOwn(properties, name)
  const read = Object.entries(query).flatMap(([sent, value]) => {
    const plain = sent.replace(/\[\]$/, '')
    const name = isKnown(plain) && !Object.hasOwn(query, plain) ? plain : sent
    const field = isKnown(name) ? properties[name] : undefined
    if ((value === '' && !field?.[FILLED]) || (name === '_' && !field)) return []
    return [[name, field ? readParameter(field, value) : value]]
  })
  return Object.fromEntries(read)
}

/** Several words where one is asked stay in their order, so that the check names the words. */
function readParameter(schema: Annotated, value: unknown) {
  if (schema[READ]) return schema[READ](value)
  return schema.enum ? wordOf(schema.enum as string[], [value].flat().join(',')) : value
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype
