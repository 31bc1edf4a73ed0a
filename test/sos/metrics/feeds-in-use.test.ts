import t from 'tap'
import { findFeedsInUse } from '../../../plugins/sos/metrics/feeds-in-use.sql.ts'
import { type Facts, factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY } from './months.ts'

const { client, db, seller, campaign } = await factsDatabase(t)
const NONE = { orders: false, forecasts: false, tickets: false, payments: false, inventory: false }

t.beforeEach(() =>
  client.query(
    'truncate sellers, campaigns, orders, forecasts, campaign_actuals, tickets, invoices, inventory_snapshots',
  ),
)

t.test('without facts no feed is in use', async (t) => {
  await seller()
  t.strictSame(await findFeedsInUse(db, MAY), NONE)
})

const due = (facts: object) => ({ invoices: [{ amount: 1, ...facts }] })
const stock = (snapshot_on: string) => ({ inventory_snapshots: [{ snapshot_on }] })
const forecast = (facts: object) => ({ forecasts: [{ forecast_orders: 1, ...facts }] })

const IN_USE: [string, keyof typeof NONE, Facts][] = [
  ['an order of its first instant', 'orders', { orders: [{ ordered_at: '2026-05-01T03:00:00Z' }] }],
  [
    'an order of the last instant before as_of',
    'orders',
    { orders: [{ ordered_at: '2026-05-15T11:59:59.999Z' }] },
  ],
  ['a forecast of its period', 'forecasts', forecast({})],
  ['a forecast of 0 orders', 'forecasts', forecast({ forecast_orders: 0 })],
  ['a ticket opened in it', 'tickets', { tickets: [{}] }],
  ['an invoice due on the day of as_of', 'payments', due({ due_on: '2026-05-15' })],
  ['an unpaid invoice of an earlier month', 'payments', due({ due_on: '2026-01-15' })],
  ['an invoice paid on its first day', 'payments', due({ due_on: '2026-04-15', paid_on: '2026-05-01' })],
  ['a snapshot of its first day', 'inventory', stock('2026-05-01')],
  ['a snapshot of the day of as_of', 'inventory', stock('2026-05-15')],
]
for (const [title, feed, facts] of IN_USE)
  t.test(`${title} puts ${feed} in use, and nothing else`, async (t) => {
    await seller()
    await seller(facts)
    t.strictSame(await findFeedsInUse(db, MID_MAY), { ...NONE, [feed]: true })
  })

const NOT_IN_USE: [string, Facts][] = [
  ['an order before the month', { orders: [{ ordered_at: '2026-05-01T02:59:59.999Z' }] }],
  ['an order at as_of', { orders: [{ ordered_at: '2026-05-15T12:00:00Z' }] }],
  ['a forecast of another period', forecast({ period: '2026-04' })],
  ['a forecast submitted at as_of', forecast({ submitted_at: '2026-05-15T12:00:00Z' })],
  ['a ticket opened before the month', { tickets: [{ opened_at: '2026-05-01T02:59:59.999Z' }] }],
  ['a ticket opened at as_of', { tickets: [{ opened_at: '2026-05-15T12:00:00Z' }] }],
  ['an invoice due after as_of', due({ due_on: '2026-05-16' })],
  ['an invoice paid before the month', due({ due_on: '2026-05-10', paid_on: '2026-04-30' })],
  ['a snapshot before the month', stock('2026-04-30')],
  ['a snapshot after as_of', stock('2026-05-16')],
]
for (const [title, facts] of NOT_IN_USE)
  t.test(`${title} puts nothing in use`, async (t) => {
    await seller(facts)
    t.strictSame(await findFeedsInUse(db, MID_MAY), NONE)
  })

const CAMPAIGNS = [
  { start: '2026-04-20', end: '2026-04-30', status: 'completed', inUse: false },
  { start: '2026-04-20', end: '2026-05-01', status: 'completed', inUse: true },
  { start: '2026-05-10', end: '2026-05-15', status: 'active', inUse: true },
  { start: '2026-05-10', end: '2026-05-15', status: 'cancelled', inUse: false },
  { start: '2026-05-10', end: '2026-05-16', status: 'active', inUse: false },
]
for (const { start, end, status, inUse } of CAMPAIGNS)
  t.test(`a forecast for a ${status} campaign until ${end} ${inUse ? 'is' : 'is not'} read`, async (t) => {
    await seller(forecast({ period: '2026-04', campaign_id: await campaign(start, end, status) }))
    t.strictSame(await findFeedsInUse(db, MID_MAY), { ...NONE, forecasts: inUse })
  })

t.test('an actual of a campaign is no forecast', async (t) => {
  const campaign_id = await campaign('2026-05-01', '2026-05-05')
  await seller({ campaign_actuals: [{ campaign_id, actual_orders: 5 }] })
  t.strictSame(await findFeedsInUse(db, MID_MAY), NONE)
})

t.test('a fact of a seller that is no longer active counts', async (t) => {
  await seller({ orders: [{}] }, 'terminated')
  t.strictSame(await findFeedsInUse(db, MAY), { ...NONE, orders: true })
})
