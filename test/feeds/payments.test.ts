import t from 'tap'
import { testApp } from '../setup/app.ts'
import { day, factsOf, MARCH, MARCH_10, makeSeller } from '../sos/setup.ts'
import { aggregatePayments } from './sums.ts'

type Invoices = Parameters<ReturnType<typeof factsOf>['invoices']>

const CASES: [title: string, invoices: Invoices, expected: object | undefined, month?: typeof MARCH][] = [
  [
    'invoices due on or before as_of count, later ones do not',
    [{ due_on: day('2026-03-10') }, { due_on: day('2026-03-11') }],
    { invoices: 1, invoiced_amount: '100.00' },
    MARCH_10,
  ],
  [
    'an invoice paid before the month began is no longer looked at, one paid on its first day is',
    [
      { due_on: day('2026-02-10'), paid_on: day('2026-02-28'), paid_amount: '100' },
      { due_on: day('2026-02-10'), paid_on: day('2026-03-01'), paid_amount: '100' },
    ],
    { invoices: 1, amount_days_late: '1900.00', unpaid_amount: '0' },
  ],
  [
    'an old invoice that was never paid counts in every month',
    [{ due_on: day('2025-03-31') }],
    { invoices: 1, amount_days_late: '36500.00', unpaid_amount: '100.00' },
  ],
  [
    'one that is paid in time has no days late',
    [{ due_on: day('2026-03-10'), paid_on: day('2026-03-05'), paid_amount: '100' }],
    { amount_days_late: '0.00', unpaid_amount: '0' },
  ],
  [
    'one due today is not late yet',
    [{ due_on: day('2026-03-31') }],
    { invoices: 1, amount_days_late: '0.00', unpaid_amount: '0' },
  ],
  [
    'a payment after as_of has not come yet, neither its day nor its amount',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-12'), paid_amount: '100' }],
    { amount_days_late: '500.00', unpaid_amount: '100.00' },
    MARCH_10,
  ],
  [
    'a payment on the day of as_of has come',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-10'), paid_amount: '100' }],
    { amount_days_late: '500.00', unpaid_amount: '0' },
    MARCH_10,
  ],
  [
    'what was paid in part is not unpaid, and an overpaid invoice owes nothing',
    [
      { due_on: day('2026-03-05'), amount: '100', paid_amount: '30.01' },
      { due_on: day('2026-03-05'), amount: '100', paid_amount: '130' },
    ],
    { unpaid_amount: '69.99' },
  ],
  [
    'once it is paid it is paid, whatever the amount',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-20'), paid_amount: '99' }],
    { amount_days_late: '1500.00', unpaid_amount: '0' },
  ],
  [
    'amounts are added as decimals',
    Array.from({ length: 10 }, () => ({ amount: '0.10', due_on: day('2026-03-30') })),
    { invoices: 10, invoiced_amount: '1.00', amount_days_late: '1.00', unpaid_amount: '1.00' },
  ],
  ['a seller without an invoice due has no row', [{ due_on: day('2026-04-01') }], undefined],
]

t.test('invoices are added up', async (t) => {
  const { app } = await testApp(t, { WORKER: 'off' })
  for (const [title, invoices, expected, month = MARCH] of CASES)
    t.test(title, async (t) => {
      const { id } = await makeSeller(app)
      await factsOf(app, id).invoices(...invoices)
      const [sums] = await aggregatePayments(app.db, [id], month)
      if (expected) t.match(sums, { seller_id: id, ...expected })
      else t.equal(sums, undefined)
    })
})
