import { Kind, type SchemaOptions, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { LARGEST_AMOUNT } from '../../scoring/largest-amount.ts'
import { documentedWord } from '../../scoring/open-word.ts'
import './formats.ts'
import { readAs } from './lenient.ts'

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

/**
 * Text of an open vocabulary, up to 64 characters. A known word is read in any case, with blanks, - and _ alike, and
 * is stored as it is documented; any other text is stored as it is written.
 */
export const OpenWord = (known: string[], { description, ...options }: SchemaOptions = {}) =>
  readAs(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: [
        description,
        `Any text; known are ${known.join(', ')}, in any case, with blanks, - and _ alike`,
      ]
        .filter(Boolean)
        .join('. '),
      examples: known.slice(0, 1),
      ...options,
    }),
    (value) => (typeof value === 'string' ? documentedWord(known, value) : value),
  )

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

const MOST_ROWS = 500

/** Reads a number in a query: a larger one becomes the largest allowed. */
export const atMost = (most: number) => (value: unknown) =>
  typeof value === 'string' && /^\d+$/.test(value) && Number(value) > most ? String(most) : value

/** Query of every list: `page` from 1, `limit` 1 to 500. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1, description: 'Which page, from 1' }),
  limit: readAs(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      default: 20,
      description: 'Rows per page; more than 500 becomes 500',
    }),
    atMost(MOST_ROWS),
  ),
}

/** Answer of every list. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
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

/** In what amounts are, where the service is told. */
export const currency = Type.Optional(
  Type.String({ description: 'ISO 4217 code of all amounts; left out without CURRENCY', examples: ['EUR'] }),
)

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
export type ErrorBody = Static<typeof ErrorBody>
