import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import type { Candidate } from '../candidate.ts'
import { addRows, daysOf } from '../days.ts'
import type { Push, PushedFeed } from '../pushed-feed.ts'
import type { ReadChunk } from '../read-chunk.ts'
import { resolve } from '../reading/references.ts'
import { type Said, say } from '../reading/said.ts'
import { rejectionOf, storable } from '../rejected-record.ts'
import { storeGood } from './store-good.ts'
import type { Tally } from './tally.ts'

/** Stores those records of a chunk that are good, in the caller's transaction, which may be run again. */
export const storeChunk = async (
  tx: Transaction,
  feed: PushedFeed,
  chunk: ReadChunk,
  push: Push,
): Promise<Tally> => (await settle(tx, feed, chunk, push)).tally

/**
 * Finds what can't be stored of a chunk. Answers its candidates as they were read, each with its error, and the counts
 * of a push that stores nothing.
 */
export async function tryChunk(tx: Transaction, feed: PushedFeed, chunk: ReadChunk, push: Push) {
  const { tally, good, records } = await settle(tx, feed, chunk, push)
  const read = new Map(good.map((candidate, at) => [candidate, records[at]]))
  const errors = new Map(tally.rejections.map(({ position, error }) => [position, error]))
  return {
    tally: { ...tally, unchanged: 0, periods: [], days: [] },
    records: chunk.candidates.map((candidate) => ({
      index: candidate.position,
      record: storable(
        read.get(candidate) ?? (candidate.problem ? candidate.value : feed.knownOf(candidate.value)),
      ),
      error: errors.get(candidate.position) ?? null,
      ...(candidate.leftOut !== undefined && { left_out: candidate.leftOut }),
    })),
  }
}

/** Stores what can be stored, where the push keeps it, and counts where each candidate ends up. */
async function settle(tx: Transaction, feed: PushedFeed, chunk: ReadChunk, push: Push) {
  const { candidates, unreadable, reading, number } = chunk
  const { good, records, rejections } = await resolved(tx, feed, chunk)
  const { refused, tookBack, ...stored } = await storeGood(tx, feed, { good, records, number }, push)
  const { withoutOffset, unknown, several, threeDecimals } = reading
  const days = addRows('day', stored.days, daysOf(feed, rejections))
  for (const { candidate, error } of refused) rejections.push(rejectionOf(feed, candidate, [error], reading))
  rejections.sort((one, other) => one.position - other.position)
  const lines = candidates.reduce((sum, { lines = 1 }) => sum + lines, 0)
  const noFacts = candidates.filter(({ leftOut }) => leftOut !== undefined)
  const takers = new Set(tookBack)
  const tally: Tally = {
    ...stored,
    ...{ withoutOffset, unknown, several, threeDecimals },
    received: lines,
    repeated: stored.repeated + lines - candidates.length,
    left_out: noFacts.length - tookBack.length,
    rejected: rejections.length,
    unreadable,
    rejections,
    days,
    leftOut: reasonsOf(noFacts.filter((candidate) => !takers.has(candidate))),
    tookBack: reasonsOf(tookBack),
  }
  return { tally, good, records }
}

/** Why candidates are left out, and how many for each reason. */
function reasonsOf(candidates: Candidate[]): Said {
  const said: Said = {}
  for (const { leftOut = '' } of candidates) say(said, leftOut)
  return said
}

const listOf = (error: string | undefined): [string] | undefined =>
  error === undefined ? undefined : [error]

/** Looks up what records name, and checks those that could not be checked before. The chunk stays as it is. */
async function resolved(tx: Sql, feed: PushedFeed, { good, records, rejections, reading }: ReadChunk) {
  const problems = await resolve(tx, reading.references)
  if (reading.references.length === 0) return { good, records, rejections: [...rejections] }
  const errors = records.map((record) => problems.get(record) ?? listOf(feed.check(record)))
  const refused = errors.flatMap((error, at) => {
    const candidate = good[at] as Candidate
    return error && candidate.leftOut === undefined ? [rejectionOf(feed, candidate, error, reading)] : []
  })
  return {
    good: good.filter((_, at) => !errors[at]),
    records: records.filter((_, at) => !errors[at]),
    rejections: [...rejections, ...refused],
  }
}
