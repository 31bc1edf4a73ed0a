import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { type Column, columnsOf } from './columns.ts'

/**
 * The columns of a route that answers with a list: rows in `data`, all of them or a page of them. A feed is none: its
 * `next` says where to go on reading, and it has no end.
 */
export function listColumns(schema: FastifySchema | undefined): Column[] | undefined {
  const { data, next } = (answerOf(schema)?.properties ?? {}) as Record<string, TSchema | undefined>
  return data?.type === 'array' && !next ? columnsOf(data.items as TSchema) : undefined
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
  const { description = 'The list', ...json } = answerOf(schema) as TSchema
  const forms = { 'application/json': { schema: json }, 'text/csv': { schema: text } }
  return { ...schema, response: { ...(schema.response as object), 200: { description, content: forms } } }
}
