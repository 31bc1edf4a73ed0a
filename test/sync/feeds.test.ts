import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { GOOD, NO_COUNTS } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, push, rows } = await syncApp(t)

type FeedName = keyof typeof GOOD

/** A change of the good record of each feed, and what else is stored of it than what is sent. */
const CHANGES: Record<FeedName, [change: object, stored?: object]> = {
  orders: [
    { ready_at: null, has_data_error: undefined, units: null },
    { has_data_error: false, units: 1 },
  ],
  forecasts: [{ forecast_orders: 0 }],
  'campaign-actuals': [{ actual_units: undefined }, { actual_units: null }],
  tickets: [{ fault: undefined, resolved_at: null }, { fault: null }],
  payments: [
    { due_on: null, paid_amount: null, paid_on: null, credited_amount: 0, due_amount: null },
    { due_on: '2026-10-20', paid_amount: 0, credited_amount: null },
  ],
  inventory: [{ volume_m3: null, is_stranded: undefined }, { is_stranded: false }],
  revenue: [{ amount: -12.34 }],
  returns: [{ fault: 'seller', reason: null }],
  sellers: [
    { company_name: 'Ninth GmbH', contract_type: null, oms_system_type: undefined, metadata: null },
    { oms_system_type: 'shopify', metadata: {} },
  ],
}

/** What is stored of a good record: ids for the codes of a fact, instants in UTC, all else as it was sent. */
function rowOf(feed: FeedName) {
  const { seller_code, campaign_code, ...sent }: Record<string, unknown> = GOOD[feed]
  const stored = Object.entries(sent).map(([name, value]) =>
    /_(at|by)$/.test(name) ? [name, new Date(String(value)).toISOString()] : [name, value],
  )
  const whose = feed === 'sellers' ? { seller_code } : { seller_id: 1 }
  return { ...whose, ...(campaign_code !== undefined && { campaign_id: 2 }), ...Object.fromEntries(stored) }
}

for (const feed of Object.keys(CHANGES) as FeedName[])
  t.test(`${feed} are created, left alone, changed and counted`, async (t) => {
    const [change, more] = CHANGES[feed]
    const { table } = FEEDS.find(({ name }) => name === feed) ?? {
      table: `sellers where seller_code = 'S-9'`,
    }
    const good = GOOD[feed]
    const row = { ...rowOf(feed), observed_at: null }
    const stored = async () => (await rows(`select *, xmin::text as writer from ${table}`)).at(-1)

    /** Each push has an id of its own. */
    const answer = async (record: object) => {
      const { push_id, ...body } = (await push(feed, [record])).body
      t.type(push_id, 'string')
      return body
    }
    const created = await answer({ ...good, a_column_of_their_own: { any: 'thing' } })
    const none = { success: true, ...NO_COUNTS, received: 1, errors: [] }
    const said = [`a_column_of_their_own is no field of ${feed} (1 record)`]
    t.same(created, { ...none, created: 1, warnings: said }, 'fields of their own are said and not read')
    const first = await stored()
    t.match(first, row)

    t.same(await answer(good), { ...none, unchanged: 1 })
    t.same((await stored())?.writer, first?.writer, 'a repeated push writes nothing')

    t.same(await answer({ ...good, ...change }), { ...none, updated: 1 })
    t.match(await stored(), { ...row, ...change, ...more })

    const status = (await call('viewer', 'GET', '/api/sync/status')).body.data
    const own = status.find((one: { feed: string }) => one.feed === feed)
    t.match(own, { received: 3, created: 1, updated: 1, unchanged: 1, rejected: 0, late: 0 })
    t.same(own.periods, feed === 'sellers' ? [] : [{ period: '2026-10', created: 1, late: 0 }])
  })

t.test('what a record leaves out has its default', async (t) => {
  await push('orders', [{ order_code: 'O-1', seller_code: 'S-1', ordered_at: '2026-10-05T10:00:00Z' }])
  t.match(await rows('select * from orders'), [
    { units: 1, has_data_error: false, warehouse_id: null, ready_by: null, cancel_fault: null },
  ])
  await push('forecasts', [
    { seller_code: 'S-1', period: '2026-10', forecast_orders: 5, submitted_at: '2026-09-01T00:00:00Z' },
  ])
  t.match(await rows('select * from forecasts'), [{ campaign_id: 0 }])
  await push('payments', [
    { invoice_code: 'I-1', seller_code: 'S-1', amount: 10, issued_on: '2026-10-01' },
    { invoice_code: 'I-2', seller_code: 'S-2', amount: 10, issued_on: '2026-10-01' },
  ])
  t.match(await rows('select * from invoices order by invoice_code'), [
    { due_on: '2026-10-31', paid_amount: 0, paid_on: null },
    { due_on: '2026-10-15', paid_amount: 0, paid_on: null },
  ])
})

t.test('a forecast of a month and one of a campaign in it are two', async (t) => {
  const forecast = { ...GOOD.forecasts, campaign_code: undefined }
  await push('forecasts', [forecast, GOOD.forecasts, { ...GOOD.forecasts, campaign_code: 'C-SEP' }])
  t.same(await rows('select campaign_id from forecasts order by 1'), [
    { campaign_id: 0 },
    { campaign_id: 1 },
    { campaign_id: 2 },
  ])
})
