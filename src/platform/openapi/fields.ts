import type { Json } from './models.ts'

/** What the document says of fields and parameters by their names. */
export interface FieldWords {
  /** What people call a field. */
  labelOf(name: string): string
  /** The list that a field names an entry of, by the name of the field. */
  refers: Record<string, string>
  /** What helps to fill a field in, by its name. */
  help: Record<string, string>
  /** The field of the same body that a date must not lie before, by its name. */
  follows: Record<string, string>
}

/** What holds values, and no schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Says of every field and parameter what people call it (`x-label`) and how it is filled in (`x-help`), of ids in which
 * list they are (`x-refers`), and of ends which beginning they follow (`x-follows`). What a schema says itself stands.
 */
export function labelFields(document: Json, words: FieldWords): Json {
  const said = (name: string) => ({
    'x-label': words.labelOf(name),
    ...(Object.hasOwn(words.refers, name) && { 'x-refers': words.refers[name] }),
    ...(Object.hasOwn(words.help, name) && { 'x-help': words.help[name] }),
    ...(Object.hasOwn(words.follows, name) && { 'x-follows': words.follows[name] }),
  })

  function walk(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(walk)
    if (!isObject(part)) return part
    const walked = mapped(part, (value, key) => {
      if (VALUES.has(key)) return value
      return key === 'properties' && isObject(value) ? mapped(value, fieldOf) : walk(value)
    })
    const isParameter = typeof part.in === 'string' && typeof part.name === 'string' && 'schema' in part
    return isParameter ? { ...walked, ...said(part.name as string) } : walked
  }

  const fieldOf = (schema: unknown, name: string) =>
    isObject(schema) && !schema.$ref ? { ...said(name), ...(walk(schema) as Json) } : schema

  return walk(document) as Json
}

const mapped = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
