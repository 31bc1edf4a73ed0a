import t from 'tap'
import { heatOf, isSilent, stripMonths } from '../../../../console/logic/feeds/feed-months.ts'

const feed = (...months: string[]) => ({
  periods: months.map((period) => ({ period, created: 5, late: 0 })),
})

t.test('the strip has the present in sight', async (t) => {
  t.same(stripMonths([], '2026-02'), ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'])
  t.equal(stripMonths([feed('2020-01')], '2026-02').length, 8)
  t.equal(stripMonths([feed('2026-01', '2026-03')], '2026-02').at(-1), '2026-03', 'forecasts of next month')
  t.equal(stripMonths([feed('2099-01')], '2026-02').at(-1), '2026-03', 'but no mistyped year')
})

t.test('a feed is silent when the months before had facts', async (t) => {
  t.ok(isSilent(feed('2026-01'), '2026-02'))
  t.notOk(isSilent(feed('2026-01', '2026-02'), '2026-02'))
  t.notOk(isSilent(feed(), '2026-02'))
  t.same([heatOf(0, 8), heatOf(1, 800), heatOf(4, 8), heatOf(8, 8), heatOf(0, 0)], [0, 1, 2, 4, 0])
})
