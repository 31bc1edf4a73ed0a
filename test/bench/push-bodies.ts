import { type Order, orderNumber, sellerIdOf } from './orders.ts'
import { alternate, beside, type Target } from './scenario.ts'
import { databaseOf } from './server.ts'
import { connected, peakOf, post, serviceOn } from './service.ts'

/**
 * Pushes of so many new orders as JSON beside JSON.parse and one statement into a table of the same columns and
 * indexes, in turns: rows a second of both, and the highest memory of the service. A round has some requests.
 */
export async function pushBodies(rounds: number, records: number, requests: number, ...targets: Target[]) {
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
