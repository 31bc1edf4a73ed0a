import type { SellerOperatingScore } from './client.ts'
import { SosError } from './errors.ts'
import type { PushResult, paths } from './generated/schema.ts'

/** What a path takes whose facts are pushed as lines. */
type Pushing<Json> = {
  post: { requestBody: { content: { 'application/json': Json; 'application/x-ndjson': string } } }
}

/** The name of a feed, such as `orders`. */
export type FeedName = {
  [Path in keyof paths]: paths[Path] extends Pushing<unknown>
    ? Path extends `/api/sync/${infer Name}`
      ? Name
      : never
    : never
}[keyof paths]

type Whole<Feed extends FeedName> =
  paths[`/api/sync/${Feed}`] extends Pushing<infer Json>
    ? Extract<Json, { records: unknown[] }>['records'][number]
    : never

/** A record of a feed, or the natural key of one that is taken back. */
export type RecordOf<Feed extends FeedName> = Whole<Feed> | (Partial<Whole<Feed>> & { deleted: true })

type Records<Row> = Iterable<Row> | AsyncIterable<Row>

/**
 * What became of the records of all parts. `success` is false when every record was rejected; `push_ids` are what
 * `GET /api/sync/rejections` finds the rejections by, one of each part.
 */
export type Pushed = Omit<PushResult, 'push_id' | 'records'> & { push_ids: string[] }

/** How records are pushed. */
export interface PushOptions<Mapping extends string | undefined = string | undefined> {
  /** A mapping of the service (`POST /api/sync/mappings`) that reads records of another shape. */
  mapping?: Mapping
  /** How many records are sent at once. Default: 5,000. All are where the mapping adds up `lines`. */
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
/** So many bad records are named, as in the answers of the service; `GET /api/sync/rejections` lists all. */
const MOST_ERRORS = 1_000

/** What became of no records. */
const NOTHING: Pushed = {
  ...{ success: true, push_ids: [], errors: [] },
  ...{ received: 0, created: 0, updated: 0, unchanged: 0, repeated: 0 },
  ...{ deleted: 0, left_out: 0, rejected: 0, late: 0 },
}

/**
 * Pushes any number of records to a feed, in parts. A record has a natural key, so a part that got no answer is sent
 * again, and a push that has failed can be repeated as a whole. Bad records do not stop the others: see `errors` of the
 * result, whose `index` counts the records of the whole push.
 *
 * @param records an array, a generator, or an async one, such as a file that is read
 */
export async function push<Feed extends FeedName, Mapping extends string | undefined = undefined>(
  sos: SellerOperatingScore,
  feed: Feed,
  records: Records<Mapping extends string ? object : RecordOf<Feed>>,
  { mapping, partSize = 5_000, atomic = false, onPart, signal }: PushOptions<Mapping> = {},
): Promise<Pushed> {
  const query = new URLSearchParams({ ...(atomic && { atomic: 'true' }), ...(mapping && { mapping }) })
  const isOnePart = atomic || (mapping !== undefined && (await addsUpLines(sos, mapping, signal)))
  let total: Pushed | undefined
  let sent = 0
  for await (const lines of partsOf(records, isOnePart ? undefined : partSize)) {
    const headers = { 'content-type': 'application/x-ndjson' }
    const request = { method: 'POST', headers, body: lines.join('\n'), signal: signal ?? null }
    const answer = await sos.fetch(`/api/sync/${feed}?${query}`, request)
    total = together(total ?? NOTHING, await answer.json(), sent)
    sent += lines.length
    onPart?.(total)
  }
  return total ?? { ...NOTHING, warnings: ['Nothing was sent: there were no records.'] }
}

/**
 * Whether a mapping makes one record of several lines: the service adds up those of one request. Of one that there is
 * not, the answer to the push says so.
 */
async function addsUpLines(sos: SellerOperatingScore, id: string, signal: AbortSignal | undefined) {
  try {
    const { name, lines } = await sos.GET('/api/sync/mappings/{id}', { params: { path: { id } }, signal })
    return name === id && Object.keys(lines).length > 0
  } catch (error) {
    if (error instanceof SosError && error.status === 404) return false
    throw error
  }
}

/** The lines of NDJSON of so many records, or of all. */
async function* partsOf(records: Records<object>, size = Number.POSITIVE_INFINITY): AsyncGenerator<string[]> {
  let lines: string[] = []
  let length = 0
  for await (const record of records) {
    const line = JSON.stringify(record)
    lines.push(line)
    length += line.length
    if (lines.length < size && (length < PART_LENGTH || size === Number.POSITIVE_INFINITY)) continue
    yield lines
    lines = []
    length = 0
  }
  if (lines.length > 0) yield lines
}

function together(one: Pushed, { push_id, ...part }: PushResult, sentBefore: number): Pushed {
  const total = { ...one, ...part }
  for (const name of Object.keys(total) as 'received'[])
    if (typeof total[name] === 'number') total[name] = (one[name] ?? 0) + (part[name] ?? 0)
  // A part is no file: its lines are none that the caller has.
  const errors = part.errors.map(({ line: _, index, ...error }) => ({
    index: sentBefore + index,
    ...error,
  }))
  const warnings = [...new Set([...(one.warnings ?? []), ...(part.warnings ?? [])])]
  return {
    ...total,
    success: total.received === 0 || total.rejected + total.repeated < total.received,
    push_ids: push_id === undefined ? one.push_ids : [...one.push_ids, push_id],
    errors: [...one.errors, ...errors].slice(0, MOST_ERRORS),
    ...(warnings.length > 0 && { warnings }),
  }
}
