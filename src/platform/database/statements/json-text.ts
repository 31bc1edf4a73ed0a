// JSON that PostgreSQL writes: the same bytes as the answer's serializer writes of what values.ts reads. Only what
// needs no JavaScript passes as it is, so a page of rows costs the service a string. Each function takes an expression
// of SQL and answers one whose text is the value in JSON, `null` where it is null.

import type { TObject, TSchema } from '@sinclair/typebox'

/** A field's expression, or fields of an object inside. */
interface Fields {
  [field: string]: string | Fields
}

export const text = (sql: string) => `coalesce(to_json(${sql}), 'null')`
/** A number without decimals, or a boolean. */
export const plainly = (sql: string) => `coalesce((${sql})::text, 'null')`
/** A numeric of at most six decimals: with more, JavaScript writes small ones with an exponent. */
export const decimal = (sql: string) => `coalesce(trim_scale(${sql})::text, 'null')`
export const instant = (sql: string) =>
  `coalesce(to_json(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'null')`
/** An array of texts. */
export const texts = (sql: string) => `coalesce(to_json(${sql}), '[]')`

/** Stands around what JavaScript has to write anew; in JSON this character is never written as it is. */
const MARK = '\u0001'
const MARKED = new RegExp(`${MARK}([^${MARK}]*)${MARK}`, 'g')

/** A jsonb column, of which only `{}` has the same bytes in both: the others are written anew by `unmarked`. */
export const jsonb = (sql: string) =>
  `case when ${sql} = '{}' then '{}' else concat(chr(1), ${sql}, chr(1)) end`

/** The text with its jsonb values as JavaScript writes them: without blanks, and with its order of keys. */
export const unmarked = (json: string) =>
  json.includes(MARK) ? json.replaceAll(MARKED, (_, value) => JSON.stringify(JSON.parse(value))) : json

/** The text for a reader of JSON, to whom blanks and the order of keys say nothing. */
export const withoutMarks = (json: string) => json.replaceAll(MARK, '')

/** The fields of a record, each from the column of its name in `table`; of nested objects others say what they are. */
export const jsonFields = ({ properties }: TObject, table: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, expressionOf(schema)(`${table}.${name}`)]),
  )

function expressionOf({ anyOf = [], ...schema }: TSchema) {
  const { type, format } = anyOf.find((one: TSchema) => one.type !== 'null') ?? schema
  switch (type) {
    case 'integer':
    case 'boolean':
      return plainly
    case 'number':
      return decimal
    case 'array':
      return texts
    case 'object':
      return jsonb
    default:
      return format === 'date-time' ? instant : text
  }
}

/** PostgreSQL takes a hundred arguments for a function. */
const MOST_ARGUMENTS = 100

/** An object of the given fields, in their order, as an expression of type text. */
export function jsonObject(fields: Fields): string {
  const pieces = piecesOf(fields)
  const groups = Array.from({ length: Math.ceil(pieces.length / MOST_ARGUMENTS) }, (_, group) =>
    pieces.slice(group * MOST_ARGUMENTS, (group + 1) * MOST_ARGUMENTS),
  )
  return groups.map((group) => `concat(${group.join(', ')})`).join(' || ')
}

/** Literals and expressions in turn. */
function piecesOf(fields: Fields): string[] {
  const pieces: string[] = []
  let literal = ''
  const add = (object: Fields) => {
    for (const [place, [field, value]] of Object.entries(object).entries()) {
      literal += `${place === 0 ? '{' : ','}"${field}":`
      if (typeof value === 'object') {
        add(value)
        continue
      }
      pieces.push(`'${literal}'`, value)
      literal = ''
    }
    literal += '}'
  }
  add(fields)
  return [...pieces, `'${literal}'`]
}
