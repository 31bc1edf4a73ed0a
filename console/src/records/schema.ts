import { outside, sentenceCase, textOf, tooLong } from '../ui/format.ts'

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

/** What is used of a JSON schema of the API’s document. */
export interface Schema {
  type?: Type | Type[]
  format?: string
  enum?: string[]
  examples?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  /** The pattern in words, by the service itself. */
  'x-says'?: string
  /** What people call it, how it is filled in, and the list of which it names an entry. */
  'x-label'?: string
  'x-help'?: string
  'x-refers'?: string
  /** The field that a date must not lie before. */
  'x-follows'?: string
  /** The values of other fields with which it has a meaning. */
  'x-when'?: Record<string, string>
  /** Words that are known of an open list. */
  'x-known'?: string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

export interface Field extends Schema {
  type?: Type
  name: string
  isRequired: boolean
  /** It shows that it is needed. Default: if it is; what stands already and stays needs no mark. */
  isMarked?: boolean
  isNullable: boolean
}

/** The fields of a body, those that are asked for in that order, each without its `or null`. */
export function fieldsOf({ properties = {}, required = [] }: Schema, asked?: string[]): Field[] {
  return (asked ?? Object.keys(properties).filter((name) => name !== 'id'))
    .flatMap((name) => (properties[name] ? [{ name, schema: properties[name] }] : []))
    .map(({ name, schema: { anyOf, ...outer } }) => {
      const inner = anyOf?.find(({ type }) => type !== 'null')
      const types = [outer.type ?? inner?.type ?? []].flat()
      const type = types.find((one) => one !== 'null')
      const isNullable = Boolean(anyOf) || types.includes('null')
      // What only accounts of one role have, these need: without it they see nothing.
      const isRequired = required.includes(name) || 'x-when' in outer
      return { ...inner, ...outer, type, name, isRequired, isNullable }
    })
    .filter(({ type }) => type !== 'object')
}

/** Whether a field has a meaning beside the others. */
export const isMeant = ({ 'x-when': when = {} }: Field, others: Record<string, unknown>) =>
  Object.entries(when).every(([name, value]) => others[name] === value)

/** What is chosen; the code of a record itself names its own list, and is written. */
const isChoice = (field: Field) =>
  field.enum ||
  field.format === 'period' ||
  (field['x-refers'] && field.type === 'integer') ||
  field['x-known']

/** What is wrong with a value beside the others, as the description of the field has it; the service has the last word. */
export function fault(field: Field, value: unknown, others: Record<string, unknown> = {}): string | null {
  const { minLength, maxLength, minimum, maximum, pattern, format } = field
  if (value == null || String(value).trim() === '')
    return !field.isRequired ? null : isChoice(field) ? 'Choose one' : 'Fill this in'
  if (Array.isArray(value)) {
    const item = { ...field, ...field.items } as Field
    const found = value.find((one) => fault(item, one) !== null)
    return found === undefined ? null : `“${found}”: ${fault(item, found)}`
  }
  if (Number.isNaN(value)) return 'Enter a number'
  const range = outside(value, minimum, maximum)
  if (range) return range
  if (field.type === 'integer' && !Number.isInteger(Number(value))) return 'Enter a whole number'
  if (typeof value !== 'string') return null
  const begin = others[field['x-follows'] ?? '']
  if (typeof begin === 'string' && value < begin) return `Must not be before ${textOf(begin)}`
  if (minLength && value.trim().length < minLength) return `At least ${minLength} characters`
  const long = maxLength && tooLong(value, maxLength)
  if (long) return long
  if (format === 'uri' && !(/^https?:\/\/[^/]/i.test(value) && URL.canParse(value)))
    return 'Enter a complete address that begins with https:// or http://'
  if (pattern && !new RegExp(pattern, 'u').test(value))
    return sentenceCase(field['x-says'] ?? 'Does not look right')
  if (format === 'email' && !/^\S+@\S+\.\S+$/.test(value)) return 'Enter a complete e-mail address'
  return null
}
