import t from 'tap'
import { calculate, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { service } from '../spec/service.ts'
import { addScores, addSellers } from './setup.ts'

t.test('a conclusion takes 30 failures and an interval without 0, and leaves out what is lost', async (t) => {
  const { app, done } = await service(t)
  await addSellers(app.db, 'A', 100, { contract_type: null })
  const months = [
    { period: '2026-01', total: 'n', fails: 'false' },
    { period: '2026-02', total: '101 - n', fails: 'n <= 40' },
    { period: '2026-03', total: 'n', fails: 'n <= 40' },
    { period: '2026-04', total: 'n', fails: 'n % 5 < 2' },
    { period: '2026-05', total: 'n', fails: 'n <= 29' },
  ]
  for (const { period, total, fails } of months) {
    await addScores(app.db, period, { total })
    await app.db.run(
      `insert into score_explanations (seller_id, period, revision, run_id, inputs)
     select id, $1, 1, 1, jsonb_build_object(
              'aggregates', jsonb_build_object('ready_due', '100', 'ready_on_time', case when ${fails} then '50' else '100' end),
              'feeds_in_use', jsonb_build_object('orders', true))::text
     from (select id, split_part(seller_code, '-', 2)::int as n from sellers) s`,
      [period],
    )
  }
  const of = (period: string, outcome = 'late') =>
    done('viewer', 'GET', `/api/sos/model/validity?from=${period}&to=${period}&outcome=${outcome}`)
  t.match(await of('2026-01'), {
    failures: 40,
    gini: 1,
    ks: 1,
    enough: true,
    sentence: /^In 100 % of pairs .* lower total; guessing gives 50 %\.$/,
  })
  t.match(await of('2026-02'), { failures: 40, gini: -1, enough: true, sentence: /the wrong way round/ })
  const chance = await of('2026-03')
  t.match(chance, { failures: 40, enough: false, sentence: /that may be chance\.$/ })
  t.ok(chance.gini_low < 0 && chance.gini_high > 0)
  t.match(await of('2026-04'), {
    ...{ failures: 29, sellers: 100, left_out: 0 },
    gini: 1,
    enough: false,
    sentence: /^29 failures in 100 pairs of months are not enough: at least 30 failures/,
  })
  for (const outcome of ['overdue', 'tickets'])
    t.match(await of('2026-04', outcome), { pairs: 0, gini: null, ks: null, enough: false, tiers: [] })
  await app.db.run(`update score_explanations set inputs = null, explanation = '{}' where period = '2026-05'`)
  t.match(await of('2026-04'), { pairs: 0, left_out: 100 })
})

t.test('over months of facts the failures are those of the explanations', async (t) => {
  const { app, done } = await testApp(t, { WORKER: 'on' })
  await makeWorld(app.db, 60)
  await calculate({ done }, ['2026-03', '2026-04', '2026-05'])
  const get = (url: string) => done('viewer', 'GET', url)
  const metric = { late: 'on_time_ready_rate', overdue: 'days_beyond_terms', tickets: 'seller_ticket_rate' }
  const failed = {
    late: (value: number) => value < 90,
    overdue: (value: number) => value > 30,
    tickets: (value: number) => value > 7,
  }
  const scores = (await get('/api/sos/monthly?from=2026-03&to=2026-04&limit=500')).data
  const expected = Object.fromEntries(Object.keys(metric).map((name) => [name, { pairs: 0, failures: 0 }]))
  for (const { seller_code, period, is_rated } of scores) {
    if (!is_rated) continue
    const next = period === '2026-03' ? '2026-04' : '2026-05'
    const { metrics } = await get(`/api/sos/sellers/${seller_code}/score/explanation?period=${next}`)
    for (const [name, counts] of Object.entries(expected)) {
      const outcome = name as keyof typeof metric
      const { value } = metrics.find((one: { metric: string }) => one.metric === metric[outcome])
      if (value === null) continue
      counts.pairs += 1
      if (failed[outcome](value)) counts.failures += 1
    }
  }
  for (const [outcome, counts] of Object.entries(expected)) {
    const found = await get(`/api/sos/model/validity?from=2026-03&to=2026-05&outcome=${outcome}`)
    t.match(found, counts, outcome)
    t.ok(counts.pairs > 20, `${outcome}: ${counts.pairs}`)
    const ofTiers = (name: 'pairs' | 'failures') =>
      found.tiers.reduce((sum: number, tier: Record<string, number>) => sum + (tier[name] ?? 0), 0)
    t.same([ofTiers('pairs'), ofTiers('failures')], [counts.pairs, counts.failures])
    if (found.gini !== null) t.ok(found.gini_low <= found.gini && found.gini <= found.gini_high)
  }
})
