import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { answerOf } from '../schemas/schemas.ts'

/**
 * The columns of a route's answer as CSV: of a list, whose rows are in `data`, all of them, a page or, in a feed, those up
 * to `next`; undefined for an answer that is none.
 */
export function csvColumnsOf(schema: FastifySchema | undefined): Column[] | undefined {
  const { data } = (answerOf(schema)?.properties ?? {}) as Record<string, TSchema | undefined>
  return data?.type === 'array' ? csvColumns(data.items as TSchema) : undefined
}

/** The schema of a route as the documentation shows it: lists have two forms. */
export function withCsvForm(schema: FastifySchema): FastifySchema {
  const columns = csvColumnsOf(schema)
  if (!columns) return schema
  const { description = 'The list', headers, ...json } = answerOf(schema) as TSchema
  const text = {
    type: 'string',
    description: describe(json as TSchema),
    examples: [`${columns.map(({ name }) => name).join(',')}\r\n`],
  }
  const forms = { 'application/json': { schema: json }, 'text/csv': { schema: text } }
  return {
    ...schema,
    response: { ...(schema.response as object), 200: { description, headers, content: forms } },
  }
}

const describe = ({ properties = {} }: TSchema) =>
  properties.next
    ? 'With `Accept: text/csv`: all rows after the cursor, whatever `limit` says; the header `x-next` is the `next`'
    : 'With `Accept: text/csv`: all rows that match, whatever `page` and `limit` say'

/** One column: its heading and where its value is in a row. */
export interface Column {
  name: string
  path: string[]
  /** In which rows its cell is left empty. */
  isEmpty?: (row: never) => boolean
}

const EMPTY = Symbol('empty in CSV')

/** The schema, for a value whose cell is left empty in some rows, so that a mean of the column counts true values. */
export const emptyInCsv = <T extends TSchema, Row>(schema: T, isEmpty: (row: Row) => boolean): T => ({
  ...schema,
  [EMPTY]: isEmpty,
})

/** The columns of rows of a schema, in its order. Fields of nested objects are columns of their own, as tier.name. */
export function csvColumns(schema: TSchema, path: string[] = []): Column[] {
  const fields = fieldsOf(schema)
  const isEmpty = (schema as { [EMPTY]?: Column['isEmpty'] })[EMPTY]
  if (fields.length === 0) return [{ name: path.join('.'), path, ...(isEmpty && { isEmpty }) }]
  return fields.flatMap(([name, field]) => csvColumns(field, [...path, name]))
}

/** The fields of an object, or of an object that may be null. One without known fields is a value like any other. */
function fieldsOf(schema: TSchema): [string, TSchema][] {
  const objects = [schema, ...((schema.anyOf ?? []) as TSchema[])].filter(({ properties }) => properties)
  return objects.length === 1 ? Object.entries(objects[0]?.properties as Record<string, TSchema>) : []
}

/** The value of a column in a row; undefined where the way to it ends at a null. */
export const valueAt = (row: unknown, { path, isEmpty }: Column): unknown =>
  isEmpty?.(row as never)
    ? undefined
    : path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
