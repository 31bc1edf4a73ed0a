import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { aggregateFacts } from '../../src/feeds/sums-queries.ts'
import { defaultRuleSet } from '../scoring/a-seller.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY } from './months.ts'

const { db, seller, campaign } = await factsDatabase(t)

const campaign_id = await campaign('2026-05-18', '2026-05-20')
const one = await seller({
  orders: [{}, {}],
  forecasts: [{ forecast_orders: 10 }],
  tickets: [{}],
  invoices: [{ amount: 1, due_on: '2026-05-10' }],
  inventory_snapshots: [{ snapshot_on: '2026-05-10', quantity: 3 }],
})
const none = await seller()
const other = await seller({
  orders: [{}],
  campaign_actuals: [{ campaign_id, actual_orders: 5 }],
  tickets: [{ category: 'complaint' }, { category: 'complaint' }],
  invoices: [{ amount: 2, due_on: '2026-05-10' }],
  inventory_snapshots: [{ snapshot_on: '2026-05-20', quantity: 4 }],
})
const notAsked = await seller({ orders: [{}], forecasts: [{ forecast_orders: 1 }], tickets: [{}] })
const facts = await aggregateFacts(db, [other, none, one], MAY, defaultRuleSet(), FEEDS)

const EXPECTED = {
  one: { orders: 2, forecast_total: '10', actual_total: '2', tickets: 1, invoiced_amount: '1' },
  other: { orders: 1, forecast_total: '0', actual_total: '6', tickets: 2, invoiced_amount: '2' },
}

t.test('each seller has the sums of its own facts', async (t) => {
  t.hasStrict(facts.get(one), EXPECTED.one)
  t.hasStrict(facts.get(other), EXPECTED.other)
})

t.test('each seller has a last snapshot of its own', async (t) => {
  t.equal(facts.get(one)?.stock_quantity, '3')
  t.equal(facts.get(other)?.stock_quantity, '4')
})

t.test('a seller without facts has none of its neighbours', async (t) => {
  t.strictSame(facts.get(none), {})
})

t.test('a seller that is not asked for is not answered', async (t) => {
  t.notOk(facts.has(notAsked))
  t.equal(facts.size, 3)
})
