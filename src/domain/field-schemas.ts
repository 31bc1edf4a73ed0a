import { type SchemaOptions, Type } from '@sinclair/typebox'
import { readAs } from '../platform/schemas/schemas.ts'
import { LARGEST_AMOUNT } from '../scoring/largest-amount.ts'
import { documentedWord } from '../scoring/open-word.ts'

/** How many decimals money has. */
export const IN_CURRENCY = 'No more decimals than CURRENCY has; two without it'

/** Money; compared as decimal text, never as a sum of floats. */
export const Amount = (options: SchemaOptions = {}) =>
  Type.Number({ minimum: 0, maximum: LARGEST_AMOUNT, examples: [199.8], ...options })

/** Text of an open vocabulary. A known word is read in any case, blanks, - and _ alike, and stored as documented. */
export const OpenWord = (known: string[], { description, ...options }: SchemaOptions = {}) =>
  readAs(
    Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'word',
      description: [
        description,
        `Any text; known are ${known.join(', ')}, in any case, with blanks, - and _ alike`,
      ]
        .filter(Boolean)
        .join('. '),
      examples: known.slice(0, 1),
      'x-known': known,
      ...options,
    }),
    (value) => (typeof value === 'string' ? documentedWord(known, value) : value),
  )
