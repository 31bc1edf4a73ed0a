import { type TProperties, Type } from '@sinclair/typebox'

/** The fields that a configuration record has of its own; ids, dates and activity are the same for all types. */
export const rule = <T extends TProperties>(description: string, properties: T, example: unknown) =>
  Type.Object(properties, { additionalProperties: false, description, examples: [example] })

// `type: [x, 'null']` and not a union: a validator that coerces would turn null into '' or 0 inside a union.
export const orNull = <T extends string | number>(schema: { type: string; [keyword: string]: unknown }) =>
  Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'] })

export const name = (description: string) => Type.String({ minLength: 1, maxLength: 80, description })
export const score = (description: string, more = {}) =>
  Type.Number({ minimum: 0, maximum: 100, description, ...more })
export const weight = (description: string) => Type.Number({ minimum: 0, maximum: 1000, description })

/** The documented words of the open vocabularies that records name; any other text is a word of the caller's own. */
export const KNOWN_WORDS: Record<string, string[]> = {
  contract_type: ['standard', 'premium', 'enterprise', 'marketplace'],
  surcharge_type: ['planning_overload', 'payment_block', 'aging_storage_multiplier'],
}
export const OPEN_WORD = { minLength: 1, maxLength: 64 }
export const alike = 'in any case, with blanks, - and _ alike'

export const curve = Type.Array(
  Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }),
  {
    minItems: 2,
    maxItems: 50,
    description: 'Points [x, points], x rising, points 0 to 100: linear in between, level beyond both ends',
  },
)
