import { setImmediate as pause } from 'node:timers/promises'
import type { Env } from '../../src/env.ts'
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
  /** Those that may be stored, and their records in their documented form. */
  good: Candidate[]
  records: object[]
  rejections: Rejection[]
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
  for await (const candidates of feed.lines ? joinChunks(chunks, feed.lines) : chunks)
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
    ...{ candidates: [], number, good: [], records: [], rejections: [], unreadable: 0 },
    reading: { timeZone: BUSINESS_TIMEZONE, currency: CURRENCY, withoutOffset: 0, references: [], found: {} },
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

/** The candidate, or those that a mapping makes of it. */
function partsOf(feed: PushedFeed, candidate: Candidate): Candidate[] {
  const parts = candidate.problem === undefined ? feed.partsOf?.(candidate.value) : undefined
  if (typeof parts === 'string') return [{ ...candidate, problem: parts }]
  return parts && parts.length > 1 ? parts.map((value) => ({ ...candidate, value })) : [candidate]
}

function readOne(feed: PushedFeed, candidate: Candidate, chunk: ReadChunk) {
  const { problem, value } = candidate
  const noFact = problem === undefined ? feed.noFact?.(value) : undefined
  const record = problem ?? (noFact ? undefined : feed.read(value, chunk.reading))
  chunk.candidates.push(candidate)
  if (typeof record === 'string') {
    chunk.rejections.push(rejectionOf(feed, candidate, record, chunk.reading))
    return
  }
  if (noFact) candidate.leftOut = noFact.why
  const kept = record ?? (noFact?.mayHaveBeen ? feed.takeBack?.(value, chunk.reading) : undefined)
  if (!kept) return
  chunk.good.push(candidate)
  chunk.records.push(kept)
}
