import { setImmediate as pause } from 'node:timers/promises'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { fieldWithUnstorableText } from '../../src/platform/http/unstorable-text.ts'
import { isDeeperThan } from '../../src/platform/schemas/json-object.ts'
import type { Feed, Push } from './feed.ts'
import type { Reading } from './reading/reader.ts'
import { resolve } from './reading/references.ts'
import { emptyTally, type Rejection, type Tally } from './tally.ts'

/** One element of a push. `problem` says why it is no record at all; then `value` is what was found instead. */
export interface Candidate {
  position: number
  value: unknown
  problem?: string
}

/** Reads and checks candidates and stores those that are good, in the caller's transaction. */
export async function storeChunk(
  tx: Transaction,
  feed: Feed,
  candidates: Candidate[],
  push: Push,
): Promise<Tally> {
  const { good, records, rejections, withoutOffset } = await readChunk(tx, feed, candidates, push)
  const { created, updated, deleted, refused, periods, past } = await feed.store(tx, records, push)
  for (const { at, error } of refused) rejections.push(rejectionOf(feed, good[at] as Candidate, error))
  rejections.sort((one, other) => one.position - other.position)
  const received = candidates.length
  const rejected = rejections.length
  const unchanged = received - created - updated - deleted - rejected
  const counts = { received, created, updated, unchanged, deleted, rejected }
  return { ...counts, rejections, periods, withoutOffset, past }
}

/**
 * Reads and checks candidates, and finds what can't be stored of them. Answers them as they are read, each with its
 * error, and the counts of a push that stores nothing.
 */
export async function tryChunk(tx: Transaction, feed: Feed, candidates: Candidate[], push: Push) {
  const { good, records, rejections, withoutOffset } = await readChunk(tx, feed, candidates, push)
  const { refused, past } = await feed.store(tx, records, { ...push, keep: false })
  for (const { at, error } of refused) rejections.push(rejectionOf(feed, good[at] as Candidate, error))
  rejections.sort((one, other) => one.position - other.position)
  const read = new Map(good.map(({ position }, at) => [position, records[at]]))
  const errors = new Map(rejections.map(({ position, error }) => [position, error]))
  return {
    tally: {
      ...emptyTally(),
      received: candidates.length,
      rejected: rejections.length,
      rejections,
      withoutOffset,
      past,
    },
    records: candidates.map(({ position, value }) => ({
      index: position,
      record: storable(read.get(position) ?? feed.shape?.(value) ?? value),
      error: errors.get(position) ?? null,
    })),
  }
}

/** Records that are read without a pause, which everything else in the process has to wait for. */
const RECORDS_AT_ONCE = 500

/** Reads and checks candidates. `records` are those of the `good` ones, in their documented form. */
async function readChunk(tx: Sql, feed: Feed, candidates: Candidate[], { request }: Push) {
  const { BUSINESS_TIMEZONE, CURRENCY } = request.server.env
  const reading: Reading = {
    timeZone: BUSINESS_TIMEZONE,
    currency: CURRENCY,
    withoutOffset: 0,
    references: [],
  }
  const rejections: Rejection[] = []
  let good: Candidate[] = []
  let records: object[] = []
  for (const [n, candidate] of candidates.entries()) {
    if (n % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) await pause()
    const record = candidate.problem ?? feed.read(candidate.value, reading)
    if (typeof record === 'string') rejections.push(rejectionOf(feed, candidate, record))
    else {
      good.push(candidate)
      records.push(record)
    }
  }
  if (reading.references.length > 0) {
    const problems = await resolve(tx, reading.references)
    const errors = records.map((record) => problems.get(record) ?? feed.check(record))
    for (const [at, error] of errors.entries())
      if (error) rejections.push(rejectionOf(feed, good[at] as Candidate, error))
    good = good.filter((_, at) => !errors[at])
    records = records.filter((_, at) => !errors[at])
  }
  return { good, records, rejections, withoutOffset: reading.withoutOffset }
}

const rejectionOf = (feed: Feed, { position, value }: Candidate, error: string): Rejection => ({
  position,
  key: keyOf(feed, value),
  error,
  record: storable(value),
})

const MOST_KEY = 300

/** The natural key as one text, as far as the record has it. */
function keyOf(feed: Feed, value: unknown): string | null {
  const parts = feed.keyOf(value).filter(isTextOrNumber)
  return parts.length > 0 ? clipped(parts.join('/'), MOST_KEY) : null
}

const isTextOrNumber = (part: unknown) => typeof part === 'string' || typeof part === 'number'

const MOST_RECORD = 4_000
const MOST_LEVELS = 20

/** The record as it is kept beside its error: as it is where a JSON column holds it, else the beginning of its text. */
function storable(value: unknown): unknown {
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
