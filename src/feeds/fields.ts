import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'
import { Code, Id, MAX_INTEGER, Nullable, OneOf, Text, Timestamp } from '../platform/schemas/schemas.ts'
import type { Decimals } from '../scoring/currency.ts'
import { LARGEST_AMOUNT } from '../scoring/largest-amount.ts'

// The fields that the records of the feeds are made of.

/** May be missing; null means the same. `names` as in `also`. */
export const Maybe = <T extends TSchema>(schema: T, names?: string) => {
  const maybe = Type.Optional(Nullable(schema))
  return names === undefined ? maybe : also(maybe, names)
}

/** The same field, which records may also give by these names, with blanks between them, or by any in camelCase. */
export const also = <T extends TSchema>(schema: T, names: string): T => ({
  ...schema,
  'x-aliases': names.split(' '),
})

/** Marks instants for which a date alone means its midnight in the business time zone. */
export const DATE_ALONE = Symbol('date alone')
export const orDate = <T extends TSchema>(instant: T): T => ({
  ...instant,
  description: [instant.description, 'A date alone is its midnight in the business time zone']
    .filter(Boolean)
    .join('. '),
  [DATE_ALONE]: true,
})

/** A word of the sender's own: 1 to 100 characters. */
export const Word = (options: SchemaOptions = {}) => Text(100, { format: 'word', ...options })
export const SellerCode = () =>
  also(
    Code({
      description:
        'A seller that exists. Under `seller_id` digits are its code or its id; those that are the code of one and the id of another reject the record',
      examples: ['S-1001'],
      'x-names': 'seller',
    }),
    'seller_id',
  )
export const CampaignCode = () =>
  Code({
    description:
      'A campaign that exists. Under `campaign_id` digits are its code or its id; those that are the code of one and the id of another reject the record',
    examples: ['SUMMER-26'],
    'x-names': 'campaign',
  })
export const WarehouseId = (options: SchemaOptions = {}) =>
  Id({ description: 'A warehouse that exists, by its id or its code', 'x-names': 'warehouse', ...options })

/** The carrier of a parcel, by the operator's own name for it. */
export const Carrier = () =>
  Text(64, {
    description: 'Who carries it: any word',
    format: 'word',
    examples: ['DHL'],
  })

/** A whole number of things. */
export const Count = (options: SchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_INTEGER, ...options })

export const Fault = (options: SchemaOptions = {}) =>
  OneOf(['seller', 'operator', 'customer', 'carrier'], options)

export const ObservedAt = () =>
  Maybe(
    Timestamp({
      description:
        'When the upstream system knew this. A record observed earlier than what is stored changes nothing',
      examples: ['2026-10-31T09:00:00Z'],
    }),
  )

export const Deleted = () =>
  Maybe(
    Type.Boolean({
      description:
        'true takes the record back: only its key is needed. What was removed is in the audit log, and a record that was observed earlier does not bring it back',
      examples: [false],
    }),
  )

export const Currency = () =>
  Maybe(
    Type.String({
      description:
        'Compared with the setting CURRENCY: another currency rejects the record. Without the setting it is ignored',
      examples: ['EUR'],
    }),
    'currency_code',
  )

/**
 * Money: at most two decimals, or those of another currency (moneyWith). No arithmetic is done with the number: its
 * decimal text is what is stored, which is the text that was sent, because 15 digits survive the way through a float.
 */
export const Money = ({ minimum = 0, ...options }: SchemaOptions & { minimum?: number } = {}) =>
  Type.Number({ minimum, maximum: LARGEST_AMOUNT, 'x-decimals': 2, examples: [199.8], ...options })

/** Money that can be owed the other way. */
export const SignedMoney = (options: SchemaOptions = {}) => Money({ minimum: -LARGEST_AMOUNT, ...options })

const SAID: Record<Decimals, string> = {
  0: 'No decimals',
  2: 'At most two decimals',
  3: 'At most three decimals',
}

/** The same field with the decimals of a currency, where it is money. */
export function moneyWith<T extends TSchema>(schema: T, decimals: Decimals): T {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one: TSchema) => moneyWith(one, decimals)) }
  if (!('x-decimals' in schema)) return schema
  const description = [schema.description, SAID[decimals]].filter(Boolean).join('. ')
  const examples = schema.examples?.map((example: number) => (decimals === 0 ? Math.round(example) : example))
  return { ...schema, 'x-decimals': decimals, description, examples }
}
