import { addWarnings } from './add-warnings.ts'
import type { SellerOperatingScore } from './client.ts'
import type { Feeds } from './generated/feeds.ts'
import type { PushResult } from './generated/types.gen.ts'

export type { Feeds }

/** A record of a feed, or the natural key of one that is taken back. */
export type RecordOf<Feed extends keyof Feeds> = Feeds[Feed] | (Partial<Feeds[Feed]> & { deleted: true })

type Records<Row> = Iterable<Row> | AsyncIterable<Row>

/**
 * What became of the records of all parts. `success` is false when every record was rejected; `push_ids` are what
 * `listSyncRejections` finds the rejections by, one of each part.
 */
export type Pushed = Omit<PushResult, 'push_id' | 'records'> & { push_ids: string[] }

/** How records are pushed. */
export interface PushOptions {
  /** How many records are sent at once. Default: 5,000. */
  partSize?: number
  /** Stores all records or none: all are sent at once, whatever `partSize` says. */
  atomic?: boolean
  /** Is told after each part what has been sent so far, errors included. */
  onPart?: (soFar: Pushed) => void
  /** Ends the push between parts or within one; what has been stored stays. */
  signal?: AbortSignal
}

/** A part is sent early when its text is as long as this, in characters. */
const PART_LENGTH = 8_000_000
/** So many bad records are named, as in the answers of the service; all are listed by `listSyncRejections`. */
const MOST_ERRORS = 1_000

/**
 * Pushes any number of records to a feed, in parts. A record has a natural key, so a part that got no answer is sent
 * again, and a push that has failed can be repeated as a whole. Bad records do not stop the others: see `errors` of the
 * result, whose `index` counts the records of the whole push.
 *
 * @param records an array, a generator, or an async one, such as a file that is read
 * @example
 * const { created, rejected, errors } = await push(sos, 'orders', [
 *   { order_code: 'MY-1', seller_code: 'S-1018', ordered_at: '2026-11-01T08:30:00Z' },
 * ])
 */
export async function push<Feed extends keyof Feeds>(
  sos: SellerOperatingScore,
  feed: Feed,
  records: Records<RecordOf<Feed>>,
  options?: PushOptions,
): Promise<Pushed>
/**
 * Pushes records of another shape, which a mapping of the service reads (`createSyncMapping`).
 *
 * @example
 * await push(sos, 'orders', exported, { mapping: 'our-oms' })
 */
export async function push(
  sos: SellerOperatingScore,
  feed: keyof Feeds,
  records: Records<object>,
  options: PushOptions & { mapping: string },
): Promise<Pushed>
export async function push(
  sos: SellerOperatingScore,
  feed: keyof Feeds,
  records: Records<object>,
  { partSize = 5_000, atomic = false, onPart, signal, mapping }: PushOptions & { mapping?: string } = {},
): Promise<Pushed> {
  let total: Pushed | undefined
  for await (const body of partsOf(records, atomic ? undefined : partSize)) {
    const part = await sos.client.post<{ 200: PushResult }, unknown, true, 'data'>({
      url: `/api/sync/${feed}`,
      query: { ...(atomic && { atomic }), ...(mapping !== undefined && { mapping }) },
      headers: { 'Content-Type': 'application/x-ndjson' },
      body,
      bodySerializer: null,
      responseStyle: 'data',
      throwOnError: true,
      signal: signal ?? null,
    })
    total = together(total ?? nothing(), part)
    onPart?.(total)
  }
  return total ?? { ...nothing(), warnings: ['Nothing was sent: there were no records.'] }
}

const nothing = (): Pushed => ({
  success: true,
  push_ids: [],
  received: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  deleted: 0,
  left_out: 0,
  rejected: 0,
  late: 0,
  errors: [],
})

/** NDJSON of so many records, or of all. */
async function* partsOf(records: Records<object>, size = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  let lines: string[] = []
  let length = 0
  for await (const record of records) {
    const line = JSON.stringify(record)
    lines.push(line)
    length += line.length
    if (lines.length < size && (length < PART_LENGTH || size === Number.POSITIVE_INFINITY)) continue
    yield lines.join('\n')
    lines = []
    length = 0
  }
  if (lines.length > 0) yield lines.join('\n')
}

function together(one: Pushed, other: PushResult): Pushed {
  // A part is no file: its lines are none that the caller has.
  const errors = other.errors.map(({ line: _, index, ...error }) => ({
    index: one.received + index,
    ...error,
  }))
  const received = one.received + other.received
  const rejected = one.rejected + other.rejected
  const repeated = (one.repeated ?? 0) + (other.repeated ?? 0)
  const warnings = addWarnings(one.warnings ?? [], other.warnings ?? [])
  return {
    success: received === 0 || rejected + repeated < received,
    push_ids: [...one.push_ids, ...(other.push_id === undefined ? [] : [other.push_id])],
    received,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    repeated,
    deleted: (one.deleted ?? 0) + (other.deleted ?? 0),
    left_out: (one.left_out ?? 0) + (other.left_out ?? 0),
    rejected,
    late: (one.late ?? 0) + (other.late ?? 0),
    errors: [...one.errors, ...errors].slice(0, MOST_ERRORS),
    ...(warnings.length > 0 && { warnings }),
  }
}
