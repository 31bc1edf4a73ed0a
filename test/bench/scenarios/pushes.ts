import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { atEnd } from '../at-end.ts'
import { PERIOD } from '../period.ts'
import { alternate, atLeast, atMost, beside, type Target, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { connected, peakOf, post, type Service, serviceOn } from '../service.ts'

const MONTH = Date.parse(`${PERIOD}-01`)
const HOUR = 3_600_000
const SECONDS = 27 * 86_400
const SELLERS = 200

/** An order as order management pushes it. */
type Order = ReturnType<typeof orderNumber>

/** The nth order of an endless list, of one of the 200 sellers of the dataset `few`; their ids are in their codes. */
function orderNumber(n: number) {
  const ordered = MONTH + ((n * 7919) % SECONDS) * 1000
  return {
    order_code: `ORD-${((n * 2_654_435_761) % 4_294_967_296).toString(16)}-${n}`,
    seller_code: `S-${String(1 + (n % SELLERS)).padStart(6, '0')}`,
    ordered_at: new Date(ordered).toISOString(),
    warehouse_id: 1 + (n % 3),
    units: 1 + (n % 4),
    ready_by: new Date(ordered + 24 * HOUR).toISOString(),
    ready_at: new Date(ordered + 20 * HOUR).toISOString(),
    observed_at: new Date(ordered + 25 * HOUR).toISOString(),
  }
}

/** The id of an order's seller. */
const sellerIdOf = ({ seller_code }: Order) => Number(seller_code.slice(2))

/**
 * Pushes of so many new orders as JSON beside JSON.parse and one statement into a table of the same columns and
 * indexes, in turns: rows a second of both, and the highest memory of the service. A round has some requests.
 */
async function pushBodies(rounds: number, records: number, requests: number, ...targets: Target[]) {
  const databaseUrl = await databaseOf('few')
  const service = await serviceOn(databaseUrl)
  const insertAlone = await bareInsert(databaseUrl)
  let made = 0
  const nextBody = () =>
    JSON.stringify({ records: Array.from({ length: records }, () => orderNumber(made++)) })
  const rowsPerSecond = (store: (body: string) => Promise<unknown>) => async () => {
    const bodies = Array.from({ length: requests }, nextBody)
    const start = performance.now()
    for (const body of bodies) await store(body)
    return ((records * requests) / (performance.now() - start)) * 1000
  }
  const push = (body: string) => post(service, '/api/sync/orders', body, { created: records })
  const values = await alternate(rounds, rowsPerSecond(push), rowsPerSecond(insertAlone), 3)
  const what = `orders in requests of ${records}`
  return [beside(what, 'rows/s', values, 'JSON.parse and one statement', ...targets), await peakOf(service)]
}

/** What stores a body without any check. */
async function bareInsert(connectionString: string) {
  const client = await connected(connectionString)
  await client.query('create table bare_orders (like orders including all)')
  return async (body: string) => {
    const { records } = JSON.parse(body) as { records: Order[] }
    await client.query(INSERT, [
      records.map(sellerIdOf),
      records.map(({ order_code }) => order_code),
      records.map(({ ordered_at }) => ordered_at),
      records.map(({ warehouse_id }) => warehouse_id),
      records.map(({ units }) => units),
      records.map(({ ready_by }) => ready_by),
      records.map(({ ready_at }) => ready_at),
      records.map(({ observed_at }) => observed_at),
    ])
  }
}

const INSERT = `
  insert into bare_orders (
    seller_id, order_code, ordered_at, warehouse_id, units, ready_by, ready_at, observed_at)
  select * from unnest($1::int[], $2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::timestamptz[],
                       $7::timestamptz[], $8::timestamptz[])
  on conflict (seller_id, order_code) do update set
    ordered_at = excluded.ordered_at, warehouse_id = excluded.warehouse_id, units = excluded.units,
    ready_by = excluded.ready_by, ready_at = excluded.ready_at, observed_at = excluded.observed_at`

const DIRECTUS = 1_466

const sync1000 = (rounds: number) => pushBodies(rounds, 1_000, 10, atLeast(20 * DIRECTUS, 'ours'))

const syncOrders = (rounds: number) => pushBodies(rounds, 5_000, 3, atLeast(0.8))

/** BENCH_ORDERS makes it less, for a look. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)

async function syncNdjson(rounds: number) {
  const databaseUrl = await databaseOf('few')
  const service = await serviceOn(databaseUrl)
  const client = await connected(databaseUrl)
  await client.query('create table bare_orders (like orders including all)')
  const folder = await mkdtemp(join(tmpdir(), 'sos-bench-'))
  atEnd(() => rm(folder, { recursive: true }))
  const ndjson = await fileOf(join(folder, 'orders.ndjson'), (order) => JSON.stringify(order))
  const csv = await fileOf(join(folder, 'orders.csv'), (order) =>
    Object.values({ ...order, seller_code: sellerIdOf(order) }).join(','),
  )
  const rowsPerSecond = (store: () => Promise<unknown>) => async () => {
    await client.query('truncate orders, bare_orders')
    return (ORDERS / (await timed(store))) * 1000
  }
  const values = await alternate(
    rounds,
    rowsPerSecond(() => push(service, ndjson)),
    rowsPerSecond(() => copy(databaseUrl, csv)),
    0,
  )
  const what = `${ORDERS.toLocaleString('en')} orders in one push`
  return [beside(what, 'rows/s', values, '\\copy', atLeast(0.5)), await peakOf(service, atMost(250, 'ours'))]
}

/** A file with a line for each order. */
async function fileOf(path: string, line: (order: Order) => string) {
  const linesOfThousands = function* () {
    for (let n = 0; n < ORDERS; n += 1_000)
      yield Array.from(
        { length: Math.min(1_000, ORDERS - n) },
        (_, i) => `${line(orderNumber(n + i))}\n`,
      ).join('')
  }
  await pipeline(linesOfThousands, createWriteStream(path))
  return path
}

async function push({ url, headers }: Service, path: string) {
  const post = request(`${url}/api/sync/orders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  post.once('response', (response) => resolve(text(response))).once('error', reject)
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), post)
  const answer = await promise
  if (JSON.parse(answer).created !== ORDERS) throw new Error(`a push answered ${answer.slice(0, 300)}`)
}

const COLUMNS = 'order_code, seller_id, ordered_at, warehouse_id, units, ready_by, ready_at, observed_at'

/** psql must be in the PATH. */
const copy = (databaseUrl: string, path: string) =>
  promisify(execFile)('psql', [
    databaseUrl,
    ...['-v', 'ON_ERROR_STOP=1', '-qc', `\\copy bare_orders (${COLUMNS}) from '${path}' csv`],
  ])

export const titles = {
  'sync-1000':
    'POST /api/sync/orders with 1,000 new orders as JSON, one request after the other; the limit is JSON.parse and one INSERT … ON CONFLICT over pg into a table of the same columns and indexes. Directus 12.4 without its logs stores 1,466 rows a second.',
  'sync-orders':
    'POST /api/sync/orders with 5,000 new orders as JSON; the limit is JSON.parse and one INSERT … ON CONFLICT over pg into a table of the same columns and indexes.',
  'sync-ndjson': `${ORDERS.toLocaleString('en')} new orders as one NDJSON push; the limit is \\copy of the same rows by psql into a table of the same columns and indexes. Both tables are emptied before each round.`,
}

export default { 'sync-1000': sync1000, 'sync-orders': syncOrders, 'sync-ndjson': syncNdjson }
