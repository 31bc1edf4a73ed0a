import t from 'tap'
import { delaysOf, openInvoices } from '../../plugins/projections/inputs/invoices.ts'
import { testApp } from '../setup/app.ts'
import { day, factsOf, makeSeller } from '../sos/setup.ts'

const { app } = await testApp(t)
const MARCH = { period: '2026-03', as_of_date: '2026-03-10', last_day: '2026-03-31' }

t.test('what is credited is not open, and an invoice that owes nothing is none', async (t) => {
  const { id } = await makeSeller(app)
  await factsOf(app, id).invoices(
    { due_on: day('2026-03-01'), amount: '800.125', paid_amount: '200', credited_amount: '500' },
    { due_on: day('2026-03-02'), amount: '400', due_amount: '40' },
    { due_on: day('2026-03-03'), paid_amount: '100' },
    { due_on: day('2026-03-04'), credited_amount: '100' },
    { due_on: day('2026-03-05'), due_amount: '0' },
    { due_on: day('2026-03-06'), paid_on: day('2026-03-20') },
  )
  t.same((await openInvoices(app.db, [id], MARCH)).get(id), [
    { seller_id: id, amount: 800_125n, unpaid: 100_125n, days_now: 9, days_at_end: 30 },
    { seller_id: id, amount: 400_000n, unpaid: 40_000n, days_now: 8, days_at_end: 29 },
  ])
})

t.test('one that was settled, nobody knows when, was paid on time', async (t) => {
  const { id } = await makeSeller(app)
  await factsOf(app, id).invoices(
    { due_on: day('2026-02-01'), credited_amount: '100' },
    { due_on: day('2026-02-01'), paid_amount: '100' },
    { due_on: day('2026-02-01'), paid_amount: '100', paid_on: day('2026-02-08') },
    { due_on: day('2026-02-01'), paid_amount: '40' },
  )
  const delays = (await delaysOf(app.db, [id], MARCH)).get(id)
  t.same(delays, [
    [0, 2],
    [7, 1],
    [null, 1],
  ])
})
