import type { Transaction } from '../../../src/platform/database/database.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import type { Candidate, Push } from '../pushed-feed.ts'
import { type Findings, say } from '../reading/findings.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

/**
 * Stores the good records of a chunk, and counts their keys. A key that a chunk before had is stored apart: what it
 * does counts with that chunk, and here it is only repeated.
 */
export async function storeGood(tx: Transaction, push: Push, good: Candidate[], number: number) {
  const { feed, seen } = push
  for (const candidate of good) candidate.key = keyOf(candidate.record as Fields, feed.key)
  const { again = [], first = [] } = Object.groupBy(good, ({ key = '' }) =>
    (seen?.get(key) ?? number) < number ? 'again' : 'first',
  )
  if (feed.lines && seen) requireTogether(again, seen.size >= MOST_KEYS)
  const stored = await storePart(tx, push, first)
  if (again.length > 0) {
    const { tally, refused, tookBack } = await storePart(tx, push, again)
    stored.tally = addTally(stored.tally, asRepeated(tally, factsOf(again, refused)))
    for (const [candidate, error] of refused) stored.refused.set(candidate, error)
    for (const candidate of tookBack) stored.tookBack.add(candidate)
  }
  if (seen)
    for (const { key = '' } of factsOf(good, stored.refused))
      if (seen.size < MOST_KEYS && !seen.has(key)) seen.set(key, number)
  return stored
}

/** @throws 400 where lines of one key stand so far apart that they were not added up */
function requireTogether([first]: Candidate[], isFull: boolean) {
  if (isFull)
    throw payloadTooLarge(
      'push_too_large',
      'Nothing was stored, because the mapping adds up lines, and the table has more than a million keys: send it in parts, each with all lines of its keys',
    )
  if (first)
    throw badRequest(
      'body_not_readable',
      `Nothing was stored, because the lines of ${readable(first.key)} do not stand together; they come again on line ${first.line}: sort the table by its key`,
    )
}

/**
 * Counts each of the good records once; those that are no facts only where they took something back. `tookBack` are those
 * that are none any more, and did.
 */
async function storePart(tx: Transaction, push: Push, good: Candidate[]) {
  const hasRepeats = new Set(good.map(({ key }) => key)).size < good.length
  const { deleted, refused, ...counted } = await push.feed.store(tx, good, push, hasRepeats)
  const stored = { ...emptyTally(), ...counted }
  const facts = factsOf(good, refused)
  const keys = hasRepeats ? new Set(facts.map(({ key }) => key)).size : facts.length
  const tookBack = new Set(deleted.filter(({ leftOut }) => leftOut !== undefined))
  const tally: Tally = {
    ...stored,
    unchanged: keys - stored.created - stored.updated - (deleted.length - tookBack.size),
    repeated: facts.length - keys,
    deleted: deleted.length,
  }
  if (hasRepeats && push.feed.facts) sayDiffering(tally.found, facts)
  return { tally, refused, tookBack }
}

/** Those that are facts and were not refused. */
const factsOf = (good: Candidate[], refused: Map<Candidate, string>) =>
  good.filter((candidate) => candidate.leftOut === undefined && !refused.has(candidate))

/** What differs from a chunk before was counted there. It is a surprise where nobody said that it is newer. */
function asRepeated(tally: Tally, facts: Candidate[]): Tally {
  const areDated = facts.some(({ record }) => (record as Fields).observed_at)
  const { differing: _, differingKeys: __, ...found } = tally.found
  // Which of several have changed is not known.
  if (!areDated && tally.updated > 0) say(found, 'differingAgain', '', tally.updated)
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
function sayDiffering(found: Findings, facts: Candidate[]) {
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

/** The natural key of a record as one text. null and undefined are the same. */
const keyOf = (record: Fields, key: string[]) => key.map((field) => record[field] ?? '').join(SEPARATOR)

const readable = (key = '') => key.replaceAll(SEPARATOR, '/')

/** No text of a record holds it. */
const SEPARATOR = '\0'

/** So many keys of a stream are remembered, which is some hundred megabytes at the most. */
const MOST_KEYS = 1_000_000
