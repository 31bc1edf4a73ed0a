import { Kind, type TSchema } from '@sinclair/typebox'
import { DATE_ALONE } from '../../../src/feeds/fields.ts'
import { wordOf } from '../../../src/platform/schemas/closed-list.ts'
import { readDay, readInstant, readMonth, type SenderZone } from './instants.ts'

/**
 * Turns the forms in which a value is taken into the one that is checked; what it does not know it leaves to the check.
 */
export type Form = (value: unknown, zone: SenderZone) => unknown

/** The schemas of which a value has one: its own, and null where it may be null. */
export const branchesOf = (schema: TSchema): TSchema[] => schema.anyOf ?? [schema]

/** The text of what was sent. An object or a list has none: it may not even be made one, as `{"toString": 1}`. */
export const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''))

/** The number of what was sent; NaN where it is none. */
export const numberOf = (value: unknown): number => (typeof value === 'object' ? Number.NaN : Number(value))

/** Whether a value says nothing. */
export const isNone = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** How values of a field are read. Blank texts and null never come here. */
export function formOf(schema: TSchema): Form {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return readNumber
    case 'boolean':
      return readBoolean
    case 'string':
      return formOfText(schema)
    default:
      return (value) => value
  }
}

function formOfText(schema: TSchema): Form {
  if (schema[Kind] === 'OneOf')
    return (value) => (typeof value === 'string' ? wordOf(schema.enum, value) : value)
  switch (schema.format) {
    case 'date-time':
      return (value, zone) => readInstant(value, zone, DATE_ALONE in schema)
    case 'date':
      return readDay
    case 'period':
      return readMonth
    default:
      return readText
  }
}

/** A number that a float may have rounded is no text: digits of a code would be lost. */
const readText: Form = (value) => (Number.isSafeInteger(value) ? String(value) : value)

const NUMBER = /^-?(\d{1,15})(?:\.(\d{1,15}))?$/
/** So many digits survive the way through a float. */
const MOST_DIGITS = 15

/** A number, also one written as text with a decimal point. */
export const readNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const [text, whole = '', decimals = ''] = NUMBER.exec(value.trim()) ?? []
  if (text === undefined) return value
  const digits = whole.replace(/^0+/, '').length + decimals.replace(/0+$/, '').length
  return digits <= MOST_DIGITS ? Number(text) : value
}

export const readBoolean = (value: unknown) => {
  if (typeof value === 'boolean') return value
  const text = textOf(value).trim()
  if (/^(1|true|t|yes|y)$/i.test(text)) return true
  return /^(0|false|f|no|n)$/i.test(text) ? false : value
}
