import { clientOf } from '../setup/client.ts'
import { atEnd } from './at-end.ts'
import { type Order, orderNumber, sellerIdOf } from './orders.ts'
import { alternate, type Figure } from './scenario.ts'
import { databaseOf } from './server.ts'
import { memoryOf, type Service, serviceOn } from './service.ts'

/** New orders in each request of a push, one request after the other. */
export interface Bodies {
  records: number
  /** of a round */
  requests: number
}

/**
 * Pushes of new orders as JSON beside JSON.parse and one statement into a table of the same columns and indexes, in
 * turns: rows a second of both, and the highest memory of the service in MB.
 */
export async function pushBodies(rounds: number, { records, requests }: Bodies) {
  const databaseUrl = await databaseOf('few')
  const service = await serviceOn(databaseUrl)
  const insertAlone = await bareInsert(databaseUrl)
  let made = 0
  const nextBody = () =>
    JSON.stringify({ records: Array.from({ length: records }, () => orderNumber(made++)) })
  const rowsPerSecond = (store: (body: string) => Promise<void>) => async () => {
    const bodies = Array.from({ length: requests }, nextBody)
    const start = performance.now()
    for (const body of bodies) await store(body)
    return ((records * requests) / (performance.now() - start)) * 1000
  }
  const push = (body: string) => pushBody(service, body, records)
  const { ours, limit } = await alternate(rounds, rowsPerSecond(push), rowsPerSecond(insertAlone), 3)
  const rows: Figure = {
    what: `orders in requests of ${records}`,
    unit: 'rows/s',
    ours,
    limit: { what: 'JSON.parse and one statement', values: limit },
  }
  return { rows, peak: (await memoryOf(service.pid)).peak }
}

async function pushBody({ url, headers }: Service, body: string, records: number) {
  const response = await fetch(`${url}/api/sync/orders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const text = await response.text()
  if (JSON.parse(text).created !== records)
    throw new Error(`a push answered ${response.status} ${text.slice(0, 300)}`)
}

/** What stores a body without any check. */
async function bareInsert(connectionString: string) {
  const client = await clientOf({ teardown: atEnd }, connectionString)
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
