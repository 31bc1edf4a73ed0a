import t from 'tap'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'

const reason = (trigger_details: Record<string, unknown>, surcharge_type = 'payment_block') =>
  surchargeReason({ surcharge_type, period: '2026-10', trigger_details })

t.test('the reason of the details is told as it is', async (t) => {
  t.equal(reason({ reason: 'Invoices are late', days: 75 }), 'Invoices are late')
})

t.test('without one it is a sentence of the type, the period and the plain details', async (t) => {
  t.equal(reason({}), 'Payment block for 2026-10.')
  t.equal(
    reason({ days: 75, invoice: 'I-1', sure: true }),
    'Payment block for 2026-10: days 75, invoice I-1, sure true.',
  )
})

t.test('a reason that is no text, and details that are not plain, are passed over', async (t) => {
  for (const odd of ['', '  ', null, ['a'], { a: 1 }])
    t.equal(reason({ reason: odd }), 'Payment block for 2026-10.')
  t.equal(
    reason({ list: [1], nested: { a: 1 }, nothing: null, days: 2 }),
    'Payment block for 2026-10: days 2.',
  )
})

t.test('a long sentence is cut where it can be stored and sent', async (t) => {
  const text = reason({ note: '😀'.repeat(600) })
  t.equal(text.length, 500)
  t.ok(text.isWellFormed())
  t.match(text, /…$/)
})
