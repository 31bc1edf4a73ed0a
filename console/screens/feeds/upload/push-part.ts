import { fetchRaw, urlOf } from '../../../api/client.ts'
import { errorOf } from '../../../api/errors.ts'
import type { Answer } from '../../../api/types.ts'
import type { FileRow } from '../../../logic/feeds/file-rows.ts'

/** What the service answers to a push, or to a dry run of one. */
export type PushAnswer = Answer<'POST', '/api/sync/orders'>

/** A row that was not stored, and why. */
export interface Rejected {
  row: FileRow
  error: string
}

export interface PartOptions {
  feed: string
  toRecord: (row: FileRow) => Record<string, unknown>
  /** Nothing is stored if one row is bad. */
  atomic?: boolean
}

const PATIENCE_MS = 120_000

/** Sends rows as NDJSON. @throws ApiError */
export async function pushRows(
  rows: FileRow[],
  { feed, toRecord, atomic }: PartOptions,
  dryRun = false,
): Promise<PushAnswer> {
  const query = { atomic: atomic || undefined, dry_run: dryRun || undefined }
  const response = await fetchRaw(urlOf(`/api/sync/${feed}`, { query }), {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: rows.map((row) => `${JSON.stringify(toRecord(row))}\n`).join(''),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw await errorOf(response)
  return response.json()
}

/**
 * Sends a part and finds out which of its rows were rejected. An answer names the first 1,000 only: what is behind
 * the last one named is asked for again, which changes nothing, as what is stored already is unchanged.
 */
export async function pushPart(rows: FileRow[], options: PartOptions) {
  const answer = await pushRows(rows, options)
  const rejected: Rejected[] = []
  let begin = 0
  for (let one = answer; ; one = await pushRows(rows.slice(begin), options)) {
    for (const { index, error } of one.errors) {
      const row = rows[begin + index]
      if (row) rejected.push({ row, error })
    }
    const last = one.errors.at(-1)
    if (!last || one.errors.length >= one.rejected) return { answer, rejected }
    begin += last.index + 1
  }
}
