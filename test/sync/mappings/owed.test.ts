import t from 'tap'
import { syncApp } from '../sync-app.ts'

// What invoices of accounting systems owe, also where credit notes settle them.

const { call, makeMapping, rows } = await syncApp(t)

const invoice = (InvoiceNumber: string, Total: number, more = {}) => ({
  Type: 'ACCREC',
  InvoiceNumber,
  Status: 'AUTHORISED',
  Contact: { ContactNumber: 'S-1' },
  Total,
  AmountPaid: 0,
  AmountCredited: 0,
  AmountDue: Total,
  DateString: '2026-09-01T00:00:00',
  DueDateString: '2026-09-15T00:00:00',
  ...more,
})

const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-10' })
const factsOf = async (metric: string) =>
  (await call('bod', 'GET', `/api/sos/sellers/S-1/score/facts?period=2026-10&metric=${metric}`)).body

t.test(
  'credited invoices of Xero owe what Xero says, and bills and drafts nothing: 100 of 1800',
  async (t) => {
    await makeMapping({ name: 'mine', preset: 'xero-invoices' })
    const { body } = await call('system', 'POST', '/api/sync/payments?mapping=mine', {
      Invoices: [
        invoice('INV-1', 1000, { AmountCredited: 1000, AmountDue: 0 }),
        invoice('INV-2', 500, {
          Status: 'PAID',
          AmountCredited: 500,
          AmountDue: 0,
          FullyPaidOnDate: '/Date(1757894400000+0000)/',
        }),
        invoice('INV-3', 800, { AmountPaid: 200, AmountCredited: 500, AmountDue: 100 }),
        invoice('BILL-77', 2000, { Type: 'ACCPAY' }),
        invoice('INV-4', 900, { Status: 'DRAFT' }),
      ],
    })
    t.match(body, { created: 3, left_out: 2, rejected: 0 })
    t.match(body.warnings[0], 'left_out: 2 (Type is not ACCREC: 1; Status is DRAFT: 1)')
    const said = '1 invoice is paid in full without paid_on: it counts as on time (S-1/INV-1)'
    t.ok(body.warnings.includes(said))
    t.match(await rows('select invoice_code, credited_amount, due_amount from invoices order by 1'), [
      { invoice_code: 'INV-1', credited_amount: 1000, due_amount: 0 },
      { invoice_code: 'INV-2', credited_amount: 500, due_amount: 0 },
      { invoice_code: 'INV-3', credited_amount: 500, due_amount: 100 },
    ])
    await calculate()
    t.match(await factsOf('overdue_share'), { numerator: 100, denominator: 1800, total: 2 })
    const days = await factsOf('days_beyond_terms')
    t.match(days, { numerator: 800 * 46, denominator: 1800 })
    t.match(days.data.at(-1).record, { credited_amount: 1000, due_amount: 0, days_late: 0 })
  },
)

t.test('an invoice of QuickBooks owes its balance', async (t) => {
  const fields = { seller_code: { value: 'S-1' } }
  await makeMapping({ name: 'mine', preset: 'quickbooks-invoices', fields })
  const one = { TxnDate: '2026-09-01', DueDate: '2026-09-15', TotalAmt: 800, Balance: 100 }
  const { body } = await call('system', 'POST', '/api/sync/payments?mapping=mine', {
    QueryResponse: {
      Invoice: [
        { ...one, DocNumber: '1' },
        { ...one, DocNumber: '2', Balance: 0 },
      ],
    },
  })
  t.match(body, { created: 2, rejected: 0 })
  await calculate()
  t.match(await factsOf('overdue_share'), { numerator: 100, denominator: 1600 })
})

t.test('large amounts are added up and taken off to the cent', async (t) => {
  const fields = {
    ...{ invoice_code: 'no', seller_code: { value: 'S-1' }, issued_on: 'on', due_on: 'on' },
    amount: { path: 'parts.*.n', sum: true },
    paid_amount: { path: 'all', minus: 'open' },
  }
  await makeMapping({ name: 'mine', feed: 'payments', fields })
  const send = async (...records: object[]) =>
    (await call('system', 'POST', '/api/sync/payments?mapping=mine', records)).body
  const of = (no: string, parts: unknown[], all: unknown = 0, open: unknown = 0) => ({
    ...{ no, on: '2026-09-01', parts: parts.map((n) => ({ n })), all, open },
  })
  const many = Array.from({ length: 150 }, () => 6_666_666_666.61)
  t.match(
    await send(
      of('I-1', [2171710686.52, '10389246448.53', null, ' ']),
      of('I-2', many, 12345678901.23, '0.11'),
      of('I-3', [12345678901.23], 999999999999.99, 999999999999.88),
    ),
    { created: 3, errors: [] },
  )
  t.same(await rows('select amount, paid_amount from invoices order by invoice_code'), [
    { amount: 12560957135.05, paid_amount: 0 },
    { amount: 999999999991.5, paid_amount: 12345678901.12 },
    { amount: 12345678901.23, paid_amount: 0.11 },
  ])
  const odd = ['0x10', true, '1e3', '0b11', '+5', '1,5']
  const { errors } = await send(...odd.map((n, i) => of(`I-${i}`, [1, n])))
  t.match(
    errors,
    odd.map((value, index) => ({
      index,
      field: 'amount',
      value,
      error: /^amount must be .*parts\.\*\.n can't be read/,
    })),
  )
})
