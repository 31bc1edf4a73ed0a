import t from 'tap'
import { day, MARCH_10 } from '../sos/setup.ts'
import { aggregatePayments, type Case, holdTo } from './sums.ts'

const CASES: Case<'invoices'>[] = [
  [
    'invoices due on or before as_of count, later ones do not',
    [{ due_on: day('2026-03-10') }, { due_on: day('2026-03-11') }],
    { invoices: 1, invoiced_amount: '100' },
    MARCH_10,
  ],
  [
    'an invoice paid before the month began is no longer looked at, one paid on its first day is',
    [
      { due_on: day('2026-02-10'), paid_on: day('2026-02-28'), paid_amount: '100' },
      { due_on: day('2026-02-10'), paid_on: day('2026-03-01'), paid_amount: '100' },
      { due_on: day('2026-03-20'), paid_on: day('2026-02-28'), paid_amount: '100' },
    ],
    { invoices: 1, amount_days_late: '1900', unpaid_amount: '0' },
  ],
  [
    'an old invoice that was never paid counts in every month',
    [{ due_on: day('2025-03-31') }],
    { invoices: 1, amount_days_late: '36500', unpaid_amount: '100' },
  ],
  [
    'one that is paid in time has no days late, nor one due today',
    [{ due_on: day('2026-03-10'), paid_on: day('2026-03-05') }, { due_on: day('2026-03-31') }],
    { invoices: 2, amount_days_late: '0', unpaid_amount: '0' },
  ],
  [
    'a payment after as_of has not come yet, neither its day nor its amount',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-12'), paid_amount: '100' }],
    { amount_days_late: '500', unpaid_amount: '100' },
    MARCH_10,
  ],
  [
    'a payment on the day of as_of has come',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-10'), paid_amount: '100' }],
    { amount_days_late: '500', unpaid_amount: '0' },
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
    'an invoice that is paid or credited in full, nobody knows since when, is not late',
    [
      { due_on: day('2026-03-05'), paid_amount: '100' },
      { due_on: day('2026-03-05'), paid_amount: '140' },
      { due_on: day('2025-03-05'), credited_amount: '100' },
      { due_on: day('2026-03-05'), paid_amount: '60', credited_amount: '40' },
      { due_on: day('2026-03-05'), due_amount: '0' },
    ],
    { invoices: 5, invoiced_amount: '500', amount_days_late: '0', unpaid_amount: '0' },
  ],
  [
    'what was credited is not owed, and the rest ages',
    [{ due_on: day('2026-03-21'), amount: '800', paid_amount: '200', credited_amount: '500' }],
    { amount_days_late: '8000', unpaid_amount: '100' },
  ],
  [
    'what the source says is owed stands, whatever was paid and credited',
    [{ due_on: day('2026-03-21'), amount: '800', paid_amount: '800', due_amount: '30' }],
    { amount_days_late: '8000', unpaid_amount: '30' },
  ],
  [
    'no invoice owes more than its amount',
    [
      { due_on: day('2026-03-21'), due_amount: '130' },
      { due_on: day('2026-03-21'), credited_amount: '130' },
    ],
    { invoiced_amount: '200', unpaid_amount: '100' },
  ],
  [
    'before a payment that has not come yet, all is owed that was not credited',
    [
      {
        due_on: day('2026-03-05'),
        paid_on: day('2026-03-12'),
        paid_amount: '70',
        credited_amount: '30',
        due_amount: '0',
      },
    ],
    { amount_days_late: '500', unpaid_amount: '70' },
    MARCH_10,
  ],
  [
    'one that was settled on a day that is known is late until then, however it was settled',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-12'), credited_amount: '100', due_amount: '0' }],
    { amount_days_late: '700', unpaid_amount: '0' },
  ],
  [
    'once it is paid it is paid, whatever the amount',
    [{ due_on: day('2026-03-05'), paid_on: day('2026-03-20'), paid_amount: '99' }],
    { amount_days_late: '1500', unpaid_amount: '0' },
  ],
  [
    'amounts are added to the cent where floating point would not',
    ['999999999999.99', '999999999999.99', '999999999999.99', '0.01'].map((amount) => ({
      amount,
      due_on: day('2026-03-01'),
    })),
    {
      invoices: 4,
      invoiced_amount: '2999999999999.98',
      amount_days_late: '89999999999999.40', // 30 days
      unpaid_amount: '2999999999999.98',
    },
  ],
  ['a seller without an invoice due has no row', [{ due_on: day('2026-04-01') }], undefined],
]

holdTo(t, 'invoices', CASES, aggregatePayments)
