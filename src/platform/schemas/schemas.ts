import { Kind, type SchemaOptions, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { LARGEST_AMOUNT } from '../../scoring/largest-amount.ts'
import { SLUG } from '../../scoring/slug.ts'
import './formats.ts'

TypeRegistry.Set<{ enum: string[] }>('OneOf', (schema, value) => schema.enum.includes(value as string))

/** One of a closed list of words. */
export const OneOf = <const Words extends string[]>(words: Words, options: SchemaOptions = {}) =>
  Type.Unsafe<Words[number]>({ ...options, [Kind]: 'OneOf', type: 'string', enum: words })

/** The schema or null. */
export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** The largest id a column of type integer holds. */
export const MAX_INTEGER = 2_147_483_647

export const Id = (options: SchemaOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: MAX_INTEGER, examples: [1], ...options })

/** Text of one line or more, never empty, without surrounding blanks being judged. */
export const Text = (maxLength = 200, options: SchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** A short word of an open vocabulary; the known ones are named in its description. */
export const Word = (options: SchemaOptions = {}) => Type.String({ ...SLUG, ...options })

/** The caller's own code of a seller, campaign or warehouse: any text with something in it that is not a digit. */
export const Code = (options: SchemaOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^(?=.*\\S)(?=.*[^0-9]).*$',
    'x-says': 'must hold at least one character that is not a digit, because digits alone are read as an id',
    ...options,
  })

export const Period = (options: SchemaOptions = {}) =>
  Type.String({ format: 'period', description: 'A month, YYYY-MM', examples: ['2026-10'], ...options })

export const CalendarDate = (options: SchemaOptions = {}) =>
  Type.String({ format: 'date', examples: ['2026-10-31'], ...options })

export const Timestamp = (options: SchemaOptions = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-10-31T08:30:00.000Z'], ...options })

/** Money with at most two decimals; compared as decimal text, never as a sum of floats. */
export const Amount = (options: SchemaOptions = {}) =>
  Type.Number({ minimum: 0, maximum: LARGEST_AMOUNT, examples: [199.8], ...options })

/** Query of every list: `page` from 1, `limit` 1 to 500. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1, description: 'Which page, from 1' }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 20, description: 'Rows per page' }),
}

/** Answer of every list. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ description: 'Rows that match, on all pages', examples: [1] }),
    page: Type.Integer({ examples: [1] }),
    limit: Type.Integer({ examples: [20] }),
  })

export const Success = Type.Object({ success: Type.Literal(true, { examples: [true] }) })
export const Created = Type.Object({
  success: Type.Literal(true, { examples: [true] }),
  id: Type.Integer({ examples: [1] }),
})

export const ErrorBody = Type.Object(
  {
    error: Type.String({
      description: 'One sentence that names the problem',
      examples: ['company_name is required'],
    }),
  },
  { $id: 'Error', additionalProperties: false },
)
export type ErrorBody = Static<typeof ErrorBody>
