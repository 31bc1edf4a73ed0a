import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import type { Candidate } from '../candidate.ts'
import { addDays, daysOf } from '../days.ts'
import type { Push, PushedFeed } from '../pushed-feed.ts'
import type { ReadChunk } from '../read-chunk.ts'
import { resolve } from '../reading/references.ts'
import { rejectionOf, storable } from '../rejected-record.ts'
import { keepStoredCodes } from './stored-spellings.ts'
import { emptyTally, type Tally } from './tally.ts'

/** Stores those records of a chunk that are good, in the caller's transaction, which may be run again. */
export async function storeChunk(
  tx: Transaction,
  feed: PushedFeed,
  chunk: ReadChunk,
  push: Push,
): Promise<Tally> {
  const { good, records, rejections } = await resolved(tx, feed, chunk)
  const stored = await feed.store(tx, records, push)
  const { created, updated, deleted, refused, periods, late, past, oddDates } = stored
  const days = addDays(stored.days, daysOf(feed, rejections))
  for (const { at, error } of refused) rejections.push(rejectionOf(feed, good[at] as Candidate, error))
  rejections.sort((one, other) => one.position - other.position)
  const received = chunk.candidates.length
  const rejected = rejections.length
  const unchanged = received - created - updated - deleted - rejected
  const counts = { received, created, updated, unchanged, deleted, rejected }
  const { unreadable, reading } = chunk
  const { withoutOffset, unknown } = reading
  return { ...counts, unreadable, late, rejections, periods, days, withoutOffset, unknown, past, oddDates }
}

/**
 * Finds what can't be stored of a chunk. Answers its candidates as they were read, each with its error, and the counts
 * of a push that stores nothing.
 */
export async function tryChunk(tx: Transaction, feed: PushedFeed, chunk: ReadChunk, push: Push) {
  const { candidates, reading } = chunk
  const { good, records, rejections } = await resolved(tx, feed, chunk)
  const { refused, late, past, oddDates } = await feed.store(tx, records, push)
  for (const { at, error } of refused) rejections.push(rejectionOf(feed, good[at] as Candidate, error))
  rejections.sort((one, other) => one.position - other.position)
  const read = new Map(good.map(({ position }, at) => [position, records[at]]))
  const errors = new Map(rejections.map(({ position, error }) => [position, error]))
  return {
    tally: {
      ...emptyTally(),
      received: candidates.length,
      rejected: rejections.length,
      unreadable: chunk.unreadable,
      late,
      rejections,
      withoutOffset: reading.withoutOffset,
      unknown: reading.unknown,
      past,
      oddDates,
    },
    records: candidates.map(({ position, value, problem }) => ({
      index: position,
      record: storable(read.get(position) ?? (problem ? value : feed.knownOf(value))),
      error: errors.get(position) ?? null,
    })),
  }
}

/** Looks up what records name, and checks those that could not be checked before. The chunk stays as it is. */
async function resolved(tx: Sql, feed: PushedFeed, { good, records, rejections, reading }: ReadChunk) {
  const problems = await resolve(tx, reading.references)
  await keepStoredCodes(tx, feed, reading.respelled)
  if (reading.references.length === 0) return { good, records, rejections: [...rejections] }
  const errors = records.map((record) => problems.get(record) ?? feed.check(record))
  const refused = errors.flatMap((error, at) =>
    error ? [rejectionOf(feed, good[at] as Candidate, error)] : [],
  )
  return {
    good: good.filter((_, at) => !errors[at]),
    records: records.filter((_, at) => !errors[at]),
    rejections: [...rejections, ...refused],
  }
}
