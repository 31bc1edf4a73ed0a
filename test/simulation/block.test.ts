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

const whatIf = (seller: string, body: object) =>
  done('viewer', 'POST', `/api/sos/sellers/${seller}/score/what-if`, body)

type Adding = { facts: Record<string, string> }

/** What all add to the facts. */
function sumOf(all: Adding[]) {
  const sums: Record<string, number> = {}
  for (const [fact, added] of all.flatMap(({ facts }) => Object.entries(facts)))
    sums[fact] = (sums[fact] ?? 0) + Number(added)
  return Object.fromEntries(Object.entries(sums).map(([fact, sum]) => [fact, String(Number(sum.toFixed(4)))]))
}

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
    sentence:
      '2 invoices, €12,691.00 in all, are overdue and unpaid. Once they are paid, finance can waive the 2 payment blocks.',
    overdue_invoices: 2,
    overdue_amount: 12_691,
  }
  t.match((await path('S-OWES')).block, block)
  await done('bod', 'PATCH', `/api/surcharges/${old}`, { status: 'waived' })
  await api.push('payments', { ...invoice, invoice_code: 'B-2', due_on: '2026-02-01', paid_on: '2026-05-01' })
  t.equal(
    (await path('S-OWES')).block.sentence,
    'An invoice of €12,345.50 is overdue and unpaid. Once it is paid, finance can waive the payment block.',
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

t.test('a path begins where paying what is overdue leads', async (t) => {
  await addSeller(api, 'S-LATE')
  const invoice = { seller_code: 'S-LATE', issued_on: '2026-01-01', amount: 1000.25, due_on: '2026-02-01' }
  await api.push('payments', { ...invoice, invoice_code: 'L-1', paid_amount: 400 })
  await api.push('payments', { ...invoice, invoice_code: 'L-2', due_on: '2099-01-01' })
  await api.pushOrders('S-LATE', NOW, 30)
  t.equal((await path('S-LATE')).block, null)
  await api.create('/api/surcharges', {
    ...{ seller_code: 'S-LATE', period: '2026-04', surcharge_type: 'payment_block', amount: 0 },
    trigger_details: { reason: 'Paid late.' },
  })
  for (const basis of ['pace', 'as_is']) {
    const { block, before, target, ...found } = await path('S-LATE', { basis })
    t.match(block.facts, { unpaid_amount: '-600.25' })
    t.ok(block.points > 0, `${basis}: ${block.points} points`)
    const end = found.after ?? found.best
    const steps: (Adding & { lever: string })[] = found.steps ?? found.best.steps
    t.notOk(
      steps.some(({ lever }) => lever === 'less_overdue'),
      'it is not advised twice',
    )
    t.match(await whatIf('S-LATE', { basis, facts: sumOf([block, ...steps]) }), {
      before: { total_sos: before.total_sos },
      after: { total_sos: end.total_sos, tier: end.tier },
    })
    t.equal((await path('S-LATE', { basis, locked: ['less_overdue'] })).block.points, null)
    t.equal((await path('S-LATE', { basis, limits: { less_overdue: 1 } })).block.points, null)
    t.equal((await path('S-LATE', { basis, target })).block.points, block.points)
  }
  const { block, before } = await path('S-LATE')
  const [today] = new Date().toISOString().split('T')
  await api.push('payments', { ...invoice, invoice_code: 'L-1', paid_on: today })
  const paid = await path('S-LATE')
  t.equal(paid.before.total_sos, Math.round((before.total_sos + block.points) * 100) / 100, 'as if paid')
  t.match(paid.block, { points: null, facts: null, overdue_invoices: 0 })
})

t.test('a seller that is suspended reads that', async (t) => {
  const { id } = await api.app.db.one<{ id: number }>`select id from sellers where seller_code = 'S-OWES'`
  await done('bod', 'PATCH', `/api/sellers/${id}`, { status: 'suspended', status_reason: 'x' })
  t.match((await path('S-OWES')).block, {
    cause: 'status',
    reason: 'The seller is suspended.',
    sentence: 'The seller is suspended: orders are shipped again when it is active.',
  })
  const invoice = { seller_code: 'S-OWES', issued_on: '2026-01-01', amount: 5, due_on: '2026-02-01' }
  await api.push('payments', { ...invoice, invoice_code: 'B-9' })
  t.match((await path('S-OWES')).block, { overdue_invoices: 1, points: null }, 'paying would not lift it')
})
