import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { type Column, csvColumns } from './columns.ts'
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

/** The schema of a successful answer. */
const answerOf = (schema: FastifySchema | undefined) =>
  (schema?.response as Record<number, TSchema> | undefined)?.[200]

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
