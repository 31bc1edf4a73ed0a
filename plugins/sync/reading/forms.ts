import { Kind, type TSchema } from '@sinclair/typebox'
import { DATE_ALONE } from '../../../src/feeds/fields.ts'
import { FORMATS } from '../../../src/platform/schemas/formats.ts'
import { wordOf } from '../../../src/platform/schemas/schemas.ts'
import { instantAt } from '../../../src/platform/time/local-time.ts'
import { addDays } from '../../../src/scoring/month.ts'

/** Turns the accepted forms of a value into the one that is checked; what it does not know it leaves to the check. */
export type Form = (value: unknown, zone: SenderZone) => unknown

/** The schemas of which a value has one: its own, and then null where it may be null. */
export const branchesOf = (schema: TSchema): TSchema[] => schema.anyOf ?? [schema]

/** The text of what was sent. An object or a list has none: it may not even be made one, as `{"toString": 1}`. */
export const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''))

/** Whether a value says nothing. */
export const isNone = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** How values of a field are read. Blank texts and null never come here. */
export function formOf(schema: TSchema): Form {
  if (schema[Kind] === 'OneOf')
    return (value) => (typeof value === 'string' ? wordOf(schema.enum, value) : value)
  if (schema.format === 'date-time') return (value, zone) => readInstant(value, zone, DATE_ALONE in schema)
  return FORMS_OF[schema.format ?? ''] ?? FORMS_OF[schema.type] ?? ((value) => value)
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

/** How timestamps of a push are read, and how many of them had to be placed in the time zone. */
export interface SenderZone {
  timeZone: string
  /** Timestamps without an offset so far. */
  withoutOffset: number
}

const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[t ] ?(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?$/i
/** As Microsoft's JSON has it, and Xero: milliseconds since 1970, and the offset in which they were meant. */
const TICKS = /^\/Date\((-?\d{1,14})(?:([+-])(0\d|1[0-4])([0-5]\d))?\)\/$/

/**
 * Reads a timestamp: with T or a blank, with or without seconds. Without an offset it is a time of the business time
 * zone; a date alone is its midnight there, where that may be meant. What is something else is left to the check.
 */
export function readInstant(value: unknown, zone: SenderZone, mayBeDate: boolean): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const ticks = TICKS.exec(text)
  if (ticks) return isoOf(Number(ticks[1])) ?? value
  const [, date, time, offset] = WRITTEN.exec(text) ?? []
  if (!date || !FORMATS.date?.check(date)) return value
  if (!time) return mayBeDate ? (instantAt(`${date}T00:00`, zone.timeZone) ?? value) : value
  if (offset) return `${date}T${time}${offsetOf(offset)}`
  const instant = instantAt(`${date}T${time}`, zone.timeZone)
  if (instant === undefined) return value
  zone.withoutOffset++
  return instant
}

/** The instant in UTC; undefined where a Date holds none. */
function isoOf(ms: number): string | undefined {
  const instant = new Date(ms)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

const offsetOf = (text: string) => (/^[zug]/i.test(text) ? 'Z' : text.length === 3 ? `${text}:00` : text)

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[t ]00:00(?::00(?:\.0+)?)? ?(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)?$/i

/** Reads a date: one with the time of midnight, in the offset that it names, is that date. */
export function readDay(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return (localOf(TICKS.exec(text)) ?? text).replace(MIDNIGHT, '$1')
}

/** The time that clocks show in the offset of ticks. */
function localOf(ticks: RegExpExecArray | null): string | undefined {
  if (!ticks) return undefined
  const [, ms, sign, hours = 0, minutes = 0] = ticks
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return isoOf(Number(ms) + (sign === '-' ? -ahead : ahead))
}

/** Reads a month: its first day means it too, and its last one. */
export function readMonth(value: unknown): unknown {
  const day = readDay(value)
  if (typeof day !== 'string' || !FORMATS.date?.check(day)) return day
  return [day, addDays(day, 1)].some((one) => one.endsWith('-01')) ? day.slice(0, 7) : day
}

/** How other values are read, by the format or the type of their field. */
const FORMS_OF: Record<string, Form> = {
  date: readDay,
  period: readMonth,
  integer: readNumber,
  number: readNumber,
  boolean: readBoolean,
  string: readText,
}
