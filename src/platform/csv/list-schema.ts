import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { answerOf } from '../schemas/schemas.ts'
import type { Page } from './export.ts'

/** How an answer is written as CSV: its columns, and its rows as a page of a list. */
export interface CsvForm {
  columns: Column[]
  pageOf(answer: never): Page
}

const FORM = Symbol('form as CSV')

/** The schema of an answer that is no list, and the rows that it has as CSV. */
export const withRows = <T extends TSchema, Answer>(
  schema: T,
  row: TSchema,
  rowsOf: (answer: Answer) => unknown[],
): T => ({
  ...schema,
  [FORM]: { columns: csvColumns(row), pageOf: (answer: Answer): Page => ({ data: rowsOf(answer) }) },
})

/**
 * The form of a route's answer as CSV: of a list the rows in `data`, all of them, a page or, in a feed, those up to
 * `next`; undefined for an answer that has none.
 */
export function csvForm(schema: FastifySchema | undefined): CsvForm | undefined {
  const answer = answerOf(schema)
  const own = (answer as { [FORM]?: CsvForm } | undefined)?.[FORM]
  if (own) return own
  const { data } = (answer?.properties ?? {}) as Record<string, TSchema | undefined>
  if (data?.type !== 'array') return undefined
  return { columns: csvColumns(data.items as TSchema), pageOf: (answer: Page) => answer }
}

/** The schema of a route as the documentation shows it: lists have two forms. */
export function withCsvForm(schema: FastifySchema): FastifySchema {
  const form = csvForm(schema)
  if (!form) return schema
  const { description = 'The list', headers, ...json } = answerOf(schema) as TSchema
  const text = {
    type: 'string',
    description: describe(json as TSchema),
    examples: [`${form.columns.map(({ name }) => name).join(',')}\r\n`],
  }
  const forms = { 'application/json': { schema: json }, 'text/csv': { schema: text } }
  return {
    ...schema,
    response: { ...(schema.response as object), 200: { description, headers, content: forms } },
  }
}

function describe({ properties = {} }: TSchema) {
  if (!properties.data) return 'With `Accept: text/csv`: a line for each row of the answer'
  return properties.next
    ? 'With `Accept: text/csv`: all rows after the cursor, whatever `limit` says; the header `x-next` is the `next`'
    : 'With `Accept: text/csv`: all rows that match, whatever `page` and `limit` say'
}

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
