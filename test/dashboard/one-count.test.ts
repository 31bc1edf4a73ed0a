import t from 'tap'
import { BEFORE, calculate, MONTHS, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'

type Json = Record<string, unknown>

const PERIOD = '2026-04'
const service = await testApp(t, { WORKER: 'on' })
const { app, call, done, user } = service
await makeWorld(app.db, 40)
await app.db.run(`update sellers set contract_start_date = '2030-01-01' where id % 17 = 0`)
for (const facts of ['orders', 'invoices']) await app.db.run(`delete from ${facts} where seller_id % 7 = 0`)
await app.db.run(`
  insert into revenues (seller_id, period, amount)
  select id, period, 1000 * id + 0.37 from sellers, unnest(array['${BEFORE}', '${PERIOD}']) period where id % 9 > 0`)
await calculate(service, [BEFORE, ...MONTHS])
const get = (path: string) => done('bod', 'GET', path)
const listed = async (query: string) =>
  (await get(`/api/sos/monthly?period=${PERIOD}&limit=500&${query}`)) as {
    total: number
    data: { id: number; seller_code: string; before_contract: boolean }[]
  }

// Some are reviewed, some final, some appealed, of those who count and of those who do not.
const { data: all } = await listed('')
for (const [place, { id, seller_code }] of all.entries()) {
  if (place % 4 === 0) await done('bod', 'PATCH', `/api/sos/monthly/${id}/review`, { notes: 'looked at' })
  if (place % 5 === 0) await done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, { notes: 'right' })
  if (place % 6 > 0) continue
  const { id: appeal } = await done('bod', 'POST', '/api/appeals', {
    ...{ seller_code, period: PERIOD, component_appealed: 'o_score', submitted_by_am_id: 1 },
    ...{ appeal_reason_type: 'data_error', description: 'The carrier came too late.' },
  })
  const review = { decision: 'approve', notes: 'yes', reviewed_by: 'Ops' }
  if (place % 12 === 0) await done('bod', 'PATCH', `/api/appeals/${appeal}/review-ops`, review)
}
await done('bod', 'POST', '/api/surcharges/evaluate', { period: PERIOD })

const trendOf = async () => (await get(`/api/dashboard/trend?from=${PERIOD}&to=${PERIOD}`)).data[0]
const stats = await get(`/api/dashboard/stats?period=${PERIOD}`)
const trend = await trendOf()
const sum = (numbers: unknown[]) => (numbers as number[]).reduce((total, one) => total + one, 0)

t.test('the world has some of each', async (t) => {
  t.ok(all.some(({ before_contract }) => before_contract))
  for (const count of [...(Object.values(trend.statuses) as number[]), stats.pending_appeals, stats.unrated])
    t.ok(count > 0)
  t.ok(trend.appeals.open > stats.pending_appeals && stats.active_surcharges > 0)
})

t.test('scores: dashboard, trend, summary and list count the same', async (t) => {
  const { data: tiers } = await get(`/api/sos/monthly/summary?period=${PERIOD}`)
  const counts = {
    dashboard: stats.scored_sellers,
    trend: trend.scored,
    summary: sum(tiers.map(({ scores }: Json) => scores)),
    list: (await listed('before_contract=false')).total,
    rated: stats.rated + stats.unrated,
  }
  t.same([...new Set(Object.values(counts))], [counts.list], JSON.stringify(counts))
  t.equal((await listed('')).total - counts.list, (await listed('before_contract=true')).total)
  for (const { tier_name, count } of stats.tier_distribution) {
    t.equal(
      (await listed(`tier=${encodeURIComponent(tier_name)}&before_contract=false`)).total,
      count,
      tier_name,
    )
    t.equal(
      tiers.find(({ tier }: Json) => tier === tier_name)?.scores ?? 0,
      count,
      `${tier_name} in the summary`,
    )
    t.equal(
      trend.tiers.find(({ name }: Json) => name === tier_name)?.count ?? 0,
      count,
      `${tier_name} in the trend`,
    )
  }
  const mean = sum(
    tiers.map(({ mean, rated }: { mean: number | null; rated: number }) => (mean ?? 0) * rated),
  )
  t.equal(stats.avg_sos, trend.mean)
  t.ok(Math.abs(mean / stats.rated - stats.avg_sos) < 0.01)
})

t.test('an account manager counts the same everywhere: what it looks after now', async (t) => {
  const own = user.am.am_id as number
  const hand = (place: number, assigned_am_id: number | null) =>
    done('bod', 'PATCH', `/api/sellers/${all[place]?.seller_code}`, { assigned_am_id })
  for (const place of [1, 2, 3, 4, 5, 6]) await hand(place, own)
  await app.db.run(
    `update monthly_scores set am_id = ${own} where id = any(array[${all.slice(5, 9).map(({ id }) => id)}])`,
  )
  const asked = (path: string) => done('am', 'GET', path)
  const figures = await asked(`/api/dashboard/stats?period=${PERIOD}`)
  const [month] = (await asked(`/api/dashboard/trend?from=${PERIOD}&to=${PERIOD}`)).data
  const [summed] = (await asked(`/api/sos/monthly/summary?period=${PERIOD}&group_by=period`)).data
  const { periods } = await asked('/api/console/context')
  t.same(periods.find(({ period }: Json) => period === PERIOD).statuses, figures.statuses)
  t.same(month.statuses, figures.statuses)
  t.same([month.mean, summed.mean], [figures.avg_sos, figures.avg_sos])
  t.same([month.rated, summed.rated], [figures.rated, figures.rated])
  const { data, total } = await asked(`/api/sos/monthly?period=${PERIOD}&before_contract=false`)
  t.ok(total > 3)
  t.same([figures.scored_sellers, month.scored, summed.scores], [total, total, total])
  for (const { id } of data) await asked(`/api/sos/monthly/${id}`)
  const revenues = (await asked(`/api/revenue?period=${PERIOD}`)).data
  t.equal(figures.revenue.amount.toFixed(2), sum(revenues.map(({ amount }: Json) => amount)).toFixed(2))
})

t.test('states: context, trend and list count the same, and finalizing what is not final', async (t) => {
  const { periods } = await get('/api/console/context')
  const { statuses } = periods.find(({ period }: Json) => period === PERIOD)
  t.same(statuses, trend.statuses)
  t.same(stats.statuses, trend.statuses)
  for (const [status, count] of Object.entries(trend.statuses))
    t.equal((await listed(`status=${status}&before_contract=false`)).total, count, status)
})

t.test('appeals: pending ones and open ones, each by its name', async (t) => {
  const appeals = async (status: string) =>
    await get(`/api/appeals?period=${PERIOD}&status=${status}&limit=500`)
  const [pending, reviewed] = [await appeals('pending'), await appeals('under_review')]
  t.equal(pending.total, stats.pending_appeals)
  t.equal(pending.total + reviewed.total, trend.appeals.open)
  for (const { seller_code } of [...pending.data, ...reviewed.data]) {
    const { open_appeals } = await get(`/api/sellers/${seller_code}`)
    t.equal(open_appeals.length, 1, seller_code)
  }
  const { total } = await get(`/api/surcharges?period=${PERIOD}&status=pending,applied`)
  t.equal(total, stats.active_surcharges)
})

t.test('revenue: dashboard, list and portfolios come to the same sum', async (t) => {
  const { data } = await get(`/api/revenue?period=${PERIOD}&limit=500`)
  const listed = sum(data.map(({ amount }: Json) => amount))
  const { revenue } = stats
  const tiers = sum(revenue.by_tier.map(({ amount }: Json) => amount))
  t.equal(revenue.amount.toFixed(2), listed.toFixed(2))
  t.equal((tiers + revenue.unscored).toFixed(2), listed.toFixed(2))
  const { data: portfolios } = await get(`/api/am/portfolio?period=${PERIOD}`)
  const ofPortfolios = (figure: string) => sum(portfolios.map((one: Json) => (one.revenue as Json)[figure]))
  t.equal(ofPortfolios('at_risk').toFixed(2), revenue.at_risk.toFixed(2))
  t.equal(ofPortfolios('amount').toFixed(2), revenue.amount.toFixed(2), 'scored or not')
  t.ok(revenue.unscored > 0 && revenue.at_risk > 0)
})

t.test('what is left to finalize is what was not final', async (t) => {
  const answer = await done('bod', 'POST', '/api/sos/monthly/finalize', { period: PERIOD })
  const { draft, under_review, final } = trend.statuses
  t.equal(answer.finalized - answer.before_contract, draft + under_review)
  t.match((await trendOf()).statuses, { draft: 0, under_review: 0, final: draft + under_review + final })
  t.equal((await listed('status=draft')).total, 0)
})

t.test('what looks like the same number of a month’s end says that it is another', async (t) => {
  const { paths, components } = (await call(null, 'GET', '/openapi.json')).body
  const { description } = paths['/api/sos/sellers/{seller_code}/score/projection'].get
  t.match(description, /expected_total.*another number.*basis pace/)
  const says = /expected_total of the projection is another number/
  for (const asked of ['AskWhatIf', 'FindCheapestPath'])
    for (const model of [`${asked}Body`, `${asked}Answer`])
      t.match(JSON.stringify(components.schemas[model]), says, model)
  const { parameters } = paths['/api/sos/sellers/{seller_code}/score/sensitivity'].get
  t.match(parameters.find(({ name }: Json) => name === 'basis').description, says)
})
