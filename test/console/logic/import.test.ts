import t from 'tap'
import { feedOf, suggest } from '../../../console/src/screens/import/mapping.ts'
import { doubtOf, repaired, repairsOf } from '../../../console/src/screens/import/repair.ts'

t.test('dates and numbers of a column are put right, and what does not fit stays', async (t) => {
  for (const [repair, pairs] of [
    ['day-first', '24.11.2026 = 2026-11-24 | 4/1/26 9:05 = 2026-01-04 09:05 | November 2026 = 2026-11'],
    ['day-first', '5 Nov 2026 = 2026-11-05 | 11/24/2026 = | 31.11.2026 = | Nov 5, 2026 ='],
    ['day-first', '29-February-2025 ='],
    ['month-first', '11/24/2026 = 2026-11-24 | 11/2026 = 2026-11 | 1/5/26 1:30 pm = 2026-01-05 13:30'],
    ['month-first', 'Nov 5, 2026 12:05 AM = 2026-11-05 00:05'],
    ['year-first', '2026/11/5 = 2026-11-05 | 20261105 = 2026-11-05 | 2026/11 = 2026-11'],
    ['comma', '1.234,50 € = 1234.50 | -3,5 = -3.5 | 1.500 = 1500 | 1,234.56 ='],
    ['point', '$1,234.50 = 1234.50 | 1,23,456 = 123456 | 12 of 3 = | 12,5 ='],
    ['end', '2026-11-02 = 2026-11-02 23:59'],
  ] as const)
    for (const [text = '', right] of pairs.split(' | ').map((pair) => pair.split(/ = ?/)))
      t.equal(repaired(repair, text), right || text)
  t.equal(doubtOf('money', '1.500'), '1.500 is read as 1.5. If you mean thousands, write 1500')
  const told = ['2026-11-02', '2026-11-2'].map((due) => doubtOf('', due, { label: 'A', text: '2026-11-10' }))
  t.same([...['money', 'text'].map(repairsOf), ...told], [['comma', 'point'], [], 'Is before A', undefined])
})

t.test('columns are read by their name, by another name, and by a slip of it', async (t) => {
  const fields = [
    { name: 'order_code', label: 'Order code', other_names: ['order_id'], required: false },
    { name: 'ordered_at', label: 'Ordered at', other_names: [], required: false },
    { name: 'units', label: 'Units', other_names: [], required: false },
  ]
  const slips = [{ field: 'order_code', as: 'order_id' }, { field: 'ordered_at', isGuess: true }, null]
  const columns = suggest(['orderId', 'Ordred at', 'Note', 'units', 'Units'], fields)
  const codes = [['Order', 'order_id'], ['Order']].map((names) => suggest(names, fields))
  const order = { field: 'order_code' }
  t.same([columns, ...codes], [[...slips, { field: 'units' }, null], [null, slips[0]], [order]])
  const needed = { fields: fields.map((one) => ({ ...one, required: one.name === 'ordered_at' })) }
  t.same([feedOf(['Units'], [needed, { fields }])?.fields, feedOf(['foo'], [needed])], [fields, undefined])
})
