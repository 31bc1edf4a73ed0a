import t, { type Test } from 'tap'
import { computeTrend } from '../../../src/scoring/trend.ts'
import { CHANGES } from '../../backtests/draft.ts'
import { calculate, makeWorld } from '../../backtests/setup.ts'
import { tools } from '../../corrections/setup.ts'
import { testApp } from '../../setup/app.ts'
import { reviewedAppeal } from '../../setup/approved-appeal.ts'

const [FEBRUARY, MARCH, APRIL, MAY] = ['2026-02', '2026-03', '2026-04', '2026-05'] as const
const MONTHS = [FEBRUARY, MARCH, APRIL, MAY]
const SELLERS = 20

interface Scored {
  seller_id: number
  code: string
  period: string
  total: number
  is_rated: boolean
  status: string
}
interface Shown {
  seller_code: string
  period: string
  trend: object
}

const service = await testApp(t, { WORKER: 'on' })
const { app } = service
const { done, ask, approve, finalize, changeRule } = tools(service)
await makeWorld(app.db, SELLERS)
await calculate(service, MONTHS)

const scores = () =>
  app.db.rows<Scored>(
    `select seller_id, code, period, total_sos as total, is_rated, status from monthly_scores order by period, code`,
  )

/** What each score is compared with, and how, by its seller and month: made of the totals alone. */
function trendsOf(all: Scored[]) {
  const trends = new Map<string, ReturnType<typeof computeTrend> & { previous_period: string | null }>()
  for (const score of all) {
    const previous = all.findLast(
      (other) => other.code === score.code && other.period < score.period && other.is_rated,
    )
    const trend = computeTrend(score.total, previous?.total ?? null, score.is_rated)
    trends.set(`${score.code} ${score.period}`, { previous_period: previous?.period ?? null, ...trend })
  }
  return trends
}

/** Holds everything that shows a change to what the totals say. */
async function holdsTrends(t: Test) {
  const all = await scores()
  const trends = trendsOf(all)
  const trendOf = (code: string, period: string) => {
    const { previous_period: _, ...trend } = trends.get(`${code} ${period}`) ?? { previous_period: null }
    return trend
  }
  for (const period of MONTHS) {
    const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${period}&limit=500`)
    t.equal(data.length, SELLERS)
    for (const { seller_code, trend } of data as Shown[]) t.same(trend, trendOf(seller_code, period))
    const sorted = await done('bod', 'GET', `/api/sos/monthly?period=${period}&sort=-delta&limit=500`)
    const deltas = sorted.data.map(({ trend }: { trend: { delta: number } }) => trend.delta)
    t.same(
      deltas,
      deltas.toSorted((one: number, other: number) => other - one),
    )
    for (const { code } of all.filter((score) => score.period === period)) {
      const of = `/api/sos/sellers/${code}/score`
      t.same((await done('bod', 'GET', `${of}?period=${period}`)).trend, trendOf(code, period), code)
      const { data: history } = await done('bod', 'GET', `${of}/history?from=${period}&to=${period}`)
      t.match(history, [{ delta: trends.get(`${code} ${period}`)?.delta }], `${code} ${period}`)
      const explained = await done('bod', 'GET', `${of}/explanation?period=${period}`)
      t.same(explained.trend, trends.get(`${code} ${period}`), `${code} ${period}`)
      const reasons = await done('bod', 'GET', `${of}/reasons?period=${period}`)
      const { previous_period, since_previous, change_total } = reasons
      t.equal(previous_period, explained.trend.previous_period, `${code} ${period}`)
      if (since_previous) {
        t.match(explained.trend, { delta: since_previous.delta })
        t.ok(Math.abs(change_total - since_previous.delta) < 0.02, `${code} ${period}`)
      }
    }
    const { top_improved, top_declined } = await done('bod', 'GET', `/api/dashboard/stats?period=${period}`)
    for (const { seller_code, previous_sos, sos_delta } of [...top_improved, ...top_declined])
      t.match(trendOf(seller_code, period), { previous_sos, delta: sos_delta })
  }
}

/** An appeal that is reviewed, and what decides it. */
async function appealed(seller_code: string, period: string, score_adjustment: object) {
  const id = await reviewedAppeal({ done }, { seller_code, period })
  const decision = { decision: 'partially_approve', score_adjustment }
  return () => done('am_head', 'PATCH', `/api/appeals/${id}/review-am`, decision)
}

const decide = async (...appeal: Parameters<typeof appealed>) => (await appealed(...appeal))()

/** Facts that were wrong: all scores of the month move. */
const badData = (month: string, share: number) =>
  app.db.run(
    `update orders set has_data_error = true
     where to_char(ordered_at, 'YYYY-MM') = '${month}' and (seller_id + length(order_code) + ascii(right(order_code, 1))) % ${share} = 0`,
  )

/** Changes of totals, one after another; the scores of March become final on the way, and those of April. */
const EVENTS: [title: string, change: () => Promise<unknown>][] = [
  ['nothing at all', async () => {}],
  ['an appeal with a raw', () => decide('BT-00001', MARCH, { o_score_raw_after: 97 })],
  ['an appeal with a total', () => decide('BT-00002', MARCH, { total_sos_after: 99 })],
  ['another appeal of the same score', () => decide('BT-00002', MARCH, { total_sos_after: 42 })],
  [
    'an appeal while the month after is under review',
    async () => {
      const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${APRIL}&seller_code=BT-00003`)
      await done('bod', 'PATCH', `/api/sos/monthly/${data[0].id}/review`)
      await decide('BT-00003', MARCH, { o_score_raw_after: 11 })
    },
  ],
  [
    'an appeal of a revised score, and then of the month before',
    async () => {
      await decide('BT-00004', APRIL, { o_score_raw_after: 11 })
      await decide('BT-00004', MARCH, { o_score_raw_after: 99 })
    },
  ],
  [
    'a calculation after facts came, of a month that others follow',
    async () => {
      await badData(FEBRUARY, 2)
      await calculate(service, [FEBRUARY])
    },
  ],
  [
    'calculations of all months and appeals at once',
    async () => {
      for (const month of MONTHS) await badData(month, 3)
      const decisions = await Promise.all([
        appealed('BT-00011', FEBRUARY, { total_sos_after: 31 }),
        appealed('BT-00011', MARCH, { total_sos_after: 32 }),
        appealed('BT-00012', APRIL, { total_sos_after: 33 }),
      ])
      await Promise.all([
        ...MONTHS.map((month) => calculate(service, [month])),
        ...decisions.map((send) => send()),
      ])
    },
  ],
  [
    'first calculations of months at once',
    async () => {
      await app.db.run(`delete from score_explanations where period >= '${APRIL}' and revision = 1`)
      await app.db.run(`delete from monthly_scores where period >= '${APRIL}' and revision = 1`)
      await Promise.all([MAY, APRIL].map((month) => calculate(service, [month])))
    },
  ],
  [
    'an appeal while March becomes final',
    async () => {
      const decisions = await Promise.all([
        appealed('BT-00013', FEBRUARY, { total_sos_after: 34 }),
        appealed('BT-00014', MARCH, { total_sos_after: 35 }),
      ])
      await Promise.all([finalize(MARCH), ...decisions.map((send) => send())])
    },
  ],
  ['an appeal of a final score', () => decide('BT-00006', MARCH, { o_score_raw_after: 3 })],
  [
    'a correction',
    async () => {
      await changeRule(CHANGES[0] as Parameters<typeof changeRule>[0])
      const proposed = await ask({ period: MARCH })
      await approve(proposed.id)
    },
  ],
  [
    'a correction of a month whose next one is final',
    async () => {
      await finalize(APRIL)
      await changeRule(CHANGES[1] as Parameters<typeof changeRule>[0])
      const proposed = await ask({ period: MARCH })
      await approve(proposed.id)
    },
  ],
  ['an appeal of a month whose next one is final', () => decide('BT-00009', MARCH, { total_sos_after: 77 })],
  ['and one of that next month', () => decide('BT-00009', APRIL, { total_sos_after: 12 })],
]

for (const [title, change] of EVENTS)
  t.test(`after ${title} every change is that between the totals`, async (t) => {
    await change()
    await holdsTrends(t)
  })

t.test('an earlier revision keeps the trend that it was made with', async (t) => {
  const earlier = await app.db.rows<{ code: string; period: string; revision: number; trend: object }>(
    `select m.code, e.period, e.revision, e.explanation::json -> 'trend' as trend
     from score_explanations e join monthly_scores m using (seller_id, period)
     where e.revision < m.revision and e.explanation is not null`,
  )
  let changed = 0
  for (const { code, period, revision, trend } of earlier) {
    const query = `?period=${period}&revision=${revision}`
    const explained = await done('bod', 'GET', `/api/sos/sellers/${code}/score/explanation${query}`)
    t.same(explained.trend, trend, `${code} ${period} ${revision}`)
    const { since_previous } = await done('bod', 'GET', `/api/sos/sellers/${code}/score/reasons${query}`)
    if (since_previous) t.match(explained.trend, { delta: since_previous.delta })
    else changed += 1
  }
  t.ok(changed > 0, 'where the month before is another one by now, nothing is told against it')
})
