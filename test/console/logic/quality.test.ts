import t from 'tap'
import {
  acceptableOf,
  blockingOf,
  countsOf,
  feedOf,
  missingOf,
  pageOf,
} from '../../../console/logic/quality.ts'

const check = (
  id: string,
  level: 'warning' | 'block' = 'warning',
  value = 0,
  expected: number | null = null,
) => ({
  id,
  level,
  value,
  expected,
  sellers: null,
  sentence: '',
})

t.test('a check leads to the page of its facts', async (t) => {
  t.equal(pageOf(check('missing_day:orders')), '/feeds/orders')
  t.equal(pageOf(check('rejections:campaign-actuals')), '/feeds/rejections?feed=campaign-actuals')
  t.equal(pageOf(check('silent_sellers')), '/scores?tier=Unrated')
  t.equal(pageOf(check('recalculate')), undefined)
  t.equal(pageOf(check('distribution:total')), undefined, 'a metric is no feed')
  t.equal(feedOf(check('distribution:total')), '')
})

t.test('what is missing is what should be there and is not', async (t) => {
  t.equal(missingOf(check('volume_drop:orders', 'block', 390, 1000)), 610)
  t.equal(missingOf(check('volume_drop:orders', 'warning', 3000, 1000)), 0, 'too many are not missing')
  t.equal(missingOf(check('rejections:orders', 'warning', 3, 0)), 0)
  t.equal(missingOf(check('stale_feed:orders', 'block', 0, null)), 0)
  t.equal(missingOf(check('distribution:total', 'warning', 0.3, 0.25)), 0, 'a limit is no expectation')
})

t.test('what blocks is told from what warns', async (t) => {
  const checks = [
    check('feed_missing:tickets', 'block'),
    check('silent_sellers'),
    check('recalculate', 'block'),
  ]
  t.same(blockingOf({ checks }), ['feed_missing:tickets', 'recalculate'])
  t.same(blockingOf(undefined), [])
  t.same(countsOf({ checks }), { blocks: 2, warns: 1 })
})

t.test('what warns can be accepted where the service judges it, and what blocks everywhere', async (t) => {
  const checks = [check('month_not_over', 'block'), check('silent_sellers')]
  const all = ['month_not_over', 'silent_sellers']
  t.same(acceptableOf({ checks, gate: 'block' }, true), all)
  t.same(acceptableOf({ checks, gate: 'block' }, false), all)
  t.same(acceptableOf({ checks, gate: 'warn' }, true), all)
  t.same(acceptableOf({ checks, gate: 'warn' }, false), ['month_not_over'])
  t.same(acceptableOf({ checks, gate: 'off' }, true), ['month_not_over'])
  t.same(acceptableOf(undefined, true), [])
})
