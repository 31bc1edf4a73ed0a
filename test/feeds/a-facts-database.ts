import { testApp } from '../setup/app.ts'
import { day, makeCampaign, makeSeller } from '../sos/setup.ts'

type Row = Record<string, unknown>

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

/** A database of facts made by hand. */
export async function factsDatabase(t: Parameters<typeof testApp>[0]) {
  const { app } = await testApp(t)
  const { db } = app
  let count = 0

  function insert(table: string, row: Row) {
    const names = Object.keys(row)
    const places = names.map((_, n) => `$${n + 1}`)
    return db.rows(`insert into ${table} (${names}) values (${places})`, Object.values(row))
  }

  /** The id of a new seller with these facts; what a fact does not say is filled in from FACTS. */
  async function seller(facts: Facts = {}): Promise<number> {
    const { id } = await makeSeller(app)
    for (const [table, rows] of Object.entries(facts))
      for (const row of rows)
        await insert(table, { seller_id: id, ...FACTS[table as keyof Facts](++count), ...row })
    return id
  }

  /** The id of a new campaign. */
  const campaign = async (start: string, end: string) =>
    (await makeCampaign(app, { start_date: day(start), end_date: day(end) })).id

  return { db, seller, campaign }
}
