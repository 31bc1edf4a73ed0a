import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import type { Candidate, Push, PushedFeed } from '../pushed-feed.ts'
import type { ReadChunk } from '../read-chunk.ts'
import { addFindings, type Findings, say } from '../reading/findings.ts'
import { isRecord } from '../reading/names.ts'
import type { Wrong } from '../reading/record-check.ts'
import { type Reference, resolve } from '../reading/references.ts'
import { rejectionOf, storable } from '../rejected-record.ts'
import { keepRejections } from './ledger.ts'
import { storeGood } from './store-good.ts'
import { rejectedDays, type Tally } from './tally.ts'

/** Stores the good records of a chunk, and keeps what is wrong with the others. Its transaction may be run again. */
export async function storeChunk(tx: Transaction, push: Push, chunk: ReadChunk): Promise<Tally> {
  const { tally } = await settle(tx, push, chunk)
  await keepRejections(tx, push, tally)
  return tally
}

/** Finds what can't be stored of a chunk: its candidates, each with its error, and the counts of a push. */
export async function tryChunk(tx: Transaction, push: Push, chunk: ReadChunk) {
  const { tally, good, rejected } = await settle(tx, push, chunk)
  const isGood = new Set(good)
  return {
    tally: { ...tally, unchanged: 0 },
    records: chunk.candidates.map((candidate) => ({
      index: candidate.position,
      record: storable(isGood.has(candidate) ? candidate.record : unreadOf(push.feed, candidate)),
      error: rejected.get(candidate)?.error ?? null,
      ...(candidate.leftOut !== undefined && { left_out: candidate.leftOut }),
    })),
  }
}

/** What would be read of a candidate, as it was sent. */
const unreadOf = ({ nameOf }: PushedFeed, { value, sent = value, problem }: Candidate) =>
  problem === undefined && isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => nameOf(name)))
    : sent

/** Stores what can be stored, where the push keeps it, and counts where each candidate ends up. */
async function settle(tx: Transaction, push: Push, chunk: ReadChunk) {
  const { feed } = push
  const { candidates, unreadable, reading, number } = chunk
  const rejected = new Map(chunk.rejections)
  const reject = (candidate: Candidate, wrong: Wrong[]) => {
    if (candidate.leftOut === undefined) rejected.set(candidate, rejectionOf(feed, candidate, wrong))
  }
  const read = candidates.filter(({ record }) => record)
  const bad = await badAmong(tx, feed, read, reading.references)
  for (const [candidate, wrong] of bad) reject(candidate, wrong)
  // The days of what was refused are known to the statement that refused it; sellers are no facts and have none.
  const days = feed.facts ? rejectedDays([...rejected.values()].map(({ day }) => ({ day, rejected: 1 }))) : []
  const good = read.filter((candidate) => !bad.has(candidate))
  const stored = await storeGood(tx, push, good, number)
  for (const [candidate, error] of stored.refused) reject(candidate, feed.about(error))
  const rejections = [...rejected.values()].sort((one, other) => one.position - other.position)
  const lines = candidates.reduce((sum, { lines = 1 }) => sum + lines, 0)
  const noFacts = candidates.filter(({ leftOut }) => leftOut !== undefined)
  const found: Findings = addFindings(stored.tally.found, reading.found)
  for (const candidate of reading.threeDecimals.size > 0 ? good : [])
    if (!stored.refused.has(candidate))
      for (const [field, sent] of Object.entries(reading.threeDecimals.get(candidate.record as object) ?? {}))
        say(found, 'threeDecimals', field, 1, [sent])
  for (const candidate of noFacts)
    say(found, stored.tookBack.has(candidate) ? 'tookBack' : 'leftOut', candidate.leftOut)
  const tally: Tally = {
    ...stored.tally,
    withoutOffset: reading.withoutOffset,
    received: lines,
    repeated: stored.tally.repeated + lines - candidates.length,
    left_out: noFacts.length - stored.tookBack.size,
    rejected: rejections.length,
    unreadable,
    days: [...stored.tally.days, ...days],
    found,
    rejections,
  }
  return { tally, good, rejected }
}

/** Those records that name what is not known, or that could not be checked before and are bad, with what is wrong. */
async function badAmong(tx: Sql, feed: PushedFeed, read: Candidate[], references: Reference[]) {
  const bad = new Map<Candidate, Wrong[]>()
  if (references.length === 0) return bad
  const unknown = await resolve(tx, references)
  for (const candidate of read) {
    const named = unknown.get(candidate.record as object) ?? []
    const others = feed.check(candidate.record)
    const wrong = [...named, ...others.filter(({ field }) => !named.some((one) => one.field === field))]
    if (wrong.length > 0) bad.set(candidate, wrong)
  }
  return bad
}
