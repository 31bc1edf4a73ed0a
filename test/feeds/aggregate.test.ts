import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { aggregateFacts } from '../../src/feeds/sums-queries.ts'
import { defaultRuleSet } from '../scoring/a-seller.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY } from './months.ts'
import { withParams } from './sums.ts'

const { db, seller, campaign } = await factsDatabase(t)
const rules = defaultRuleSet()

t.test('the sums of all feeds are put together', async (t) => {
  const id = await seller({
    orders: [{ units: 3 }, {}],
    forecasts: [{ forecast_orders: 5 }],
    tickets: [
      { category: 'complaint', replied_at: '2026-05-05T13:00:00Z', resolved_at: '2026-05-05T14:00:00Z' },
    ],
    invoices: [{ amount: 10, due_on: '2026-05-30' }],
    inventory_snapshots: [{ quantity: 4 }],
  })
  t.strictSame(
    await aggregateFacts(db, [id], MAY, rules, FEEDS),
    new Map([
      [
        id,
        {
          ...{ orders: 2, seller_cancelled: 0, cancelled_later: 0, ready_on_time: 0, ready_due: 0 },
          ...{ error_free: 2, units_ordered: 4, forecast_rows: 1, forecast_total: '5', actual_total: '2' },
          ...{ absolute_error: '3', lateness_days: 0, tickets: 1, seller_ticket_weight: '2' },
          ...{ replied_in_time: 1, reply_due: 1, resolve_due: 1, overdue_tickets: 0, invoices: 1 },
          ...{ invoiced_amount: '10', amount_days_late: '10', unpaid_amount: '10', stock_rows: 1 },
          ...{ stock_volume: '4', aged_volume: '0', stranded_volume: '0', stock_quantity: '4' },
        },
      ],
    ]),
  )
})

t.test("orders outside the month are none of the forecast's actuals, cancelled ones are", async (t) => {
  const id = await seller({
    orders: [
      { ordered_at: '2026-05-01T02:59:59.999Z' },
      { ordered_at: '2026-05-01T03:00:00Z', cancelled_at: '2026-05-02T12:00:00Z', cancel_fault: 'customer' },
      {},
    ],
  })
  t.equal((await aggregateFacts(db, [id], MAY, rules, FEEDS)).get(id)?.actual_total, '2')
})

t.test('each seller has the sums of its own facts, one without any none of its neighbours', async (t) => {
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
  await seller({ orders: [{}], forecasts: [{ forecast_orders: 1 }], tickets: [{}] })
  const facts = await aggregateFacts(db, [other, none, one], MAY, rules, FEEDS)
  t.same([...facts.keys()].sort(), [one, none, other].sort(), 'one that is not asked for is not answered')
  const totals = (forecast_total: string, actual_total: string) => ({ forecast_total, actual_total })
  t.hasStrict(facts.get(one), {
    ...{ orders: 2, ...totals('10', '2'), tickets: 1, invoiced_amount: '1', stock_quantity: '3' },
  })
  t.hasStrict(facts.get(other), {
    ...{ orders: 1, ...totals('0', '6'), tickets: 2, invoiced_amount: '2', stock_quantity: '4' },
  })
  t.strictSame(facts.get(none), {})
})

t.test('stock is aged after 180 days unless the record says otherwise', async (t) => {
  const id = await seller({
    inventory_snapshots: [{ received_on: '2025-12-02' }, { received_on: '2025-12-01' }],
  })
  const aged = async (params: Record<string, number>) =>
    (await aggregateFacts(db, [id], MAY, withParams('aged_stock_share', params), FEEDS)).get(id)?.aged_volume
  t.equal(await aged({}), '1')
  t.equal(await aged({ age_days: 179 }), '2')
  t.equal(await aged({ age_days: 181 }), '0')
})

t.test('forecasts are due 7 and 14 days before unless the record says otherwise', async (t) => {
  const campaign_id = await campaign('2026-05-15', '2026-05-20')
  const id = await seller({
    forecasts: [
      { forecast_orders: 1, submitted_at: '2026-04-25T12:00:00Z' }, // 6 days before the month
      { campaign_id, forecast_orders: 1, submitted_at: '2026-05-04T12:00:00Z' }, // 11 days before the campaign
    ],
  })
  const late = async (params: Record<string, number>) =>
    (await aggregateFacts(db, [id], MAY, withParams('forecast_lateness', params), FEEDS)).get(id)
      ?.lateness_days
  t.equal(await late({}), 4) // 1 + 3
  t.equal(await late({ base_days: 6 }), 3)
  t.equal(await late({ campaign_days: 12 }), 2)
  t.equal(await late({ base_days: 8, campaign_days: 11 }), 2)
})
