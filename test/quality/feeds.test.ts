import t from 'tap'
import {
  median,
  missingDays,
  missingFeeds,
  staleFeeds,
  unusualVolumes,
} from '../../src/domain/quality/feeds.ts'
import { daily, dayOf, MAY, monthly, short } from './months.ts'

const EARLIER = { '2026-02': 1000, '2026-03': 1040, '2026-04': 980 }
const may = (orders: number, earlier: object = EARLIER) => ({
  ...MAY,
  days: monthly('orders', { ...earlier, '2026-05': orders }),
})

t.test('after months of 1000, 1040 and 980 orders 560 warn and 390 block', async (t) => {
  const [found] = unusualVolumes(may(390))
  t.match(found, { id: 'volume_drop:orders', level: 'block', value: 390, expected: 1000 })
  t.match(found?.sentence, /^orders: 2026-05 has 390, where 1,000 are usual \(39 %\); about 610 are missing/)
  t.match(unusualVolumes(may(560)), [{ level: 'warning', value: 560, expected: 1000 }])
})

t.test('the limits of volume', async (t) => {
  const levels: [number, string[]][] = [
    [399, ['block']],
    [400, ['warning']],
    [699, ['warning']],
    [700, []],
    [2500, []],
    [2501, ['warning']],
  ]
  for (const [orders, expected] of levels)
    t.same(
      unusualVolumes(may(orders)).map(({ level }) => level),
      expected,
      `${orders} of 1000`,
    )
  t.match(unusualVolumes(may(2501)), [{ sentence: /about 1,501 more than usual/, sellers: 'more' }])
})

t.test('what is usual is the median of earlier months that have any and were not blocked', async (t) => {
  t.equal(median([1000, 1040, 980]), 1000)
  t.equal(median([1000, 500]), 750)
  const withBlocked = { ...may(560), usual: ['2026-03'] }
  t.match(unusualVolumes(withBlocked), [{ expected: 1040 }])
  t.same(unusualVolumes(may(560, {})), [], 'the first month has nothing to compare with')
})

t.test('the numbers of a sentence fit each other, with a half where few are usual', async (t) => {
  for (const [orders, one, other, numbers] of [
    [8, 1, 2, 'has 8, where 1.5 are usual (533.33 %); about 6.5 more than usual'],
    [27, 10, 11, 'has 27, where 10.5 are usual (257.14 %); about 16.5 more than usual'],
    [1, 2, 3, 'has 1, where 2.5 are usual (40 %); about 1.5 are missing'],
    [2600, 1000, 1001, 'has 2,600, where 1,001 are usual (259.87 %); about 1,599 more than usual'],
    [0, 1, 2, '(1.5 a month)'],
  ] as const) {
    const month = may(orders, { '2026-03': one, '2026-04': other })
    const [found] = [...unusualVolumes(month), ...missingFeeds(month)]
    t.ok(found?.sentence.includes(numbers), `${found?.sentence} ${numbers}`)
  }
})

t.test('a month that is not over can have few', async (t) => {
  t.same(unusualVolumes({ ...may(10), is_over: false }), [])
  t.same(missingFeeds({ ...may(0), is_over: false }), [])
})

t.test('a feed in use in two of the last three months must have something', async (t) => {
  t.match(missingFeeds(may(0)), [
    {
      id: 'feed_missing:orders',
      level: 'block',
      value: 0,
      expected: 1000,
      sentence:
        'orders: there is nothing of 2026-05, and there were facts of 2026-02, 2026-03 and 2026-04 (1,000 a month).',
    },
  ])
  t.same(unusualVolumes(may(0)), [], 'what is missing is no drop besides')
  t.same(short(missingFeeds(may(0, { '2026-02': 5, '2026-04': 7 }))), ['block feed_missing:orders'])
  t.same(missingFeeds(may(0, { '2026-04': 7 })), [])
  t.same(missingFeeds(may(0, { '2025-12': 7, '2026-01': 7, '2026-02': 7 })), [])
  t.same(missingFeeds(may(1)), [])
})

t.test('results of campaigns are missed where a campaign has ended', async (t) => {
  const days = monthly('campaign-actuals', EARLIER)
  t.same(missingFeeds({ ...MAY, days }), [])
  t.same(short(missingFeeds({ ...MAY, days, campaigns_ended: 1 })), ['block feed_missing:campaign-actuals'])
})

t.test('a drop of orders names the days that miss most', async (t) => {
  const few = new Map([
    ['2026-05-12', 0],
    ['2026-05-13', 5],
    ['2026-05-14', 16],
    ['2026-05-15', 17],
  ])
  const days = daily('orders', ['2026-03', '2026-04'], 33).concat(
    daily('orders', ['2026-05'], 33).map((one) => ({
      ...one,
      facts: few.get(one.day) ?? (one.day > '2026-05-15' ? 17 : 33),
    })),
  )
  const [found] = unusualVolumes({ ...MAY, usual: ['2026-04', '2026-03'], days })
  t.match(
    found?.sentence,
    /about 334 are missing, most on 2026-05-12 \(0 of 30\) and 2026-05-13 \(5 of 30\)\.$/,
  )
  t.notMatch(found?.sentence, /05-15/, 'half of what is usual is not thin')
})

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
