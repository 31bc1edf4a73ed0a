import t from 'tap'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY } from './months.ts'
import {
  aggregateForecasts,
  aggregateInventory,
  aggregateOrders,
  aggregatePayments,
  aggregateTickets,
} from './sums.ts'

const { db, seller, campaign } = await factsDatabase(t)
const DEADLINES = { base_days: 7, campaign_days: 14 }
const HELPDESK = [{ id: 1, version: 1, category: '*', weight: 1, reply_hours: 24, resolve_hours: 72 }]

t.test('a fault without a cancellation is none', async (t) => {
  const id = await seller({ orders: [{ cancel_fault: 'seller', units: 3 }] })
  t.hasStrict(await aggregateOrders(db, [id], MAY), [{ seller_cancelled: 0, units_ordered: 3 }])
})

t.test('a fault of another without a cancellation excuses nothing', async (t) => {
  const id = await seller({ orders: [{ cancel_fault: 'carrier', ready_by: '2026-05-10T12:00:00Z' }] })
  t.hasStrict(await aggregateOrders(db, [id], MAY), [{ ready_due: 1, ready_on_time: 0 }])
})

t.test('an order that was ready before the seller cancelled it was on time', async (t) => {
  const id = await seller({
    orders: [
      {
        ready_by: '2026-05-07T12:00:00Z',
        ready_at: '2026-05-06T10:00:00Z',
        cancelled_at: '2026-05-06T12:00:00Z',
        cancel_fault: 'seller',
      },
    ],
  })
  t.hasStrict(await aggregateOrders(db, [id], MAY), [
    { seller_cancelled: 1, ready_due: 1, ready_on_time: 1, units_ordered: 0 },
  ])
})

t.test('a reply does not end a ticket', async (t) => {
  const id = await seller({ tickets: [{ replied_at: '2026-05-05T13:00:00Z' }] })
  t.hasStrict(await aggregateTickets(db, [id], MAY, HELPDESK), [{ replied_in_time: 1, overdue_tickets: 1 }])
})

t.test('an invoice paid before the month is left out though it is due in it', async (t) => {
  const id = await seller({
    invoices: [{ amount: 100, due_on: '2026-05-20', paid_on: '2026-04-30', paid_amount: 100 }],
  })
  t.strictSame(await aggregatePayments(db, [id], MAY), [])
})

t.test('an overpaid invoice pays for no other', async (t) => {
  const id = await seller({
    invoices: [
      { amount: 100, due_on: '2026-05-21', paid_amount: 130 },
      { amount: 50, due_on: '2026-05-21' },
    ],
  })
  t.hasStrict(await aggregatePayments(db, [id], MAY), [{ invoiced_amount: '150', unpaid_amount: '50' }])
})

t.test('days late are weighted by the whole amount, whatever is paid of it', async (t) => {
  const id = await seller({
    invoices: [
      { amount: 100, due_on: '2026-05-10', paid_on: '2026-05-13', paid_amount: 100 }, // 3 days
      { amount: 20.5, due_on: '2026-05-10', paid_amount: 20 }, // 21 days to May 31
    ],
  })
  t.hasStrict(await aggregatePayments(db, [id], MAY), [{ amount_days_late: '730.5', unpaid_amount: '0.5' }])
})

t.test('lots of one article received on different days are rows of their own', async (t) => {
  const id = await seller({
    inventory_snapshots: [
      { sku: 'A', received_on: '2025-01-01', quantity: 2 },
      { sku: 'A', received_on: '2026-05-01', quantity: 3 },
    ],
  })
  t.hasStrict(await aggregateInventory(db, [id], MAY, 180), [
    { stock_rows: 2, stock_volume: '5', aged_volume: '2' },
  ])
})

t.test('stock is as old as it was on the day of the snapshot', async (t) => {
  const snapshot_on = '2026-05-20'
  const id = await seller({
    inventory_snapshots: [
      { snapshot_on, received_on: '2025-11-21', quantity: 3 }, // 180 days, and 191 at the end of the month
      { snapshot_on, received_on: '2025-11-20', quantity: 5 },
    ],
  })
  t.hasStrict(await aggregateInventory(db, [id], MAY, 180), [{ aged_volume: '5' }])
})

t.test('errors of opposite signs do not cancel', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const id = await seller({
    forecasts: [{ forecast_orders: 120 }, { campaign_id, forecast_orders: 180 }],
    campaign_actuals: [{ campaign_id, actual_orders: 200 }],
  })
  t.hasStrict(await aggregateForecasts(db, [id], [100], MAY, DEADLINES), [
    { forecast_rows: 2, forecast_total: '300', actual_total: '300', absolute_error: '40' },
  ])
})

t.test('a campaign that nothing was forecast for and nothing came of adds no lateness', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const id = await seller({
    forecasts: [
      { forecast_orders: 9 },
      { campaign_id, forecast_orders: 0, submitted_at: '2026-05-30T12:00:00Z' },
    ],
    campaign_actuals: [{ campaign_id, actual_orders: 0 }],
  })
  t.hasStrict(await aggregateForecasts(db, [id], [10], MAY, DEADLINES), [
    { forecast_rows: 1, lateness_days: 0 },
  ])
})

t.test('a forecast of 0 for orders that came is as late as it was submitted', async (t) => {
  const id = await seller({ forecasts: [{ forecast_orders: 0, submitted_at: '2026-04-26T12:00:00Z' }] })
  t.hasStrict(await aggregateForecasts(db, [id], [10], MAY, DEADLINES), [
    { forecast_rows: 1, absolute_error: '10', lateness_days: 2 },
  ])
})

t.test("a campaign's forecast for this period that comes after as_of leaves the earlier one", async (t) => {
  const campaign_id = await campaign('2026-05-08', '2026-05-10')
  const id = await seller({
    forecasts: [
      { campaign_id, period: '2026-04', forecast_orders: 20, submitted_at: '2026-04-10T12:00:00Z' },
      { campaign_id, period: '2026-05', forecast_orders: 1, submitted_at: '2026-05-15T12:00:00Z' },
    ],
  })
  t.hasStrict(await aggregateForecasts(db, [id], [0], MID_MAY, DEADLINES), [{ forecast_total: '20' }])
})
