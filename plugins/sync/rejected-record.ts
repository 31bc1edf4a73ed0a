// One record that is rejected; a push of which nothing is stored is refused, in refused-push.ts.

import { fieldWithUnstorableText } from '../../src/platform/http/requests/unstorable-text.ts'
import { isDeeperThan } from '../../src/platform/schemas/json-object.ts'
import type { Candidate } from './candidate.ts'
import { dayNamed } from './days.ts'
import type { PushedFeed } from './pushed-feed.ts'
import type { Rejection } from './storing/tally.ts'

/** A candidate as it is kept beside what is wrong with it. */
export const rejectionOf = (
  feed: PushedFeed,
  { position, line, value }: Candidate,
  error: string,
): Rejection => ({
  position,
  line,
  key: keyOf(feed, value),
  error,
  record: storable(value),
  day: dayNamed(feed, value),
})

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
