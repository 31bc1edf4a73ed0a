import t from 'tap'
import { factsOf } from '../../prisma/seed/behaviour.ts'
import { type Demo, planDemo, sellersKnown } from '../../prisma/seed/demo.ts'
import { exceptionsOf } from '../../prisma/seed/follow-up.ts'
import { dateOf } from '../../src/domain/business-time.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { metricNamed } from '../../src/scoring/metrics.ts'
import { addDays, firstDay } from '../../src/scoring/month.ts'

const ANCHOR = '2026-11-20'
const ZONE = 'Europe/Berlin'
const MONTHS = [0, 1, 2, 3]
const demo = planDemo(ANCHOR, ZONE, 200)

type Row = Record<string, string | number | boolean | undefined>
const monthsOf = (of: Demo) => MONTHS.map((month) => factsOf(of, month) as { feed: string; records: Row[] }[])
const months = monthsOf(demo)
const facts = months.flat()
const rowsOf = (feed: string, pushes = facts) =>
  pushes.filter((push) => push.feed === feed).flatMap(({ records }) => records)
const sellers = new Map(demo.sellers.map((seller) => [seller.code, seller]))
const sellerOf = ({ seller_code }: Row) => sellers.get(String(seller_code))

t.test('the same day gives the same demo', async (t) => {
  const again = planDemo(ANCHOR, ZONE, 200)
  t.same(again.sellers, demo.sellers)
  t.equal(JSON.stringify(monthsOf(again)), JSON.stringify(months))
  t.same(exceptionsOf(again), exceptionsOf(demo))
})

t.test('a seller is the same in a smaller demo', async (t) => {
  const small = monthsOf(planDemo(ANCHOR, ZONE, 10))
    .flat()
    .flatMap(({ records }) => records)
  const codes = new Set(small.map(({ seller_code }) => seller_code))
  const large = facts.flatMap(({ records }) => records).filter(({ seller_code }) => codes.has(seller_code))
  t.equal(JSON.stringify(small), JSON.stringify(large))
})

t.test('there are 200 sellers with names of their own, of every status', async (t) => {
  t.equal(demo.sellers.length, 200)
  t.equal(new Set(demo.sellers.map(({ record }) => record.company_name)).size, 200)
  const last = sellersKnown(demo, 3)
  for (const status of ['suspended', 'terminated'])
    t.ok(last.filter((seller) => seller.status === status).length >= 3, status)
})

t.test('of every hundred sellers as many are of a kind as its percentage says', async (t) => {
  const count = (wanted: (seller: (typeof demo.sellers)[number]) => boolean) => [
    demo.sellers.slice(0, 100).filter(wanted).length,
    demo.sellers.slice(100).filter(wanted).length,
  ]
  const counts = {
    solid: count(({ archetype }) => archetype === 'solid'),
    quiet: count(({ archetype }) => archetype === 'quiet'),
    improving: count(({ trajectory }) => trajectory === 'improving'),
    gone: count(({ ends }) => ends <= ANCHOR),
    young: count(({ starts }) => starts > '2026-09-01'),
  }
  t.same(counts, { solid: [31, 31], quiet: [4, 4], improving: [12, 12], gone: [6, 6], young: [7, 7] })
  const few = demo.sellers.slice(0, 16)
  t.ok(new Set(few.map(({ archetype }) => archetype)).size >= 6, 'a small demo has most kinds')
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

t.test('no two records of a feed have the same key', async (t) => {
  for (const { name, key } of FEEDS) {
    const keys = rowsOf(name).map((row) => key.map((field) => row[field]).join(' '))
    t.ok(keys.length > 0)
    t.equal(new Set(keys).size, keys.length, name)
  }
})

t.test('an ordinary seller has 60 to 400 orders a month or somewhat more in the season', async (t) => {
  const counts = new Map<string, number>()
  for (const { seller_code, ordered_at } of rowsOf('orders')) {
    if (!String(ordered_at).startsWith('2026-10')) continue
    counts.set(String(seller_code), (counts.get(String(seller_code)) ?? 0) + 1)
  }
  const october = [...counts.values()].sort((a, b) => a - b)
  const ordinary = october.filter((count) => count >= 50 && count <= 500)
  t.ok(ordinary.length > 0.85 * october.length, `${ordinary.length} of ${october.length}`)
  const middle = october[october.length >> 1] as number
  t.ok(Math.max(...october) > 3 * middle * 0.8, 'sizes are skewed')
})

t.test('nothing has happened on the anchor or later', async (t) => {
  const now = new Date(demo.calendar.startOf(ANCHOR)).toISOString()
  const instants = ['ordered', 'ready', 'cancelled', 'opened', 'replied', 'resolved', 'submitted']
  const dates = ['issued_on', 'paid_on', 'snapshot_on', 'received_on']
  for (const { feed, records } of facts) {
    const early = records.flatMap((row) => [
      ...instants.filter((field) => String(row[`${field}_at`] ?? '') >= now),
      ...dates.filter((field) => String(row[field] ?? '') >= ANCHOR),
    ])
    t.same(early, [], feed)
  }
})

t.test('a seller has no facts before its contract or after it left', async (t) => {
  const { startOf } = demo.calendar
  const outside = rowsOf('orders').filter((row) => {
    const seller = sellerOf(row)
    const at = Date.parse(String(row.ordered_at))
    return !seller || at < startOf(seller.starts) || at >= startOf(seller.ends)
  })
  t.same(outside, [])
})

t.test('six exceptions are each for a seller of the demo, one of each seller at most', async (t) => {
  const exceptions = exceptionsOf(demo)
  t.equal(exceptions.length, 6)
  t.equal(new Set(exceptions.map(({ seller_code }) => seller_code)).size, 6)
  for (const { month, seller_code } of exceptions)
    t.ok(
      sellersKnown(demo, month).some((seller) => seller.seller_code === seller_code),
      seller_code,
    )
})

const past = months.slice(0, 3).flat()
const planning = (row: Row) => sellerOf(row)?.quality[0]?.[0] ?? 0
const good = (row: Row) => planning(row) > 0.65
const poor = (row: Row) => planning(row) < 0.35
const share = (rows: Row[], wanted: (row: Row) => boolean) => rows.filter(wanted).length / rows.length

/** Days after the deadline that the formula sets; 0 and less are in time. */
function lateness({ campaign_code, period, submitted_at }: Row): number {
  const { base_days = 0, campaign_days = 0 } = metricNamed('forecast_lateness')?.params ?? {}
  const start = demo.campaigns.find((campaign) => campaign.campaign_code === campaign_code)?.start_date
  const deadline = start ? addDays(start, -campaign_days) : addDays(firstDay(String(period)), -base_days)
  return (Date.parse(dateOf(new Date(String(submitted_at)), ZONE)) - Date.parse(deadline)) / 86_400_000
}

t.test('most forecasts come in time, more of good planners than of poor ones', async (t) => {
  const inTime = (rows: Row[]) => share(rows, (row) => lateness(row) <= 0)
  for (const isOfCampaign of [false, true]) {
    const rows = rowsOf('forecasts', past).filter((row) => Boolean(row.campaign_code) === isOfCampaign)
    const [all, best, worst] = [inTime(rows), inTime(rows.filter(good)), inTime(rows.filter(poor))]
    t.ok(all > 0.6 && all < 0.9, `${all} of all`)
    t.ok(best > 0.8, `${best} of good planners`)
    t.ok(worst < 0.6, `${worst} of poor planners`)
    t.ok(Math.max(...rows.map(lateness)) > 10, 'some come very late')
  }
})

t.test('some sellers sold in a campaign without a forecast, more poor planners than good ones', async (t) => {
  const nameOf = (row: Row) => `${row.seller_code} ${row.campaign_code}`
  const forecast = new Set(rowsOf('forecasts', past).map(nameOf))
  const missing = (rows: Row[]) => share(rows, (row) => !forecast.has(nameOf(row)))
  const sold = rowsOf('campaign-actuals', past)
  const [all, best, worst] = [missing(sold), missing(sold.filter(good)), missing(sold.filter(poor))]
  t.ok(all > 0.05 && all < 0.25, `${all} of all`)
  t.ok(best < 0.1 && worst > 0.2, `${best} of good planners, ${worst} of poor ones`)
})
