import { addWarnings } from '../../../../src/sdk/add-warnings.ts'
import type { FileRow } from '../../../logic/feeds/file-rows.ts'
import type { FileSource } from './file-source.ts'
import { type PartOptions, type PushAnswer, pushPart, type Rejected } from './push-part.ts'

/** How far a push is, and what became of its rows. */
export interface Sent {
  /** Rows that the service has answered for. */
  rows: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  deleted: number
  rejectedRows: number
  /** The first of them, up to MOST_KEPT. */
  rejected: Rejected[]
  warnings: string[]
  /** Facts of months whose score is final. */
  late: number
  /** What the rejections of each request are found by. */
  pushIds: string[]
}

export const nothingSent = (): Sent => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  deleted: 0,
  rejectedRows: 0,
  rejected: [],
  warnings: [],
  late: 0,
  pushIds: [],
})

export const PART_ROWS = 5_000
/** A file of which more is bad needs another look, not more memory. */
export const MOST_KEPT = 20_000

interface Steering {
  tell: (sent: Sent) => void
  /** Asked before each part: false ends the push. */
  mayGoOn: () => boolean
  /** A part has failed: whether to send it again. Everything sent before is stored. */
  afterFailure: (error: unknown) => Promise<boolean>
}

/** Sends all good rows of a file, part by part. Broken rows are counted as rejected. */
export async function sendFile(
  source: FileSource,
  options: PartOptions,
  sayBroken: (row: FileRow) => string,
  { tell, mayGoOn, afterFailure }: Steering,
): Promise<{ sent: Sent; complete: boolean }> {
  let sent = nothingSent()
  for await (const { rows, broken } of partsOf(source)) {
    if (!mayGoOn()) return { sent, complete: false }
    const told = broken.map((row) => ({ row, error: sayBroken(row) }))
    const result =
      rows.length === 0 ? undefined : await patiently(() => pushPart(rows, options), afterFailure)
    if (rows.length > 0 && !result) return { sent, complete: false }
    const rejected = [...told, ...(result?.rejected ?? [])].sort(
      (one, other) => one.row.line - other.row.line,
    )
    sent = added(sent, rows.length + broken.length, rejected, result?.answer)
    tell(sent)
  }
  return { sent, complete: true }
}

async function patiently<T>(work: () => Promise<T>, afterFailure: Steering['afterFailure']) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(await afterFailure(error))) return undefined
    }
  }
}

function added(sent: Sent, rows: number, rejected: Rejected[], answer: Partial<PushAnswer> = {}): Sent {
  return {
    rows: sent.rows + rows,
    created: sent.created + (answer.created ?? 0),
    updated: sent.updated + (answer.updated ?? 0),
    unchanged: sent.unchanged + (answer.unchanged ?? 0),
    repeated: sent.repeated + (answer.repeated ?? 0),
    deleted: sent.deleted + (answer.deleted ?? 0),
    rejectedRows: sent.rejectedRows + rejected.length,
    rejected: [...sent.rejected, ...rejected].slice(0, MOST_KEPT),
    warnings: addWarnings(sent.warnings, answer.warnings ?? []),
    late: sent.late + (answer.late ?? 0),
    pushIds: [...sent.pushIds, ...(answer.push_id ? [answer.push_id] : [])],
  }
}

/** The rows of a file in parts of one request. */
async function* partsOf(source: FileSource) {
  let rows: FileRow[] = []
  let broken: FileRow[] = []
  for await (const some of source.rows())
    for (const row of some) {
      if (row.broken) broken.push(row)
      else rows.push(row)
      if (rows.length < PART_ROWS && broken.length < PART_ROWS) continue
      yield { rows, broken }
      rows = []
      broken = []
    }
  if (rows.length + broken.length > 0) yield { rows, broken }
}
