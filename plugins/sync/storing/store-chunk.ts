import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import type { Candidate, Push, PushedFeed } from '../pushed-feed.ts'
import type { ReadChunk } from '../read-chunk.ts'
import { addFindings, type Findings, say } from '../reading/findings.ts'
import { resolve } from '../reading/references.ts'
import { rejectionOf, storable } from '../rejected-record.ts'
import { storeGood } from './store-good.ts'
import { addTally, emptyTally, rejectedDays, type Tally } from './tally.ts'

/** Stores those records of a chunk that are good, in the caller's transaction, which may be run again. */
export const storeChunk = async (tx: Transaction, push: Push, chunk: ReadChunk): Promise<Tally> =>
  (await settle(tx, push, chunk)).tally

/**
 * Finds what can't be stored of a chunk. Answers its candidates as they were read, each with its error, and the counts
 * of a push that stores nothing.
 */
export async function tryChunk(tx: Transaction, push: Push, chunk: ReadChunk) {
  const { tally, good, records } = await settle(tx, push, chunk)
  const read = new Map(good.map((candidate, at) => [candidate, records[at]]))
  const errors = new Map(tally.rejections.map(({ position, error }) => [position, error]))
  return {
    tally: { ...tally, unchanged: 0, periods: [], days: [] },
    records: chunk.candidates.map((candidate) => ({
      index: candidate.position,
      record: storable(
        read.get(candidate) ?? (candidate.problem ? candidate.value : push.feed.knownOf(candidate.value)),
      ),
      error: errors.get(candidate.position) ?? null,
      ...(candidate.leftOut !== undefined && { left_out: candidate.leftOut }),
    })),
  }
}

/** Stores what can be stored, where the push keeps it, and counts where each candidate ends up. */
async function settle(tx: Transaction, push: Push, chunk: ReadChunk) {
  const { feed } = push
  const { candidates, unreadable, reading, number } = chunk
  const { good, records, rejections } = await resolved(tx, feed, chunk)
  const stored = await storeGood(tx, push, { good, records, number })
  // The days of what was refused are known to the statement that refused it; sellers are no facts and have none.
  const days = feed.facts ? rejectedDays(rejections.map(({ day }) => ({ day, rejected: 1 }))) : []
  for (const { candidate, error } of stored.refused)
    rejections.push(rejectionOf(feed, candidate, error, reading))
  rejections.sort((one, other) => one.position - other.position)
  const lines = candidates.reduce((sum, { lines = 1 }) => sum + lines, 0)
  const noFacts = candidates.filter(({ leftOut }) => leftOut !== undefined)
  const tookBack = new Set(stored.tookBack)
  const found: Findings = addFindings(reading.found, {})
  for (const candidate of noFacts)
    say(found, tookBack.has(candidate) ? 'tookBack' : 'leftOut', candidate.leftOut)
  const rest: Tally = {
    ...emptyTally(),
    withoutOffset: reading.withoutOffset,
    received: lines,
    repeated: lines - candidates.length,
    left_out: noFacts.length - tookBack.size,
    rejected: rejections.length,
    unreadable,
    days,
    found,
  }
  return { tally: { ...addTally(stored.tally, rest), rejections }, good, records }
}

/** Looks up what records name, and checks those that could not be checked before. The chunk stays as it is. */
async function resolved(tx: Sql, feed: PushedFeed, { good, records, rejections, reading }: ReadChunk) {
  if (reading.references.length === 0) return { good, records, rejections: [...rejections] }
  const problems = await resolve(tx, reading.references)
  const errors = records.map((record) => problems.get(record) ?? feed.check(record))
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
