import pg from 'pg'
import { daysOf, millisecondsOf } from './instants.ts'

/** How values of a type are written as PostgreSQL reads them from a binary parameter. */
interface Element {
  oid: number
  /** At least as many bytes as the value takes. */
  most(value: never): number
  /** Writes the value at a place and answers where it ends. */
  write(bytes: Buffer, value: never, at: number): number
}

const { builtins } = pg.types
const element = <Value>(oid: number, most: (value: Value) => number, write: Write<Value>): Element => ({
  oid,
  most,
  write,
})
type Write<Value> = (bytes: Buffer, value: Value, at: number) => number

const TWO_TO_32 = 4_294_967_296

const ELEMENTS = {
  int: element<number>(
    builtins.INT4,
    () => 4,
    (bytes, value, at) => bytes.writeInt32BE(value, at),
  ),
  bool: element<boolean>(
    builtins.BOOL,
    () => 1,
    (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at),
  ),
  text: element<string>(builtins.TEXT, (value) => 3 * value.length, writeText),
  date: element<string>(
    builtins.DATE,
    () => 4,
    (bytes, value, at) => bytes.writeInt32BE(daysOf(value), at),
  ),
  'timestamptz(3)': element<string>(builtins.TIMESTAMPTZ, () => 8, writeInstant),
}

/** The types whose arrays can be written so. */
export type BinaryType = keyof typeof ELEMENTS
export const isBinaryType = (type: string): type is BinaryType => Object.hasOwn(ELEMENTS, type)

const HEAD = 20
const LENGTH = 4
const NULL = -1

/**
 * The values as the parameter of a PostgreSQL array in its binary form, which the server reads in half the time of its
 * text. Numbers for int, `2026-01-31` for date, texts in the format date-time for timestamptz(3).
 * @throws when a value is none of its type
 */
export function binaryArray(type: BinaryType, values: unknown[]): Buffer {
  const { oid, most, write } = ELEMENTS[type] as Element
  let size = HEAD
  for (const value of values) size += LENGTH + (isNone(value) ? 0 : most(value as never))
  const bytes = Buffer.allocUnsafe(size)
  let at = HEAD
  let hasNulls = 0
  for (const value of values) {
    const start = at + LENGTH
    const end = isNone(value) ? start : write(bytes, value as never, start)
    if (isNone(value)) hasNulls = 1
    bytes.writeInt32BE(isNone(value) ? NULL : end - start, at)
    at = end
  }
  const dimensions = values.length > 0 ? 1 : 0
  for (const [i, word] of [dimensions, hasNulls, oid, values.length, 1].entries())
    bytes.writeInt32BE(word, 4 * i)
  return bytes.subarray(0, dimensions > 0 ? at : 12)
}

const isNone = (value: unknown) => value === null || value === undefined

/** Most texts are short and have ASCII alone: writing these by hand is quicker than the call that writes any. */
const SHORT = 48
function writeText(bytes: Buffer, text: string, start: number): number {
  if (text.length > SHORT) return start + bytes.write(text, start)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return start + bytes.write(text, start)
    bytes[start + i] = code
  }
  return start + text.length
}

/** Microseconds from 2000 in 64 bits. They are exact: up to 2^56 every thousandth number is. */
function writeInstant(bytes: Buffer, text: string, at: number): number {
  const micros = millisecondsOf(text) * 1000
  const high = Math.floor(micros / TWO_TO_32)
  return bytes.writeUInt32BE(micros - high * TWO_TO_32, bytes.writeInt32BE(high, at))
}
