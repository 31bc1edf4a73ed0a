import t from 'tap'
import { factsDatabase } from './a-facts-database.ts'
import { MAY } from './months.ts'
import { aggregateForecasts, aggregateInventory, aggregateOrders, aggregatePayments } from './sums.ts'

const { db, seller, campaign } = await factsDatabase(t)
const LARGEST = 2_147_483_647

t.test('amounts of invoices add up to the cent where floating point would not', async (t) => {
  const big = { amount: '999999999999.99', due_on: '2026-05-01' }
  const id = await seller({ invoices: [big, big, big, { ...big, amount: '0.01' }] })
  t.hasStrict(await aggregatePayments(db, [id], MAY), [
    {
      invoices: 4,
      invoiced_amount: '2999999999999.98',
      amount_days_late: '89999999999999.40', // 30 days
      unpaid_amount: '2999999999999.98',
    },
  ])
})

t.test('volumes add up to the last of their four decimals, quantities beyond an integer', async (t) => {
  const big = { quantity: LARGEST, volume_m3: '9999999999.9999' }
  const id = await seller({ inventory_snapshots: [big, big, { ...big, volume_m3: '0.0003' }] })
  t.hasStrict(await aggregateInventory(db, [id], MAY, 180), [
    { stock_volume: '20000000000.0001', stock_quantity: '6442450941' },
  ])
})

t.test('units ordered add up beyond an integer', async (t) => {
  const id = await seller({ orders: [{ units: LARGEST }, { units: LARGEST }] })
  t.hasStrict(await aggregateOrders(db, [id], MAY), [{ units_ordered: 4_294_967_294 }])
})

t.test('forecasts and actuals add up beyond an integer', async (t) => {
  const one = await campaign('2026-05-18', '2026-05-20')
  const other = await campaign('2026-05-18', '2026-05-20')
  const id = await seller({
    forecasts: [{ forecast_orders: LARGEST }, { campaign_id: one, forecast_orders: LARGEST }],
    campaign_actuals: [{ campaign_id: other, actual_orders: LARGEST }],
  })
  t.hasStrict(await aggregateForecasts(db, [id], [LARGEST], MAY, { base_days: 7, campaign_days: 14 }), [
    {
      forecast_rows: 3,
      forecast_total: '4294967294',
      actual_total: '4294967294',
      absolute_error: '4294967294',
    },
  ])
})
