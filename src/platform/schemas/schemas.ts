import {
  Kind,
  type ObjectOptions,
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import './formats.ts'

TypeRegistry.Set<{ enum: string[] }>('OneOf', (schema, value) => schema.enum.includes(value as string))

/** Turns the accepted forms of a value into the one that is checked; what it does not know it leaves to the check. */
export type Read = (value: unknown) => unknown

/** What a schema says of how its values are read, for lenient.ts. */
export const READ = Symbol('read')
export const IGNORED = Symbol('ignored')
export const CHANGES = Symbol('changes')
export const FILLED = Symbol('filled')

/** The schema, for values that are first read by `read`. */
export const readAs = <T extends TSchema>(schema: T, read: Read): T => ({ ...schema, [READ]: read })

/** The schema of a field that refuses an empty text, because reading it as null would change its meaning. */
export const filled = <T extends TSchema>(schema: T): T => ({ ...schema, [FILLED]: true })

/**
 * Body of a change: any of `fields`. What else `record` shows is ignored, so that a record that was read can be sent
 * back whole; only an `id` that differs from the one in the path is refused.
 */
export const ChangesOf = <T extends TProperties>(fields: T, record: TObject) => {
  const others = Object.keys(record.properties).filter((name) => !(name in fields))
  return {
    ...Type.Partial(Type.Object(fields), { additionalProperties: false }),
    [IGNORED]: others,
    [CHANGES]: true,
  }
}
export type ChangesOf<T extends TProperties> = Static<ReturnType<typeof ChangesOf<T>>>

/** Body of a create: these fields of what a read shows are ignored, so that it can be sent back whole. */
export const ignoring = <T extends TSchema>(schema: T, ...names: string[]): T => ({
  ...schema,
  [IGNORED]: names,
})

/** The word of a closed list that a text means, whatever its case, with blanks, - and _ alike; else the text. */
export function wordOf(words: readonly string[], text: string): string {
  if (words.includes(text)) return text
  const key = keyOf(text)
  return words.find((word) => keyOf(word) === key) ?? text
}

const keyOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')

/** One of a closed list of words. */
export const OneOf = <const Words extends string[]>(words: Words, options: SchemaOptions = {}) =>
  Type.Unsafe<Words[number]>({ ...options, [Kind]: 'OneOf', type: 'string', enum: words })

/** An object that the API's document has under a name of its own. */
export const Model = <Fields extends TProperties>(
  title: string,
  fields: Fields,
  options: ObjectOptions = {},
) => Type.Object(fields, { title, ...options })

/** An object that refuses every other field. */
export const Closed = <Fields extends TProperties>(fields: Fields, options: ObjectOptions = {}) =>
  Type.Object(fields, { ...options, additionalProperties: false })

/** The schema or null. */
export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** A body of these fields that need not be sent. */
export const OptionalBody = <Fields extends TProperties>(fields: Fields) =>
  Nullable(Closed(fields), { description: 'May be left out altogether' })

/** The largest id a column of type integer holds. */
export const MAX_INTEGER = 2_147_483_647

export const Id = (options: SchemaOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: MAX_INTEGER, examples: [1], ...options })

/** How many of something. */
export const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

/** Text of one line or more, never empty, without surrounding blanks being judged. */
export const Text = (maxLength = 200, options: SchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** The caller's own code of a thing: any text, also of digits alone, by the rule for codes (codes.ts). */
export const Code = (options: SchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength: 100, format: 'code', ...options })

/** An object of the caller's own shape, up to `maxBytes` of JSON. */
export const JsonObject = ({ maxBytes = 16_384, ...options }: SchemaOptions & { maxBytes?: number } = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    'x-max-bytes': maxBytes,
    ...options,
  })

/** Query of every operation that is given sellers or campaigns by their id or their code. */
export const ByQuery = {
  by: Type.Optional(
    OneOf(['code', 'id'], {
      description:
        'What the names of sellers or campaigns are in this request. Without it digits alone are looked up as a code and, without leading zeros, as an id; where these are two records that you may see, the answer is a 409 that names both. Everything else is a code',
      examples: ['code'],
    }),
  ),
}
export type By = Static<typeof ByQuery.by>

export const Period = (options: SchemaOptions = {}) =>
  Type.String({ format: 'period', description: 'A month, YYYY-MM', examples: ['2026-10'], ...options })

export const CalendarDate = (options: SchemaOptions = {}) =>
  Type.String({ format: 'date', examples: ['2026-10-31'], ...options })

export const Timestamp = (options: SchemaOptions = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-10-31T08:30:00.000Z'], ...options })

/** Rows that one answer may hold. */
export const MOST_ROWS = 500

/** How many rows a query asks for: a larger number becomes the largest allowed. */
export const limit = (usual: number, description: string, most = MOST_ROWS, options: SchemaOptions = {}) =>
  readAs(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: usual,
      description: `${description}; more than ${most} becomes ${most}`,
      ...options,
    }),
    (value) =>
      typeof value === 'string' && /^\d+$/.test(value) && Number(value) > most ? String(most) : value,
  )

/** Query of the lists that the specification pages: `page` from 1, `limit` 1 to 500. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1, description: 'Which page, from 1' }),
  limit: limit(20, 'Rows per page'),
}

/** Query of every other list, which answers all rows, as far as one answer may hold them. */
export const WholeListQuery = {
  page: PageQuery.page,
  limit: limit(MOST_ROWS, `Rows per page; without it all, up to ${MOST_ROWS}`),
}

const pageOf = <T extends TSchema>(item: T) => ({
  data: Type.Array(item),
  total: Type.Integer({ description: 'Rows that match, on all pages', examples: [1] }),
  page: Type.Integer({ examples: [1] }),
  limit: Type.Integer({ examples: [20] }),
})

/** What the caller should know of an answer that is a success all the same. */
export const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Sentences about what the caller may not have meant; left out when there are none',
    examples: [['seller_code differs from S-1001 only by case.']],
  }),
)

/** Answer of every other list; whole-lists.ts warns where not all rows are in it. */
export const WholeList = <T extends TSchema>(item: T) => Type.Object({ ...pageOf(item), warnings })

/** What a list takes that has pages, with filters of its own, and what it answers. */
export const pagedList = <Row extends TSchema, Filters extends TProperties>(row: Row, filters: Filters) => ({
  querystring: Closed({ ...filters, ...PageQuery }),
  response: { 200: Type.Object(pageOf(row)) },
})

/** The same of every other list. */
export const wholeList = <Row extends TSchema, Filters extends TProperties = Record<never, never>>(
  row: Row,
  filters: Filters = {} as Filters,
) => ({ querystring: Closed({ ...filters, ...WholeListQuery }), response: { 200: WholeList(row) } })

/** In what amounts are, where the service is told. */
export const currency = Type.Optional(
  Type.String({ description: 'ISO 4217 code of all amounts; left out without CURRENCY', examples: ['EUR'] }),
)

/** The answer with an error, by what it says of the request. */
export const Problem = (description: string) => ({ $ref: 'Problem#', description })

export const Success = Type.Object({ success: Type.Literal(true, { examples: [true] }), warnings })
export const Created = Type.Object({
  success: Type.Literal(true, { examples: [true] }),
  id: Type.Integer({ examples: [1] }),
  warnings,
})

export const ErrorBody = Type.Object(
  {
    error: Type.String({
      description: 'One sentence that names the problem',
      examples: ['company_name is required'],
    }),
  },
  { $id: 'Problem', additionalProperties: false },
)

/** Query text that names one of these words, or several with commas between; repeated parameters are joined. */
export const Several = (words: readonly string[], { description, ...options }: SchemaOptions = {}) => {
  const word = `(${words.join('|')})`
  return readAs(
    Type.String({
      pattern: `^${word}(,${word})*$`,
      'x-says': `must be one of ${words.join(', ')}, or several of them with commas between`,
      description: [description, `One of ${words.join(', ')}, or several with commas between`]
        .filter(Boolean)
        .join('. '),
      examples: [words.slice(0, 2).join(',')],
      ...options,
    }),
    (value) => joined(words, value),
  )
}

const joined = (words: readonly string[], value: unknown) =>
  [value]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((text) => wordOf(words, text.trim()))
    .filter((text) => text !== '')
    .join(',')

/** The words that a text of `Several` names; undefined when it was not sent. */
export const severalOf = <Word extends string>(text: string | undefined) =>
  text === undefined ? undefined : ([...new Set(text.split(','))] as Word[])

/** What the schema of a route says of its answer with a status. */
export const answerOf = (route: { response?: unknown } | undefined, status = 200) =>
  (route?.response as Record<number, TSchema> | undefined)?.[status]

/** The fields of a schema, in its order, out of a row that may have more. */
export const fieldsOf = <Schema extends TObject>(schema: Schema, row: Static<Schema>) =>
  Object.fromEntries(
    Object.keys(schema.properties).map((name) => [name, row[name as keyof Static<Schema>]]),
  ) as Static<Schema>
