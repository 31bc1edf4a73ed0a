import type { Transaction } from '../../../src/platform/database/database.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import type { Candidate, Push } from '../pushed-feed.ts'
import { type Findings, say } from '../reading/findings.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

/** A good record with what it was read from and its key. */
interface Keyed {
  candidate: Candidate
  record: object
  key: string
}

/** What became of good records. Each is counted once; those that are no facts only where they took something back. */
interface StoredGood {
  tally: Tally
  refused: { candidate: Candidate; error: string }[]
  /** Those that are no facts any more, and took back what was stored. */
  tookBack: Candidate[]
  facts: Keyed[]
}

/**
 * Stores the good records of a chunk, and counts their keys. A key that a chunk before had is stored apart: what it
 * does counts with that chunk, and here it is only repeated.
 */
export async function storeGood(
  tx: Transaction,
  push: Push,
  { good, records, number }: { good: Candidate[]; records: object[]; number: number },
): Promise<StoredGood> {
  const keys = keysOf(records, push.feed.key)
  const all = records.map((record, i) => ({ record, candidate: good[i], key: keys[i] }) as Keyed)
  const { again = [], first = [] } = Object.groupBy(all, ({ key }) =>
    push.seen?.isOfEarlier(key, number) ? 'again' : 'first',
  )
  let stored = await storePart(tx, push, first)
  if (again.length > 0) {
    const { tally, ...repeated } = await storePart(tx, push, again)
    stored = {
      tally: addTally(stored.tally, asRepeated(tally, repeated.facts)),
      refused: [...stored.refused, ...repeated.refused],
      tookBack: [...stored.tookBack, ...repeated.tookBack],
      facts: [...stored.facts, ...repeated.facts],
    }
  }
  if (push.feed.lines && push.seen) requireTogether(again, push.seen.isFull)
  for (const { key } of stored.facts) push.seen?.add(key, number)
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

async function storePart(tx: Transaction, push: Push, good: Keyed[]): Promise<StoredGood> {
  const hasRepeats = new Set(good.map(({ key }) => key)).size < good.length
  const { deleted, refused, ...stored } = await push.feed.store(
    tx,
    good.map(({ record }) => record),
    push,
    hasRepeats,
  )
  const candidateAt = (at: number) => (good[at] as Keyed).candidate
  const isRefused = new Set(refused.map(({ at }) => at))
  const facts = good.filter(({ candidate }, at) => candidate.leftOut === undefined && !isRefused.has(at))
  const keys = hasRepeats ? new Set(facts.map(({ key }) => key)).size : facts.length
  const tookBack = deleted.map(candidateAt).filter(({ leftOut }) => leftOut !== undefined)
  const tally: Tally = {
    ...emptyTally(),
    ...stored,
    unchanged: keys - stored.created - stored.updated - (deleted.length - tookBack.length),
    repeated: facts.length - keys,
    deleted: deleted.length,
  }
  if (hasRepeats && push.feed.facts) sayDiffering(tally.found, facts)
  return {
    tally,
    facts,
    tookBack,
    refused: refused
      .map(({ at, error }) => ({ candidate: candidateAt(at), error }))
      .filter(({ candidate }) => candidate.leftOut === undefined),
  }
}

/** What differs from a chunk before was counted there. It is a surprise where nobody said that it is newer. */
function asRepeated(tally: Tally, facts: Keyed[]): Tally {
  const areDated = facts.some(({ record }) => 'observed_at' in record && record.observed_at)
  const { differing: _, differingKeys: __, ...found } = tally.found
  // Which of several have changed is not known.
  if (!areDated && tally.updated > 0) {
    say(found, 'differing', '', 2 * tally.updated)
    say(found, 'differingKeys', '', tally.updated)
  }
  return {
    ...tally,
    updated: 0,
    unchanged: 0,
    repeated: tally.repeated + tally.updated + tally.unchanged,
    found,
  }
}

/**
 * The records of one key that differ, where nobody said which of them is newer: versions of a fact with different
 * observed_at, and one that takes a fact back, are meant to differ.
 */
function sayDiffering(found: Findings, facts: Keyed[]) {
  for (const [key, same] of Map.groupBy(facts, ({ key }) => key)) {
    if (!same.some(({ record }, i) => i > 0 && contradicts(record as Fields, same[i - 1]?.record as Fields)))
      continue
    say(found, 'differing', '', same.length, [readable(key)])
    say(found, 'differingKeys')
  }
}

type Fields = Record<string, unknown>

function contradicts(record: Fields, before: Fields) {
  if (record.deleted || before.deleted || !isSame(record.observed_at, before.observed_at)) return false
  return Object.keys({ ...record, ...before }).some((field) => !isSame(record[field], before[field]))
}

const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/** The natural key of each record as one text. null and undefined are the same. */
const keysOf = (records: object[], key: string[]): string[] =>
  (records as Record<string, unknown>[]).map((record) =>
    key.map((field) => record[field] ?? '').join(SEPARATOR),
  )

/** A key as people read it. */
const readable = (key: string) => key.replaceAll(SEPARATOR, '/')

/** No text of a record holds it. */
const SEPARATOR = '\0'

/** So many keys of a stream are remembered, which is some hundred megabytes at the most. */
const MOST_KEYS = 1_000_000

/** The keys of a stream, each with the number of the chunk that had it first. */
export class SeenKeys {
  #chunks = new Map<string, number>()

  get isFull() {
    return this.#chunks.size >= MOST_KEYS
  }

  /** Whether a chunk before this one had the key. A chunk may be asked about again. */
  isOfEarlier(key: string, chunk: number): boolean {
    return (this.#chunks.get(key) ?? chunk) < chunk
  }

  add(key: string, chunk: number) {
    if (!this.isFull && !this.#chunks.has(key)) this.#chunks.set(key, chunk)
  }
}
