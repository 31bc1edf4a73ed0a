import { fieldWithUnstorableText } from '../../src/platform/http/requests/json-bodies.ts'
import { isDeeperThan } from '../../src/platform/schemas/json-object.ts'
import type { Candidate, PushedFeed } from './pushed-feed.ts'
import { textOf } from './reading/forms.ts'
import type { ReadContext } from './reading/reader.ts'
import type { Problem, Rejection } from './storing/tally.ts'

/** A candidate as it is kept beside what is wrong with it: what was found, and what else its fields say. */
export function rejectionOf(
  feed: PushedFeed,
  { position, line, value, problem }: Candidate,
  found: string | string[],
  reading: ReadContext,
): Rejection {
  const errors = [found].flat()
  const error = errors[0] as string
  return {
    position,
    line,
    key: keyOf(feed, value),
    error,
    problems:
      problem === undefined
        ? problemsOf(feed, value, errors, reading)
        : [{ field: null, value: null, error }],
    record: storable(value),
    day: dayNamed(feed, value),
  }
}

/** One problem for each sentence, those that were found first. The record is read a second time, and counted once. */
function problemsOf(feed: PushedFeed, value: unknown, found: string[], reading: ReadContext): Problem[] {
  const others = feed.problemsOf(value, { ...reading, references: [], found: {} })
  const fields = new Map([...others].map(([field, error]) => [error, field]))
  return [...new Set([...found, ...fields.keys()])].map((error) => {
    const field = fields.get(error) ?? feed.nameOf(error.split(' ', 1)[0] as string)?.field ?? null
    return { field, value: field === null ? null : sent(feed.valueOf(value, field)), error }
  })
}

/** A value as it was sent, or the beginning of a long one. */
function sent(value: unknown): unknown {
  const kept = storable(value ?? null)
  return typeof kept === 'string' ? clipped(kept, MOST_KEY) : kept
}

const MOST_KEY = 300

/** The natural key as one text, as far as the record has it. */
function keyOf(feed: PushedFeed, value: unknown): string | null {
  const parts = feed.keyOf(value).filter(isTextOrNumber)
  return parts.length > 0 ? clipped(parts.join('/'), MOST_KEY) : null
}

const isTextOrNumber = (part: unknown) => typeof part === 'string' || typeof part === 'number'

const MOST_RECORD = 4_000
const MOST_LEVELS = 20

/** The record as it is kept beside its error: as it is where a JSON column holds it, else the beginning of its text. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return clipped(value, MOST_RECORD)
  if (isDeeperThan(MOST_LEVELS, value)) return null
  const text = JSON.stringify(value)
  return text.length <= MOST_RECORD && fieldWithUnstorableText(value) === undefined
    ? value
    : clipped(text, MOST_RECORD)
}

/** The beginning of a text, with what PostgreSQL can't store replaced. */
const clipped = (text: string, most: number) =>
  (text.length > most ? `${text.slice(0, most)}…` : text).toWellFormed().replaceAll('\0', '\uFFFD')

/** The day that a bad record names, as far as it can be read: in its own offset, not in the business time zone. */
function dayNamed(feed: PushedFeed, value: unknown): string | null {
  for (const field of feed.facts?.dayFields ?? []) {
    const text = textOf(feed.valueOf(value, field))
    const [, year, month, day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d)(?:$|[T ]))?/.exec(text.trim()) ?? []
    const date = `${year}-${month}-${day}`
    if (year && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)) return date
  }
  return null
}
