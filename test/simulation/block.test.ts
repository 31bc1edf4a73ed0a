import t from 'tap'
import { NOW } from '../setup/months.ts'
import { service } from '../spec/service.ts'
import { addSeller } from './april.ts'

const api = await service(t, { CURRENCY: 'EUR' })
const { done } = api
const path = (seller: string, body: object = {}) =>
  done('viewer', 'POST', `/api/sos/sellers/${seller}/score/path`, body)

await addSeller(api, 'S-FREE')
await addSeller(api, 'S-OWES')

const charge = (surcharge_type: string, period: string, reason: string) =>
  api.create('/api/surcharges', {
    ...{ seller_code: 'S-OWES', period, surcharge_type, amount: surcharge_type === 'payment_block' ? 0 : 10 },
    trigger_details: { reason },
  })

t.test('a seller that nothing blocks has no block', async (t) => {
  t.equal((await path('S-FREE')).block, null)
})

t.test('what is overdue is said first, whatever brings points, and for every month', async (t) => {
  await charge('planning_overload', NOW, 'Forecasts were off.')
  t.equal((await path('S-OWES')).block, null, 'another surcharge blocks nothing')
  const old = await charge('payment_block', '2026-03', 'Paid late.')
  const newest = await charge('payment_block', '2026-04', 'days_beyond_terms was 76.0612 days.')
  const invoice = { seller_code: 'S-OWES', issued_on: '2026-01-01', amount: 12_345.5 }
  await api.push(
    'payments',
    { ...invoice, invoice_code: 'B-1', due_on: '2026-02-01' },
    { ...invoice, invoice_code: 'B-2', due_on: '2026-02-01', paid_amount: 12_000 },
    { ...invoice, invoice_code: 'B-3', due_on: '2026-02-01', paid_on: '2026-02-02' },
    { ...invoice, invoice_code: 'B-4', due_on: '2099-02-01' },
    { ...invoice, invoice_code: 'B-5', due_on: '2026-02-01', credited_amount: 12_345.5 },
  )
  const block = {
    reason: 'In April 2026: Days beyond terms was 76.06 days.',
    sentence: 'Pay the 2 overdue invoices, €12,691.00 in all. Then finance can waive the 2 payment blocks.',
    overdue_invoices: 2,
    overdue_amount: 12_691,
  }
  t.same((await path('S-OWES')).block, block)
  await done('bod', 'PATCH', `/api/surcharges/${old}`, { status: 'waived' })
  await api.push('payments', { ...invoice, invoice_code: 'B-2', due_on: '2026-02-01', paid_on: '2026-05-01' })
  t.equal(
    (await path('S-OWES')).block.sentence,
    'Pay the overdue invoice of €12,345.50. Then finance can waive the payment block.',
  )
  await api.push('payments', { ...invoice, invoice_code: 'B-1', due_on: '2026-02-01', paid_on: '2026-05-01' })
  t.match((await path('S-OWES')).block, {
    sentence: 'Nothing is overdue now: finance can waive the payment block.',
    overdue_invoices: 0,
    overdue_amount: 0,
  })
  await done('bod', 'PATCH', `/api/surcharges/${newest}`, { status: 'waived' })
  t.equal((await path('S-OWES')).block, null)
})

t.test('a seller that is suspended reads that', async (t) => {
  const { id } = await api.app.db.one<{ id: number }>`select id from sellers where seller_code = 'S-OWES'`
  await done('bod', 'PATCH', `/api/sellers/${id}`, { status: 'suspended', status_reason: 'x' })
  t.match((await path('S-OWES')).block, {
    reason: 'The seller is suspended.',
    sentence: 'The seller is suspended: orders are shipped again when it is active.',
  })
})
