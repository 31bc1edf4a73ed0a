import { fieldWithUnstorableText } from '../../src/platform/http/requests/json-bodies.ts'
import { FORMATS } from '../../src/platform/schemas/formats.ts'
import { isDeeperThan } from '../../src/platform/schemas/json-object.ts'
import type { Candidate, PushedFeed } from './pushed-feed.ts'
import { textOf } from './reading/forms.ts'
import type { Wrong } from './reading/record-check.ts'
import type { Rejection } from './storing/tally.ts'

/** A candidate as it is kept beside what is wrong with it, of which the first is most worth saying. */
export function rejectionOf(
  feed: PushedFeed,
  { position, line, value, sent = value, unread = {} }: Candidate,
  wrong: Wrong[],
): Rejection {
  const values = feed.valuesOf(value)
  const paths = feed.valuesOf(unread)
  const problems = wrong.map(({ field, error }) => ({
    field,
    value: field === null ? null : shown(values[field]),
    error: field !== null && paths[field] ? `${error}: what is at ${paths[field]} can't be read` : error,
  }))
  return {
    position,
    line,
    key: keyOf(feed, value),
    error: problems[0]?.error as string,
    problems,
    record: storable(sent),
    day: dayNamed(feed, values),
  }
}

/** A value as it was sent, or the beginning of a long one. */
function shown(value: unknown): unknown {
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
function dayNamed(feed: PushedFeed, values: Record<string, unknown>): string | null {
  for (const field of feed.facts?.dayFields ?? []) {
    const text = textOf(values[field])
    const [, year, month, day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d)(?:$|[T ]))?/.exec(text.trim()) ?? []
    const date = `${year}-${month}-${day}`
    if (year && FORMATS.date?.check(date)) return date
  }
  return null
}
