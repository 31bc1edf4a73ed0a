import t from 'tap'
import { syncApp } from './sync-app.ts'

// What an invoice owes, and what is said of one that owes nothing, nobody knows since when.

const { push, pushLines, rows } = await syncApp(t)

const INVOICE = { seller_code: 'S-1', issued_on: '2026-09-01', due_on: '2026-09-15', amount: 362 }
const invoice = (invoice_code: string, more: object) => ({ ...INVOICE, invoice_code, ...more })
const warningsOf = async (...records: object[]) => (await push('payments', records)).body.warnings
const ONE = '1 invoice is paid in full without paid_on: it counts as on time (S-1/A)'

t.test('a push says once how many invoices are paid in full without paid_on', async (t) => {
  const credited = { paid_amount: 300, credited_amount: 62 }
  const settled = [invoice('A', { paid_amount: 362 }), invoice('B', credited)]
  const said = '2 invoices are paid in full without paid_on: they count as on time'
  t.same(await warningsOf(...settled, invoice('C', { paid_amount: 361.99 })), [`${said} (S-1/A, S-1/B)`])
  const line = (n: number) => JSON.stringify(invoice(`L-${n}`, { due_amount: 0 }))
  const lines = Array.from({ length: 4_100 }, (_, n) => line(n)).join('\n')
  t.match((await pushLines('payments', lines)).body, {
    created: 4_100,
    warnings: [`${said.replace('2', '4,100')} (such as S-1/L-0, S-1/L-1, S-1/L-2)`],
  })
})

for (const [title, more, said] of [
  ['paid in full', { paid_amount: 362 }, ONE],
  ['overpaid', { paid_amount: 400 }, ONE],
  ['credited in full', { credited_amount: 362 }, ONE],
  ['one whose source says that nothing is owed', { due_amount: 0 }, ONE],
  ['paid on a day', { paid_amount: 362, paid_on: '2026-09-10' }, undefined],
  ['credited, and paid on a day', { credited_amount: 362, due_amount: 0, paid_on: '2026-09-10' }, undefined],
  ['one of which the source says that something is owed', { paid_amount: 362, due_amount: 5 }, undefined],
  ['one that asks for nothing', { amount: 0 }, undefined],
  [
    'one that owes more than it asks for',
    { due_amount: 380 },
    '1 invoice has a due_amount above its amount: it owes its amount (S-1/A)',
  ],
  [
    'one that is paid and owes',
    { due_amount: 80, paid_on: '2026-09-10' },
    '1 invoice has both paid_on and a due_amount: it is paid on that day (S-1/A)',
  ],
] as const)
  t.test(`of an invoice ${title} a push says ${said ? 'so' : 'nothing'}`, async (t) => {
    t.same(await warningsOf(invoice('A', more)), said && [said])
  })

t.test('a dry run says it, too, and an invoice that is taken back is not meant', async (t) => {
  const dry = await push('payments', [invoice('A', { paid_amount: 362 })], '?dry_run=true')
  t.same(dry.body.warnings, [ONE])
  t.same(await rows('select * from invoices'), [])
  t.same(await warningsOf({ ...invoice('A', { paid_amount: 362 }), deleted: true }), undefined)
})

t.test('0 credited is the same as nothing credited', async (t) => {
  await push('payments', [invoice('A', {})])
  t.match((await push('payments', [invoice('A', { credited_amount: 0 })])).body, { unchanged: 1, updated: 0 })
  t.match(await rows('select credited_amount from invoices'), [{ credited_amount: null }])
})
