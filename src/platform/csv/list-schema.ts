import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { type Column, columnsOf } from './columns.ts'

/** Names the schema of a row of the CSV form, where it differs from that of the JSON form. */
export const CSV_ROW = 'x-csv-row'

/**
 * The columns of a route that answers with a list: rows in `data`, all of them or a page of them. A feed is none: its
 * `next` says where to go on reading, and it has no end; unless it names a row of its own for CSV.
 */
export function listColumns(schema: FastifySchema | undefined): Column[] | undefined {
  const answer = answerOf(schema)
  const { data, next } = (answer?.properties ?? {}) as Record<string, TSchema | undefined>
  const row = answer?.[CSV_ROW] as TSchema | undefined
  if (data?.type !== 'array' || (next && !row)) return undefined
  return columnsOf(row ?? (data.items as TSchema))
}

/** The schema of a successful answer. */
const answerOf = (schema: FastifySchema | undefined) =>
  (schema?.response as Record<number, TSchema> | undefined)?.[200]

/** The schema of a route as the documentation shows it: lists have two forms. */
export function withCsvForm(schema: FastifySchema): FastifySchema {
  const columns = listColumns(schema)
  if (!columns) return schema
  const text = {
    type: 'string',
    description: 'With `Accept: text/csv`: all rows that match, whatever `page` and `limit` say',
    examples: [`${columns.map(({ name }) => name).join(',')}\r\n`],
  }
  const { description = 'The list', [CSV_ROW]: _row, ...json } = answerOf(schema) as TSchema
  const forms = { 'application/json': { schema: json }, 'text/csv': { schema: text } }
  return { ...schema, response: { ...(schema.response as object), 200: { description, content: forms } } }
}
