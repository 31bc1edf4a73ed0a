/**
 * POST /api/sync/orders with 5,000 records over loopback, against a bare JSON.parse and one INSERT … ON CONFLICT
 * over pg into an identical table, in turns. Prints rows a second of both and the ratio; the aim is 0.4 or more.
 */
import pg from 'pg'
import { listeningService, median, orderNumber } from './sync-setup.ts'

const RECORDS = 5_000
const WARM_UP = 5
const ROUNDS = 25

const { url, connectionString, headers, end } = await listeningService()
const bare = new pg.Client(connectionString)
await bare.connect()
await bare.query('create table bare_orders (like orders including all)')

let made = 0
const nextBody = () => JSON.stringify({ records: Array.from({ length: RECORDS }, () => orderNumber(made++)) })

const rounds: { service: number; bare: number; ratio: number }[] = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const service = await rowsPerSecond(pushToService)
  const alone = await rowsPerSecond(insertAlone)
  if (round >= WARM_UP) rounds.push({ service, bare: alone, ratio: service / alone })
}
const show = (name: 'service' | 'bare') => Math.round(median(rounds.map((round) => round[name])))
console.log(
  `service ${show('service')} rows/s, bare ${show('bare')} rows/s (medians of ${ROUNDS} rounds of ${RECORDS})`,
)
console.log(`ratio   ${median(rounds.map(({ ratio }) => ratio)).toFixed(2)}`)
await bare.end()
await end()

async function rowsPerSecond(store: (body: string) => Promise<void>) {
  const body = nextBody()
  const start = performance.now()
  await store(body)
  return (RECORDS / (performance.now() - start)) * 1000
}

async function pushToService(body: string) {
  const response = await fetch(`${url}/api/sync/orders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const { created } = (await response.json()) as { created: number }
  if (created !== RECORDS) throw new Error(`${created} of ${RECORDS} orders were stored`)
}

async function insertAlone(body: string) {
  const { records } = JSON.parse(body) as { records: ReturnType<typeof orderNumber>[] }
  await bare.query(
    `insert into bare_orders (
       seller_id, order_code, ordered_at, warehouse_id, units, ready_by, ready_at, observed_at)
     select * from unnest($1::int[], $2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::timestamptz[],
                          $7::timestamptz[], $8::timestamptz[])
     on conflict (seller_id, order_code) do update set
       ordered_at = excluded.ordered_at, warehouse_id = excluded.warehouse_id, units = excluded.units,
       ready_by = excluded.ready_by, ready_at = excluded.ready_at, observed_at = excluded.observed_at`,
    [
      records.map(({ seller_code }) => Number(seller_code.slice(2))),
      records.map(({ order_code }) => order_code),
      records.map(({ ordered_at }) => ordered_at),
      records.map(({ warehouse_id }) => warehouse_id),
      records.map(({ units }) => units),
      records.map(({ ready_by }) => ready_by),
      records.map(({ ready_at }) => ready_at),
      records.map(({ observed_at }) => observed_at),
    ],
  )
}
