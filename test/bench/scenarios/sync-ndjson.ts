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
import { type Order, orderNumber, sellerIdOf } from '../orders.ts'
import { alternate, atLeast, atMost, beside, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { connected, peakOf, type Service, serviceOn } from '../service.ts'

/** BENCH_ORDERS makes it less, for a look. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const TITLE = `${ORDERS.toLocaleString('en')} new orders as one NDJSON push; the limit is \\copy of the same rows by psql into a table of the same columns and indexes. Both tables are emptied before each round.`

export default scenario(TITLE, async (rounds) => {
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
})

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
