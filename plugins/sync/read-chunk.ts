import { setImmediate as pause } from 'node:timers/promises'
import type { Env } from '../../src/env.ts'
import type { Candidate } from './candidate.ts'
import type { Feed } from './feed.ts'
import type { Reading } from './reading/reader.ts'
import { rejectionOf } from './rejection.ts'
import type { Rejection } from './tally.ts'

/** Candidates as they were read, before the database is asked. */
export interface ReadChunk {
  candidates: Candidate[]
  /** Those that may be stored, and their records in their documented form. */
  good: Candidate[]
  records: object[]
  rejections: Rejection[]
  /** `references` must be looked up before their records can be checked. */
  reading: Reading
}

/** Records that are read without a pause, which everything else in the process has to wait for. */
const RECORDS_AT_ONCE = 500

/** Reads and checks candidates. */
export async function readChunk(
  feed: Feed,
  candidates: Candidate[],
  { BUSINESS_TIMEZONE, CURRENCY }: Pick<Env, 'BUSINESS_TIMEZONE' | 'CURRENCY'>,
): Promise<ReadChunk> {
  const reading: Reading = {
    timeZone: BUSINESS_TIMEZONE,
    currency: CURRENCY,
    withoutOffset: 0,
    references: [],
  }
  const chunk: ReadChunk = { candidates, good: [], records: [], rejections: [], reading }
  for (const [n, candidate] of candidates.entries()) {
    if (n % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) await pause()
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
  feed: Feed,
  chunks: AsyncIterable<Candidate[]>,
  env: Env,
): AsyncGenerator<ReadChunk> {
  for await (const candidates of chunks) yield readChunk(feed, candidates, env)
}
