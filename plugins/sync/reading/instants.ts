import { FORMATS } from '../../../src/platform/schemas/formats.ts'
import { instantAt } from './local-time.ts'

/** How timestamps of a push are read, and how many of them had to be placed in the time zone. */
export interface SenderZone {
  timeZone: string
  /** Timestamps without an offset so far. */
  withoutOffset: number
}

const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[t ] ?(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?$/i
/** As Microsoft's JSON has it, and Xero: milliseconds since 1970. */
const TICKS = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/

/**
 * Reads a timestamp: with T or a blank, with or without seconds. Without an offset it is a time of the business time
 * zone; a date alone is its midnight there, where that may be meant. What is something else is left to the check.
 */
export function readInstant(value: unknown, zone: SenderZone, mayBeDate: boolean): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const ticks = TICKS.exec(text)
  if (ticks) return new Date(Number(ticks[1])).toISOString()
  const [, date, time, offset] = WRITTEN.exec(text) ?? []
  if (!date || !FORMATS.date?.check(date)) return value
  if (!time) return mayBeDate ? (instantAt(`${date}T00:00`, zone.timeZone) ?? value) : value
  if (offset) return `${date}T${time}${offsetOf(offset)}`
  const instant = instantAt(`${date}T${time}`, zone.timeZone)
  if (instant === undefined) return value
  zone.withoutOffset++
  return instant
}

const offsetOf = (text: string) => (/^[zug]/i.test(text) ? 'Z' : text.length === 3 ? `${text}:00` : text)

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[t ]00:00(?::00(?:\.0+)?)? ?(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)?$/i

/** Reads a date: one with the time of midnight is that date. */
export function readDay(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const ticks = TICKS.exec(text)
  if (ticks) return new Date(Number(ticks[1])).toISOString().slice(0, 10)
  return text.replace(MIDNIGHT, '$1')
}

/** Reads a month: its first day means it too. */
export function readMonth(value: unknown): unknown {
  const day = readDay(value)
  return typeof day === 'string' ? day.replace(/^(\d{4}-\d\d)-01$/, '$1') : day
}
