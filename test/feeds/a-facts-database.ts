import pg from 'pg'
import { type Sql, sqlOver } from '../../src/platform/database/statements/sql.ts'
import { createTestDatabase } from '../setup/database.ts'

type Test = Parameters<typeof createTestDatabase>[0]
type Row = Record<string, unknown>

const { builtins } = pg.types
const WHOLE_NUMBERS: number[] = [builtins.INT8, builtins.NUMERIC]

/** What a fact of each table is made of where a test does not care; `n` makes its key its own. */
const FACTS = {
  orders: (n: number) => ({ order_code: `O-${n}`, ordered_at: '2026-05-05T12:00:00Z' }),
  forecasts: () => ({ period: '2026-05', submitted_at: '2026-01-01T12:00:00Z' }),
  campaign_actuals: () => ({}),
  tickets: (n: number) => ({
    ticket_code: `T-${n}`,
    category: 'delivery',
    opened_at: '2026-05-05T12:00:00Z',
  }),
  invoices: (n: number) => ({ invoice_code: `I-${n}`, issued_on: '2025-01-01' }),
  inventory_snapshots: (n: number) => ({
    warehouse_id: 1,
    sku: `SKU-${n}`,
    snapshot_on: '2026-05-31',
    received_on: '2026-05-01',
    quantity: 1,
  }),
} satisfies Record<string, (n: number) => Row>

export type Facts = { [table in keyof typeof FACTS]?: Row[] }

/** A database of facts made by hand, and the reader that metrics are read with. */
export async function factsDatabase(t: Test) {
  const client = new pg.Client({
    connectionString: await createTestDatabase(t),
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (oid, format) =>
        WHOLE_NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  await client.connect()
  t.teardown(() => client.end())
  const db: Sql = sqlOver((config) => client.query(config))
  let count = 0

  async function insert(table: string, row: Row) {
    const names = Object.keys(row)
    const places = names.map((_, n) => `$${n + 1}`)
    const text = `insert into ${table} (${names}) values (${places}) returning *`
    return (await client.query(text, Object.values(row))).rows[0]
  }

  /** The id of a new seller with these facts; what a fact does not say is filled in from FACTS. */
  async function seller(facts: Facts = {}, status = 'active'): Promise<number> {
    const n = ++count
    const { id } = await insert('sellers', { seller_code: `S-${n}`, company_name: `Company ${n}`, status })
    for (const [table, rows] of Object.entries(facts))
      for (const row of rows)
        await insert(table, { seller_id: id, ...FACTS[table as keyof Facts](++count), ...row })
    return id
  }

  /** The id of a new campaign. */
  async function campaign(start_date: string, end_date: string, status = 'completed'): Promise<number> {
    const named = {
      campaign_code: `C-${++count}`,
      campaign_name: 'A campaign',
      campaign_type: 'mini_campaign',
    }
    return (await insert('campaigns', { ...named, start_date, end_date, status })).id
  }

  return { client, db, seller, campaign }
}
