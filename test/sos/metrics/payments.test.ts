import t from 'tap'
import { aggregatePayments } from '../../../plugins/sos/metrics/payments.sql.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY } from './months.ts'

const { db, seller } = await factsDatabase(t)

/** The aggregates of a new seller with these invoices. */
async function ofInvoices(invoices: object[], month = MAY) {
  const id = await seller({ invoices: invoices as Record<string, unknown>[] })
  const [row] = await aggregatePayments(db, [id], month)
  return row
}

t.test('an invoice counts when it is due by the last day of the month', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-31' },
    { amount: 20, due_on: '2026-06-01' },
  ])
  t.hasStrict(row, { invoices: 1, invoiced_amount: '100.00' })
})

t.test('in the running month an invoice counts when it is due by today', async (t) => {
  const row = await ofInvoices(
    [
      { amount: 100, due_on: '2026-05-15' },
      { amount: 20, due_on: '2026-05-16' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { invoices: 1, invoiced_amount: '100.00' })
})

t.test('an unpaid invoice of an earlier month counts on', async (t) => {
  const row = await ofInvoices([{ amount: 10, due_on: '2026-01-01' }])
  // 30 + 28 + 31 + 30 + 31 days to May 31
  t.hasStrict(row, { invoices: 1, amount_days_late: '1500.00', unpaid_amount: '10.00' })
})

t.test('an invoice paid before the month began is left out', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-04-20', paid_on: '2026-04-30', paid_amount: 100 },
    { amount: 20, due_on: '2026-04-20', paid_on: '2026-05-01', paid_amount: 20 },
  ])
  // 11 days late
  t.hasStrict(row, { invoices: 1, invoiced_amount: '20.00', amount_days_late: '220.00', unpaid_amount: '0' })
})

t.test('an invoice paid before the month is left out though it is due in it', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-20', paid_on: '2026-04-30', paid_amount: 100 },
  ])
  t.equal(row, undefined)
})

t.test('an invoice paid early or on its day is 0 days late, never less', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-20', paid_on: '2026-05-02', paid_amount: 100 },
    { amount: 100, due_on: '2026-05-20', paid_on: '2026-05-20', paid_amount: 100 },
  ])
  t.hasStrict(row, { invoices: 2, amount_days_late: '0.00', unpaid_amount: '0' })
})

t.test('days late are weighted by the amount', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-10', paid_on: '2026-05-13', paid_amount: 100 }, // 3 days
    { amount: 20.5, due_on: '2026-05-10' }, // 21 days to May 31
  ])
  t.hasStrict(row, { invoiced_amount: '120.50', amount_days_late: '730.50', unpaid_amount: '20.50' })
})

t.test('a payment on the day of as_of has happened', async (t) => {
  const row = await ofInvoices(
    [{ amount: 100, due_on: '2026-05-10', paid_on: '2026-05-15', paid_amount: 100 }],
    MID_MAY,
  )
  t.hasStrict(row, { amount_days_late: '500.00', unpaid_amount: '0' })
})

t.test('a payment dated after as_of has not happened, nor has its paid_amount', async (t) => {
  const row = await ofInvoices(
    [{ amount: 100, due_on: '2026-05-10', paid_on: '2026-05-16', paid_amount: 100 }],
    MID_MAY,
  )
  t.hasStrict(row, { invoices: 1, amount_days_late: '500.00', unpaid_amount: '100.00' })
})

t.test('a payment of the next month has not happened in a past one', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-10', paid_on: '2026-06-01', paid_amount: 30 },
  ])
  t.hasStrict(row, { amount_days_late: '2100.00', unpaid_amount: '100.00' })
})

t.test('of a partly paid invoice the rest is unpaid, and all of it is late', async (t) => {
  const row = await ofInvoices([{ amount: 100, due_on: '2026-05-21', paid_amount: 40.25 }])
  t.hasStrict(row, { invoiced_amount: '100.00', amount_days_late: '1000.00', unpaid_amount: '59.75' })
})

t.test('an invoice is settled once paid_on is reached, whatever was paid', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-21', paid_on: '2026-05-22', paid_amount: 90 },
  ])
  t.hasStrict(row, { amount_days_late: '100.00', unpaid_amount: '0' })
})

t.test('an overpaid invoice is unpaid by nothing and pays for no other', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-21', paid_amount: 130 },
    { amount: 50, due_on: '2026-05-21' },
  ])
  t.hasStrict(row, { invoiced_amount: '150.00', unpaid_amount: '50.00' })
})

t.test('an invoice due on the day of as_of is not overdue yet, but counts in the denominator', async (t) => {
  const row = await ofInvoices([
    { amount: 100, due_on: '2026-05-31' },
    { amount: 20, due_on: '2026-05-30' },
  ])
  t.hasStrict(row, { invoiced_amount: '120.00', unpaid_amount: '20.00', amount_days_late: '20.00' })
})

t.test('big sums are exact to the cent', async (t) => {
  const big = { amount: '999999999999.99', due_on: '2026-05-01' }
  const row = await ofInvoices([big, big, big, { ...big, amount: '0.01' }])
  t.hasStrict(row, {
    invoices: 4,
    invoiced_amount: '2999999999999.98',
    amount_days_late: '89999999999999.40', // 30 days
    unpaid_amount: '2999999999999.98',
  })
})

t.test('each seller is added up for itself; one without invoices has no row', async (t) => {
  const one = await seller({ invoices: [{ amount: 1, due_on: '2026-05-10' }] })
  const other = await seller({ invoices: [{ amount: 2, due_on: '2026-05-10' }] })
  const none = await seller()
  const rows = await aggregatePayments(db, [one, other, none], MAY)
  t.strictSame(
    new Map(rows.map((row) => [row.seller_id, row.invoiced_amount])),
    new Map([
      [one, '1.00'],
      [other, '2.00'],
    ]),
  )
})
