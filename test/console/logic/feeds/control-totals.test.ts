import t from 'tap'
import { declaredOf, linesOf } from '../../../../console/logic/feeds/control-totals.ts'

t.test('each declared total has a line with its difference', async (t) => {
  const received_at = '2026-11-01T00:00:00.000Z'
  const lines = linesOf(
    ['records', 'units'],
    [
      {
        period: '2026-10',
        seller_code: null,
        totals: { units: 40, records: 12 },
        ours: { units: 40, records: 10 },
        difference: { units: 0, records: -2 },
        received_at,
        user_id: 1,
      },
    ],
  )
  t.match(lines, [
    { total: 'records', theirs: 12, ours: 10, difference: -2 },
    { total: 'units', theirs: 40, ours: 40, difference: 0 },
  ])
})

t.test('fields that are left empty are not declared; 0 is', async (t) => {
  t.same(declaredOf({ records: '0', units: ' ' }), { records: 0 })
  t.equal(declaredOf({ records: '' }), undefined)
})
