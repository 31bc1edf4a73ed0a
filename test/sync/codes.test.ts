import t from 'tap'
import { GOOD, order } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

const { push, pushLines, pushTable, rows } = await syncApp(t)

const codes = async () =>
  (await rows('select order_code from orders order by order_code')).map(({ order_code }) => order_code)
const csv = (text: string) => pushTable('orders', text)

t.test('blanks around codes make no other orders, in whatever form they come', async (t) => {
  const sent = [1, 2, 3].map((n) => order(`T-${n}   `))
  t.match((await csv(tableOf(sent))).body, { created: 3 })
  t.match((await csv(tableOf([1, 2, 3].map((n) => order(`"T-${n}   "`))))).body, { unchanged: 3 })
  t.match((await push('orders', sent)).body, { created: 0, unchanged: 3 })
  t.match((await pushLines('orders', linesOf(sent))).body, { unchanged: 3 })
  t.same(await codes(), ['T-1', 'T-2', 'T-3'])
})

t.test('what a person can not see in a code makes no difference', async (t) => {
  const same = ['ORD-9', 'ORD-9 ', 'ORD-9\u00A0', 'ORD-9\u200B', '\uFEFFORD-9', 'ORD\u20119', 'O\u00ADRD-9']
  for (const [i, code] of same.entries())
    t.match(
      (await push('orders', [order(code)])).body,
      i === 0 ? { created: 1 } : { created: 0, rejected: 0 },
      code,
    )
  t.same(await codes(), ['ORD-9'])
  const seller = await push('orders', [order('ORD-10', { seller_code: 'S\u20111 ' })])
  t.match(seller.body, { created: 1 })
  const byId = await push('orders', [{ ...order('ORD-11'), seller_code: undefined, sellerId: ' S\u20111' }])
  t.match(byId.body, { created: 1 })
})

t.test('a number that a spreadsheet has shortened is refused, as is what stands for none', async (t) => {
  const answer = await csv(
    'order_code,seller_code,ordered_at\n1.23457E+11,S-1,2026-10-05\n1.23457E+11,S-1,2026-10-06\nA-1,S-1,2026-10-07\n',
  )
  t.match(answer.body, { created: 1, rejected: 2 })
  t.equal(
    answer.body.errors[0].error,
    'order_code must not be 1.23457E+11, a number that a spreadsheet or program has shortened: format the column as text and export it again',
  )
  for (const none of ['#REF!', 'NULL', 'nan', 'undefined', '-', '\u200B', 1e21])
    t.match(
      (await push('orders', [order(none), order('A-1')])).body.errors[0].error,
      /^order_code must /,
      String(none),
    )
  t.match((await push('sellers', [{ seller_code: '#N/A', company_name: 'x' }])).body, {
    created: 0,
    rejected: 1,
  })
  t.match(
    (await push('payments', [{ ...GOOD.payments, seller_code: 'None' }])).body.errors[0].error,
    /seller_code must not be None/,
  )
})

t.test('words that are no codes may say that they are none, and are no error of a spreadsheet', async (t) => {
  for (const [feed, record] of [
    ['orders', { ...order('A-2'), carrier: '#N/A' }],
    ['tickets', { ...GOOD.tickets, category: ' #REF! ' }],
    ['sellers', { seller_code: 'S-9', company_name: '#NAME?' }],
    ['sellers', { seller_code: 'S-9', company_name: 'Nine', contract_type: '#BEZUG!' }],
  ] as const)
    t.match(
      (await push(feed, [record])).body.errors,
      [{ error: /^\w+ must not be #.*, an error of a spreadsheet: correct the cell and export it again$/ }],
      feed,
    )
  t.match((await push('returns', [{ ...GOOD.returns, reason: 'None' }])).body, { created: 1 })
  t.match((await push('tickets', [{ ...GOOD.tickets, category: 'N/A' }])).body, { created: 1 })
})

t.test('codes hold quotes, braces, commas, backslashes and words like NULL', async (t) => {
  const odd = [
    ...['"', '\\', 'a,b', '{x}', 'NULL-1', ' blank ', "it's", 'é 漢 🎉', 'a\n\tb', '\\"', '}'],
    "'); drop table orders; --",
  ]
  t.match(
    (
      await push(
        'orders',
        odd.map((code) => order(code)),
      )
    ).body,
    { created: odd.length },
  )
  const kept = odd.map((code) => ({ ' blank ': 'blank', 'a\n\tb': 'a b' })[code] ?? code)
  t.same((await codes()).toSorted(), kept.toSorted())
})
