import { setImmediate as pause } from 'node:timers/promises'
import type { Env } from '../../src/env.ts'
import type { Candidate } from './candidate.ts'
import type { PushedFeed } from './pushed-feed.ts'
import { boundsProblem, firstFields } from './reading/bounds.ts'
import type { ReadContext } from './reading/reader.ts'
import { isRecord } from './reading/record-names.ts'
import { noUnknownNames } from './reading/unknown-names.ts'
import { rejectionOf } from './rejected-record.ts'
import type { Rejection } from './storing/tally.ts'

/** Candidates as they were read, before the database is asked. */
export interface ReadChunk {
  candidates: Candidate[]
  /** Of a stream: how many chunks came before. */
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

/** How long records are read without a pause, which everything else in the process has to wait for. */
const AT_ONCE_MS = 10

/** Reads and checks candidates. */
export async function readChunk(
  feed: PushedFeed,
  candidates: Candidate[],
  { BUSINESS_TIMEZONE, CURRENCY }: Pick<Env, 'BUSINESS_TIMEZONE' | 'CURRENCY'>,
  number = 0,
): Promise<ReadChunk> {
  const reading: ReadContext = {
    timeZone: BUSINESS_TIMEZONE,
    currency: CURRENCY,
    withoutOffset: 0,
    references: [],
    respelled: [],
    unknown: noUnknownNames(),
  }
  const chunk: ReadChunk = {
    candidates,
    number,
    good: [],
    records: [],
    rejections: [],
    unreadable: 0,
    reading,
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
    const record = candidate.problem ?? feed.read(candidate.value, reading)
    if (typeof record === 'string') chunk.rejections.push(rejectionOf(feed, candidate, record))
    else {
      chunk.good.push(candidate)
      chunk.records.push(record)
    }
  }
  return chunk
}

/** Reads chunk after chunk. */
export async function* readChunks(
  feed: PushedFeed,
  chunks: AsyncIterable<Candidate[]>,
  env: Env,
): AsyncGenerator<ReadChunk> {
  let number = 0
  for await (const candidates of chunks) yield readChunk(feed, candidates, env, number++)
}
