import { isDeeperThan } from '../../../src/platform/schemas/json-object.ts'

/** What one record may be, in whatever form it comes. */
export const LONGEST_RECORD = 64 * 1024
export const MOST_FIELDS = 200
const MOST_LEVELS = 50

/** So many bytes of JSON are the most that a character, and a value that is no text, may have. */
const MOST_OF_CHARACTER = 6
const MOST_OF_SCALAR = 30

/**
 * Why something is too large to be a record, as a sentence; undefined when its fields may be read. What this takes is
 * in proportion to the record's length, and small for a record of no objects or lists.
 */
export function boundsProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const record = value as Record<string, unknown>
  let fields = 0
  let length = 0
  let isNested = false
  for (const name in record) {
    if (++fields > MOST_FIELDS) return `the record has more than ${MOST_FIELDS} fields`
    const field = record[name]
    length += MOST_OF_CHARACTER * name.length + MOST_OF_SCALAR
    if (typeof field === 'string') length += MOST_OF_CHARACTER * field.length
    else if (typeof field === 'object' && field !== null) isNested = true
  }
  if (!isNested && length <= LONGEST_RECORD) return undefined
  return nestingProblem(record) ?? lengthProblem(record)
}

/** What is kept of a record that has too many fields. */
export function firstFields(record: object): object {
  const first: Record<string, unknown> = {}
  let left = MOST_FIELDS
  for (const name in record) {
    if (left-- === 0) break
    first[name] = record[name as keyof typeof record]
  }
  return first
}

/** Why a value is nested too deeply to be walked through, as a sentence. */
export const nestingProblem = (value: unknown): string | undefined =>
  isDeeperThan(MOST_LEVELS, value) ? `the record is nested deeper than ${MOST_LEVELS} levels` : undefined

const lengthProblem = (record: object) =>
  Buffer.byteLength(JSON.stringify(record)) > LONGEST_RECORD
    ? `the record is longer than ${LONGEST_RECORD} bytes`
    : undefined
