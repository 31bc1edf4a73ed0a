import { setImmediate as pause } from 'node:timers/promises'
import type { Env } from '../../src/env.ts'
import type { NoFact } from './mappings/mapped-feed.ts'
import { joinChunks } from './mappings/parts.ts'
import type { Candidate, PushedFeed } from './pushed-feed.ts'
import { boundsProblem, firstFields } from './reading/bounds.ts'
import { isRecord } from './reading/names.ts'
import type { ReadContext } from './reading/reader.ts'
import { rejectionOf } from './rejected-record.ts'
import type { Rejection } from './storing/tally.ts'

/** Candidates as they were read, before the database is asked. */
export interface ReadChunk {
  candidates: Candidate[]
  /** How many chunks came before. */
  number: number
  rejections: Map<Candidate, Rejection>
  /** How many candidates are no record at all, such as a line that is no JSON. */
  unreadable: number
  /** `references` must be looked up before their records can be checked. */
  reading: ReadContext
}

/** Reads and checks chunk after chunk. A mapping may have made one candidate of several lines. */
export async function* readChunks(
  feed: PushedFeed,
  chunks: Iterable<Candidate[]> | AsyncIterable<Candidate[]>,
  env: Env,
): AsyncGenerator<ReadChunk> {
  let number = 0
  for await (const candidates of feed.lines ? joinChunks(chunks, feed) : chunks)
    yield readChunk(feed, candidates, env, number++)
}

/** How long records are read without a pause, which everything else in the process has to wait for. */
const AT_ONCE_MS = 10

async function readChunk(
  feed: PushedFeed,
  candidates: Candidate[],
  { BUSINESS_TIMEZONE, CURRENCY }: Env,
  number: number,
): Promise<ReadChunk> {
  const chunk: ReadChunk = {
    ...{ candidates: [], number, rejections: new Map(), unreadable: 0 },
    reading: {
      ...{ timeZone: BUSINESS_TIMEZONE, currency: CURRENCY, withoutOffset: 0 },
      ...{ references: [], found: {}, threeDecimals: new Map() },
    },
  }
  let begun = performance.now()
  for (const candidate of candidates) {
    if (performance.now() - begun > AT_ONCE_MS) {
      await pause()
      begun = performance.now()
    }
    if (!isRecord(candidate.value)) chunk.unreadable++
    const problem = boundsProblem(candidate.value)
    if (problem) Object.assign(candidate, { problem, value: firstFields(candidate.value as object) })
    for (const part of partsOf(feed, candidate)) readOne(feed, part, chunk)
  }
  return chunk
}

function partsOf(feed: PushedFeed, candidate: Candidate): Candidate[] {
  const parts = candidate.problem === undefined ? feed.partsOf?.(candidate.value) : undefined
  if (typeof parts === 'string') return [{ ...candidate, problem: parts }]
  return parts && parts.length > 1 ? parts.map((value) => ({ ...candidate, value })) : [candidate]
}

function readOne(feed: PushedFeed, given: Candidate, { candidates, rejections, reading }: ReadChunk) {
  const { value: sent, problem } = given
  const unread = {}
  const candidate = feed.shape ? { ...given, sent, unread, value: feed.shape(sent, unread) } : given
  candidates.push(candidate)
  const noFact = problem === undefined ? feed.noFact?.(sent) : undefined
  if (noFact) candidate.leftOut = noFact.why
  else if (problem === undefined) feed.notice?.(sent, reading.found)
  const record = noFact
    ? takeBack(feed, noFact, candidate, reading)
    : problem === undefined
      ? feed.read(candidate.value, reading)
      : feed.about(problem)
  if (Array.isArray(record)) rejections.set(candidate, rejectionOf(feed, candidate, record))
  else candidate.record = record
}

/**
 * The record that takes back what is stored under the key of one that is no fact any more; undefined where its key can't
 * be read. Sellers are no facts: none is removed because it is left out.
 */
function takeBack(feed: PushedFeed, { mayHaveBeen }: NoFact, { value }: Candidate, reading: ReadContext) {
  if (!mayHaveBeen || !feed.facts || !isRecord(value)) return undefined
  const needed = [...feed.key, 'observed_at']
  const kept = Object.entries(value).filter(([name]) => needed.includes(feed.nameOf(name)?.field ?? ''))
  const record = feed.read({ ...Object.fromEntries(kept), deleted: true }, reading)
  return Array.isArray(record) ? undefined : record
}
