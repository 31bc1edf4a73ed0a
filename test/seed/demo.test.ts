import t from 'tap'
import { factsOf } from '../../prisma/seed/behaviour.ts'
import { type Demo, planDemo, sellersKnown } from '../../prisma/seed/demo.ts'
import { exceptionsOf } from '../../prisma/seed/follow-up.ts'
import { FEEDS } from '../../src/feeds/index.ts'

const ANCHOR = '2026-11-20'
const MONTHS = [0, 1, 2, 3]
const demo = planDemo(ANCHOR, 'Europe/Berlin', 200)

type Row = Record<string, string | number | boolean | undefined>
const allFacts = (of: Demo) =>
  MONTHS.flatMap((month) => factsOf(of, month)) as { feed: string; records: Row[] }[]
const facts = allFacts(demo)
const rowsOf = (feed: string) => facts.filter((push) => push.feed === feed).flatMap(({ records }) => records)

t.test('the same day gives the same demo', async (t) => {
  const again = planDemo(ANCHOR, 'Europe/Berlin', 200)
  t.same(again.sellers, demo.sellers)
  t.equal(JSON.stringify(allFacts(again)), JSON.stringify(facts))
  t.same(exceptionsOf(again), exceptionsOf(demo))
})

t.test('a seller is the same in a smaller demo', async (t) => {
  const small = allFacts(planDemo(ANCHOR, 'Europe/Berlin', 10)).flatMap(({ records }) => records)
  const codes = new Set(small.map(({ seller_code }) => seller_code))
  const large = facts.flatMap(({ records }) => records).filter(({ seller_code }) => codes.has(seller_code))
  t.equal(JSON.stringify(small), JSON.stringify(large))
})

t.test('there are 200 sellers with names of their own, of every status', async (t) => {
  t.equal(demo.sellers.length, 200)
  t.equal(new Set(demo.sellers.map(({ record }) => record.company_name)).size, 200)
  const last = sellersKnown(demo, 3)
  const count = (status: string) => last.filter((seller) => seller.status === status).length
  t.ok(
    count('suspended') >= 3 && count('terminated') >= 3,
    `${count('suspended')} and ${count('terminated')}`,
  )
})

t.test('of every hundred sellers as many are of a kind as its percentage says', async (t) => {
  const count = (wanted: (seller: (typeof demo.sellers)[number]) => boolean) => [
    demo.sellers.slice(0, 100).filter(wanted).length,
    demo.sellers.slice(100).filter(wanted).length,
  ]
  t.same(
    count(({ archetype }) => archetype === 'solid'),
    [31, 31],
  )
  t.same(
    count(({ archetype }) => archetype === 'quiet'),
    [4, 4],
  )
  t.same(
    count(({ trajectory }) => trajectory === 'improving'),
    [12, 12],
  )
  t.same(
    count(({ ends }) => ends <= ANCHOR),
    [6, 6],
  )
  t.same(
    count(({ starts }) => starts > '2026-09-01'),
    [7, 7],
  )
})

t.test('a small demo has sellers of most kinds', async (t) => {
  const few = demo.sellers.slice(0, 16)
  t.ok(new Set(few.map(({ archetype }) => archetype)).size >= 6)
  t.ok(new Set(few.map(({ trajectory }) => trajectory)).size >= 3)
})

t.test('no seller that left for good comes back', async (t) => {
  const gone = MONTHS.map((month) => {
    const left = sellersKnown(demo, month).filter(({ status }) => status === 'terminated')
    return left.map(({ seller_code }) => seller_code)
  })
  for (const month of [1, 2, 3])
    t.same(
      gone[month - 1]?.filter((code) => !gone[month]?.includes(code)),
      [],
    )
})

for (const { name, key } of FEEDS)
  t.test(`no two records of ${name} have the same key`, async (t) => {
    const keys = rowsOf(name).map((row) => key.map((field) => row[field]).join(' '))
    t.ok(keys.length > 0)
    t.equal(new Set(keys).size, keys.length)
  })

t.test('an ordinary seller has 60 to 400 orders a month or somewhat more in the season', async (t) => {
  const counts = new Map<string, number>()
  for (const { seller_code, ordered_at } of rowsOf('orders')) {
    const key = `${seller_code} ${String(ordered_at).slice(0, 7)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const october = [...counts].filter(([key]) => key.endsWith('2026-10')).map(([, count]) => count)
  const ordinary = october.filter((count) => count >= 50 && count <= 500)
  t.ok(ordinary.length > 0.85 * october.length, `${ordinary.length} of ${october.length}`)
  t.ok(
    Math.max(...october) > 3 * (october.sort((a, b) => a - b)[october.length >> 1] as number) * 0.8,
    'sizes are skewed',
  )
})

const INSTANTS = [
  'ordered_at',
  'ready_at',
  'cancelled_at',
  'opened_at',
  'replied_at',
  'resolved_at',
  'submitted_at',
]
const DATES = ['issued_on', 'paid_on', 'snapshot_on', 'received_on']

t.test('nothing has happened on the anchor or later', async (t) => {
  const now = new Date(demo.calendar.startOf(ANCHOR)).toISOString()
  for (const { feed, records } of facts) {
    const early = records.flatMap((row) => [
      ...INSTANTS.filter((field) => String(row[field] ?? '') >= now),
      ...DATES.filter((field) => String(row[field] ?? '') >= ANCHOR),
    ])
    t.same(early, [], feed)
  }
})

t.test('a seller has no facts before its contract or after it left', async (t) => {
  const bySeller = new Map(demo.sellers.map((seller) => [seller.code, seller]))
  const outside = rowsOf('orders').filter(({ seller_code, ordered_at }) => {
    const seller = bySeller.get(String(seller_code))
    const at = Date.parse(String(ordered_at))
    const { startOf } = demo.calendar
    return !seller || at < startOf(seller.starts) || at >= startOf(seller.ends)
  })
  t.same(outside, [])
})

t.test(
  'exceptions are of several kinds, each for a seller of the demo, one of each seller at most',
  async (t) => {
    const exceptions = exceptionsOf(demo)
    t.equal(exceptions.length, 6)
    t.equal(new Set(exceptions.map(({ seller_code }) => seller_code)).size, 6)
    for (const { month, seller_code } of exceptions)
      t.ok(
        sellersKnown(demo, month).some((seller) => seller.seller_code === seller_code),
        seller_code,
      )
  },
)
