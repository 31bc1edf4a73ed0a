import type { Transaction } from '../../../src/platform/database/database.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import type { Candidate } from '../candidate.ts'
import { addRows } from '../days.ts'
import type { Push, PushedFeed, Stored } from '../pushed-feed.ts'
import { addOddDates } from './date-checks.ts'
import { keysOf, readable } from './keys.ts'
import { addDiffering, type Differing, differingAmong, type Keyed, noneDiffer } from './repeats.ts'

/** What became of good records. Each is counted once; those that are no facts only where they took something back. */
interface StoredGood extends Omit<Stored, 'refused' | 'deleted'> {
  unchanged: number
  repeated: number
  deleted: number
  refused: { candidate: Candidate; error: string }[]
  /** Those that are no facts any more, and took back what was stored. */
  tookBack: Candidate[]
  differing: Differing
}

/**
 * Stores the good records of a chunk, and counts their keys. A key that a chunk before had is stored apart: what it
 * does counts with that chunk, and here it is only repeated.
 */
export async function storeGood(
  tx: Transaction,
  feed: PushedFeed,
  { good, records, number }: { good: Candidate[]; records: object[]; number: number },
  push: Push,
): Promise<StoredGood> {
  const keys = keysOf(records, feed.key)
  const all = records.map((record, i) => ({ record, candidate: good[i], key: keys[i] }) as Keyed)
  const isAgain = ({ key }: Keyed) => push.seen?.isOfEarlier(key, number) ?? false
  const again = all.filter(isAgain)
  const first = await storePart(tx, feed, again.length === 0 ? all : all.filter((one) => !isAgain(one)), push)
  const { facts, ...stored } =
    again.length === 0 ? first : together(first, asRepeated(await storePart(tx, feed, again, push)))
  if (feed.lines && push.seen) requireTogether(again, push.seen.isFull)
  for (const { key } of facts) push.seen?.add(key, number)
  return stored
}

/** @throws 400 where lines of one key stand so far apart that they were not added up */
function requireTogether([first]: Keyed[], isFull: boolean) {
  if (isFull)
    throw payloadTooLarge(
      'push_too_large',
      'Nothing was stored, because the mapping adds up lines, and the table has more than a million keys: send it in parts',
    )
  if (first)
    throw badRequest(
      'body_not_readable',
      `Nothing was stored, because the lines of ${readable(first.key)} do not stand together; they come again on line ${first.candidate.line}: sort the table by its key`,
    )
}

type Part = StoredGood & { facts: Keyed[] }

async function storePart(tx: Transaction, feed: PushedFeed, good: Keyed[], push: Push): Promise<Part> {
  const hasRepeats = new Set(good.map(({ key }) => key)).size < good.length
  const stored = await feed.store(
    tx,
    good.map(({ record }) => record),
    push,
    hasRepeats,
  )
  const candidateAt = (at: number) => (good[at] as Keyed).candidate
  const isRefused = new Set(stored.refused.map(({ at }) => at))
  const facts = good.filter(({ candidate }, at) => candidate.leftOut === undefined && !isRefused.has(at))
  const keys = hasRepeats ? new Set(facts.map(({ key }) => key)).size : facts.length
  const tookBack = stored.deleted.map(candidateAt).filter(({ leftOut }) => leftOut !== undefined)
  return {
    ...stored,
    facts,
    unchanged: keys - stored.created - stored.updated - (stored.deleted.length - tookBack.length),
    repeated: facts.length - keys,
    deleted: stored.deleted.length,
    refused: stored.refused
      .map(({ at, error }) => ({ candidate: candidateAt(at), error }))
      .filter(({ candidate }) => candidate.leftOut === undefined),
    tookBack,
    differing: hasRepeats && feed.facts ? differingAmong(facts) : noneDiffer(),
  }
}

/** What differs from a chunk before was counted there. It is a surprise where nobody said that it is newer. */
function asRepeated(part: Part): Part {
  const areDated = part.facts.some(({ record }) => 'observed_at' in record && record.observed_at)
  const changed = areDated ? 0 : part.updated
  return {
    ...part,
    updated: 0,
    unchanged: 0,
    repeated: part.repeated + part.updated + part.unchanged,
    // Which of several have changed is not known.
    differing: { records: 2 * changed, keys: changed, named: [], areLines: true },
  }
}

const together = (one: Part, other: Part): Part => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  repeated: one.repeated + other.repeated,
  deleted: one.deleted + other.deleted,
  refused: [...one.refused, ...other.refused],
  tookBack: [...one.tookBack, ...other.tookBack],
  facts: [...one.facts, ...other.facts],
  periods: addRows('period', one.periods, other.periods),
  days: addRows('day', one.days, other.days),
  late: one.late + other.late,
  oddDates: addOddDates(one.oddDates, other.oddDates),
  past: one.past + other.past,
  differing: addDiffering(one.differing, other.differing),
})
