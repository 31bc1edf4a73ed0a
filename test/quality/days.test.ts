import t from 'tap'
import { missingDays, staleFeeds } from '../../src/domain/quality/feeds.ts'
import { daily, dayOf, MAY, short } from './months.ts'

const MONTHS = ['2026-04', '2026-05']
const without = (days: string[], facts = 33) => ({
  ...MAY,
  days: daily('orders', MONTHS, facts).filter(({ day }) => !days.includes(day)),
})

t.test('a day without orders is named, with how many are missing', async (t) => {
  t.match(missingDays(without(['2026-05-12'])), [
    {
      id: 'missing_day:orders',
      level: 'warning',
      value: 0,
      expected: 33,
      sentence: 'orders: there is nothing on 2026-05-12 (33 usual on a Tuesday); about 33 are missing.',
    },
  ])
})

t.test('three of them block', async (t) => {
  const two = ['2026-05-12', '2026-05-13']
  t.same(short(missingDays(without(two))), ['warning missing_day:orders'])
  const [found] = missingDays(without([...two, '2026-05-21']))
  t.match(found, { level: 'block', expected: 99 })
  t.match(found?.sentence, /2026-05-12 .*, 2026-05-13 .* and 2026-05-21 /)
})

t.test('a day is missed where its weekday usually has ten', async (t) => {
  t.same(short(missingDays(without(['2026-05-12'], 10))), ['warning missing_day:orders'])
  t.same(missingDays(without(['2026-05-12'], 9)), [])
  const weekdays = without([])
  weekdays.days = weekdays.days.filter(({ day }) => new Date(day).getUTCDay() % 6 !== 0)
  t.same(missingDays(weekdays), [], 'weekends that never have any')
})

t.test('the mean is of the other days of that weekday', async (t) => {
  const month = without(['2026-05-12'])
  month.days = month.days.map((one) => (one.day === '2026-05-05' ? { ...one, facts: 33 + 70 } : one))
  t.equal(missingDays(month)[0]?.expected, (33 * 6 + 103) / 7)
})

t.test('before the first fact the feed was not in use', async (t) => {
  const days = daily('orders', ['2026-05'], 33).filter(({ day }) => day >= '2026-05-11')
  t.same(missingDays({ ...MAY, days }), [])
})

t.test('of a month that is not over only days before the last push count', async (t) => {
  const running = {
    ...without([]),
    is_over: false,
    today: '2026-05-20',
    last_push: [{ feed: 'orders' as const, day: '2026-05-19', after_month: false }],
  }
  const until = (day: string) => ({ ...running, days: running.days.filter((one) => one.day <= day) })
  t.same(missingDays(until('2026-05-18')), [])
  t.match(missingDays(until('2026-05-17'))[0]?.sentence, /nothing on 2026-05-18 \(/)
})

t.test('tickets have days too, other feeds have not', async (t) => {
  const days = (['tickets', 'payments', 'inventory'] as const).flatMap((feed) =>
    daily(feed, MONTHS, 33).filter(({ day }) => day !== '2026-05-12'),
  )
  t.same(short(missingDays({ ...MAY, days })), ['warning missing_day:tickets'])
})

t.test('a feed that was not pushed after the month is stale', async (t) => {
  const pushed = (after_month: boolean, days = daily('orders', ['2026-05'], 5)) => ({
    ...MAY,
    days,
    last_push: [{ feed: 'orders' as const, day: after_month ? '2026-06-01' : '2026-05-29', after_month }],
  })
  t.same(staleFeeds(pushed(true)), [])
  t.match(staleFeeds(pushed(false)), [
    {
      id: 'stale_feed:orders',
      level: 'warning',
      value: 15,
      sentence: 'orders: the last push came on 2026-05-29, before 2026-05 had ended.',
    },
  ])
  const lastOn = (day: string) => pushed(false, [dayOf('orders', day, 5)])
  t.same(short(staleFeeds(lastOn('2026-05-29'))), ['warning stale_feed:orders'])
  t.match(staleFeeds(lastOn('2026-05-28')), [
    { level: 'block', sentence: /and there is nothing from 2026-05-29 to 2026-05-31\.$/ },
  ])
  t.same(staleFeeds(pushed(false, [])), [], 'what has nothing at all is missing, not stale')
  t.same(staleFeeds({ ...pushed(false), is_over: false }), [])
})
