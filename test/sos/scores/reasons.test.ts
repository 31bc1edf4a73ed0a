import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { approvedAppeal } from '../../setup/approved-appeal.ts'
import { day, factsOf, makeSeller } from '../setup.ts'

// March is compared with February, a month that the facts of two sellers make alike but for cancelled orders.
const service = await testApp(t, { WORKER: 'on' })
const { app, call, user } = service
const { id, seller_code } = await makeSeller(app, { seller_code: 'R/1', assigned_am_id: user.am.am_id })
const other = await makeSeller(app, { seller_code: 'R-2' })

/** Forty orders of a month, some cancelled by the seller's fault, and the forecast that fits. */
async function trade(seller: number, month: string, cancelled: number, forecast_orders = 50) {
  const date = (of: number) => day(`${month}-0${of}`)
  await factsOf(app, seller).orders(
    ...Array.from({ length: 40 }, (_, n) => ({
      order_code: `${month}-${n}`,
      ordered_at: date(5),
      ...(n < cancelled && { cancelled_at: date(6), cancel_fault: 'seller' }),
    })),
  )
  await factsOf(app, seller).forecasts({ period: month, forecast_orders })
}
for (const seller of [id, other.id]) {
  await trade(seller, '2026-02', 1)
  await trade(seller, '2026-03', 3)
}
const calculate = (period: string) => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
const reasons = (query = '', headers = {}) =>
  call('viewer', 'GET', `/api/sos/sellers/R%2F1/score/reasons${query}`, undefined, headers)
const scoreOf = (period: string, seller = id) =>
  app.db.one<{ id: number }>(`select id from monthly_scores where seller_id = $1 and period = $2`, [
    seller,
    period,
  ])
const eventsOf = (period: string, type = 'seller.score_finalized') =>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  app.db.rows<{ data: any }>(
    `select data from events where type = $1 and data ->> 'period' = $2 order by seller_id, id`,
    [type, period],
  )
/** An appeal against a score whose decision sets the total. */
const appealed = (seller_code: string, period: string, total_sos_after: number) =>
  approvedAppeal(service, { seller_code, period }, { total_sos_after })
await calculate('2026-02')
await calculate('2026-03')

t.test('a score says what takes most points from it, and what has changed', async (t) => {
  const { status, body } = await reasons('?period=2026-03')
  t.equal(status, 200)
  t.match(body, {
    seller_code,
    period: '2026-03',
    revision: 1,
    status: 'draft',
    total_sos: 60.45,
    previous_period: '2026-02',
    points_lost_total: 39.55,
    change_total: -10.95,
  })
  t.match(body.reasons[0], {
    code: 'O1',
    metric: 'seller_cancel_rate',
    sentence: '3 of 40 orders were cancelled because of the seller: 7.5 %. Full points up to 0.5 %.',
  })
  const sum = (field: string) =>
    [...body.reasons, body.rest].reduce(
      (all: number, one: Record<string, number>) => all + (one[field] ?? 0),
      0,
    )
  t.equal(sum('points_lost').toFixed(5), '39.55000')
  t.equal(sum('change').toFixed(5), '-10.95000')
})

/** In hundredths, which is what a reader adds up. */
const added = (parts: { points: number }[]) =>
  parts.reduce((all, { points }) => all + Math.round(100 * points), 0) / 100

t.test('what has moved a total since the month before adds up to the difference that is shown', async (t) => {
  const { since_previous: since, change_total } = (await reasons('?period=2026-03')).body
  t.match(since, { period: '2026-02', previous_sos: 71.4, delta: -10.95 })
  t.same(
    since.parts.map(({ name, points, sentence }: Record<string, unknown>) => [name, points, sentence]),
    [
      ['Cancelled by the seller', -15.75, '7.5 % instead of 2.5 %.'],
      ['Forecast lateness', 4.8, '0 days instead of 7 days.'],
    ],
  )
  t.equal(added(since.parts), change_total)
  t.equal((await reasons('?period=2026-02')).body.since_previous, null)
})

t.test('a month that releases before have counted otherwise is named where it is compared', async (t) => {
  const { db } = app
  const note = async () => (await reasons('?period=2026-03')).body.since_previous.note
  t.equal(await note(), undefined)
  await db.run`update scoring_runs set counting = 'by_order' where period = '2026-02'`
  t.equal(await note(), undefined, 'a draft will be counted anew')
  await db.run`update monthly_scores set status = 'final', finalized_at = now() where period = '2026-02'`
  t.match(await note(), /^2026-02 counted by the month of the order/)
  await db.run`update scoring_runs set counting = null where period = '2026-02'`
  await db.run`update monthly_scores set status = 'draft', finalized_at = null where period = '2026-02'`
})

t.test('the first score has nothing to be compared with', async (t) => {
  const { body } = await reasons('?period=2026-02')
  t.match(body, { previous_period: null, change_total: null, rest: { change: null } })
  for (const { change } of body.reasons) t.equal(change, null)
})

t.test('asked again with its tag it is 304, and after another run it is new', async (t) => {
  const { headers } = await reasons()
  const again = { 'if-none-match': headers.etag ?? '' }
  t.equal((await reasons('', again)).status, 304)
  await app.db.run(`update monthly_scores set total_sos = total_sos + 1 where period = '2026-02'`)
  t.match((await reasons('', again)).body, { change_total: null, previous_period: '2026-02' })
  await app.db.run(`update monthly_scores set total_sos = total_sos - 1 where period = '2026-02'`)
  t.equal((await reasons('', again)).status, 304, 'it is back')
})

t.test('of what there is not it is 404', async (t) => {
  t.equal((await reasons('?revision=99')).status, 404)
  t.equal((await reasons('?period=2026-01')).status, 404)
  t.equal((await call('viewer', 'GET', '/api/sos/sellers/R-404/score/reasons')).status, 404)
})

t.test(
  'a score that becomes final says it in its event, whether its explanation was kept before or not',
  async (t) => {
    await call('bod', 'PATCH', `/api/sos/monthly/${(await scoreOf('2026-02')).id}/finalize`)
    await call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-02' })
    await call('bod', 'PATCH', `/api/sos/monthly/${(await scoreOf('2026-03')).id}/review`)
    await call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-03' })
    for (const period of ['2026-02', '2026-03']) {
      const finalized = await eventsOf(period)
      t.equal(finalized.length, 2)
      const { body } = await reasons(`?period=${period}`)
      for (const { data } of finalized) t.same(data.reasons, body.reasons)
      t.equal(body.reasons[0].change, period === '2026-02' ? null : -15.75)
    }
    const changed = await eventsOf('2026-03', 'seller.tier_changed')
    t.equal(changed.length, 2)
    t.same(changed[0]?.data.reasons, (await reasons()).body.reasons)
  },
)

t.test('an appeal that took points is a reason of its own, and earlier revisions keep theirs', async (t) => {
  const { body: before } = await reasons()
  await appealed(seller_code, '2026-03', 40)
  const { body } = await reasons()
  t.match(body, {
    revision: 2,
    total_sos: 40,
    points_lost_total: 60,
    reasons: [
      { code: 'O1' },
      {
        code: 'X',
        metric: null,
        points_lost: 20.45,
        change: -20.45,
        sentence: '1 decided appeal took 20.45 points from what the metrics bring.',
      },
      { code: 'P1' },
      { code: 'P2' },
    ],
  })
  t.match(body.since_previous.parts[0], { name: 'Appeals and exceptions', points: -20.45 })
  t.equal(added(body.since_previous.parts), body.since_previous.delta)
  const { body: month } = await call('bod', 'GET', '/api/dashboard/stats?period=2026-03')
  const declined = month.top_declined.find(
    ({ seller_code }: { seller_code: string }) => seller_code === 'R/1',
  )
  t.match(declined.reason, { code: 'X', metric: null, points_lost: 20.45, change: -20.45 })
  const { body: why } = await call('viewer', 'GET', '/api/sos/sellers/R%2F1/score/explanation')
  t.match(why.other_losses.at(-1), { name: 'Appeals and exceptions', points_lost: 20.45 })
  const lost = [...why.metrics, ...why.other_losses].reduce((all, one) => all + (one.points_lost ?? 0), 0)
  t.equal(lost.toFixed(4), '60.0000')
  const { status: _, ...earlier } = (await reasons('?revision=1')).body
  t.match(before, earlier)
  const [event] = (await eventsOf('2026-03', 'seller.tier_changed')).filter(({ data }) => data.revision === 2)
  t.same(event?.data.reasons, body.reasons)
})

t.test(
  'the dashboard says of who fell or rose what has moved most, of the lowest what costs most',
  async (t) => {
    const { id } = await makeSeller(app, { seller_code: 'R-3' })
    for (const [month, cancelled] of [
      ['2026-04', 0],
      ['2026-05', 1],
    ] as const) {
      await trade(id, month, cancelled, 400)
      await calculate(month)
    }
    const { body } = await call('bod', 'GET', '/api/dashboard/stats?period=2026-05')
    const answer = await call('bod', 'GET', '/api/sos/sellers/R-3/score/reasons?period=2026-05')
    const all = answer.body.reasons as { metric: string; points_lost: number; change: number }[]
    const [costliest] = all.toSorted((a, b) => b.points_lost - a.points_lost)
    const [fallen] = all.toSorted((a, b) => a.change - b.change)
    const reasonIn = (list: { seller_code: string; reason: object }[]) =>
      list.find(({ seller_code }) => seller_code === 'R-3')?.reason
    t.same([costliest?.metric, fallen?.metric], ['forecast_error', 'seller_cancel_rate'])
    const change = answer.body.since_previous.parts[0].points
    for (const list of [body.top_declined, body.urgent]) t.same(reasonIn(list), { ...fallen, change })
    t.same(reasonIn(body.lowest), costliest)

    await appealed('R-3', '2026-04', 100)
    const { body: since } = await call('bod', 'GET', '/api/sos/sellers/R-3/score/reasons?period=2026-05')
    t.match(since.since_previous.parts[0], { name: 'Appeals and exceptions' })
    const { body: later } = await call('bod', 'GET', '/api/dashboard/stats?period=2026-05')
    t.match(reasonIn(later.top_declined), {
      metric: null,
      change: since.since_previous.parts[0].points,
      sentence: new RegExp(
        `^They brought \\+${(-since.since_previous.parts[0].points).toFixed(2)} points in April 2026, and nothing now\\. Cancelled by the seller: .*%`,
      ),
    })

    await trade(id, '2026-06', 0, 400)
    await calculate('2026-06')
    const { body: risen } = await call('bod', 'GET', '/api/sos/sellers/R-3/score/reasons?period=2026-06')
    const { body: june } = await call('bod', 'GET', '/api/dashboard/stats?period=2026-06')
    t.match(reasonIn(june.top_improved), {
      metric: 'seller_cancel_rate',
      change: risen.since_previous.parts[0].points,
    })
    t.ok(risen.since_previous.parts[0].points > 0)
  },
)
