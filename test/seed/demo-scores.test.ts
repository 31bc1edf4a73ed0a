import t from 'tap'
import { planDemo } from '../../prisma/seed/demo.ts'
import { seedDemo } from '../../prisma/seed/seed-demo.ts'
import { decisionsOf, rulesOfRuns } from '../../src/domain/scores/explainer.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import { readInputs } from '../../src/scoring/score-input.ts'
import { scoreWorld } from '../../src/scoring/simulation/world.ts'
import { testApp } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'
import { eventually } from '../setup/eventually.ts'
import { explanationTexts } from '../setup/explanations.ts'

// The whole demo, scored by the service: what somebody who looks at it sees.

const TODAY = '2025-11-20'
const FINISHED = ['2025-08', '2025-09', '2025-10']
const LATEST = '2025-10'

const { app } = await testApp(t, { WORKER: 'on', DATABASE_URL: await createTestDatabase(t) })
await seedDemo(app, { today: TODAY })
const explained = await explanationTexts(app.db)
const all = explained.map(({ text }) => text)
const explanations = explained.filter(({ period }) => period === LATEST).map(({ text }) => text)

t.test('it has 200 sellers, of every status', async (t) => {
  const rows = await app.db.rows<{ status: string; count: number }>(
    'select status, count(*) from sellers group by 1 order by 1',
  )
  t.same(
    rows.map(({ status }) => status),
    ['active', 'suspended', 'terminated'],
  )
  t.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    200,
  )
})

for (const period of FINISHED)
  t.test(`in ${period} every tier appears, most sellers in the middle and few at the ends`, async (t) => {
    const rows = await app.db.rows<{ tier_name: string; count: number }>(
      'select tier_name, count(*) from monthly_scores where period = $1 group by 1',
      [period],
    )
    const sellers = rows.reduce((sum, { count }) => sum + count, 0)
    const share = (...tiers: string[]) =>
      rows.filter(({ tier_name }) => tiers.includes(tier_name)).reduce((sum, { count }) => sum + count, 0) /
      sellers
    t.equal(rows.length, 7)
    t.ok(share('Gold', 'Silver', 'Bronze') > 0.65, `${share('Gold', 'Silver', 'Bronze')} in the middle`)
    for (const tier of ['Platinum', 'At Risk', 'Critical', 'Unrated'])
      t.ok(share(tier) < 0.12, `${share(tier)} are ${tier}`)
  })

t.test('every metric and every component differs from seller to seller', async (t) => {
  const rows = await app.db.rows<{ name: string; different: number; low: number; high: number }>(
    `select metric->>'metric' as name, count(distinct metric->>'points') as different,
            percentile_cont(0.1) within group (order by (metric->>'points')::float8) as low,
            percentile_cont(0.9) within group (order by (metric->>'points')::float8) as high
     from unnest($1::text[]) explanation, jsonb_array_elements(explanation::jsonb->'metrics') metric
     group by 1`,
    [explanations],
  )
  const byRules = (['p-score', 'o-score', 't-score', 'f-score', 'i-score'] as const)
    .flatMap((type) => defaultRules[type])
    .map(({ metric }) => metric)
  t.same(rows.map(({ name }) => name).sort(), byRules.sort())
  for (const { name, different, low, high } of rows)
    t.ok(different >= 10 && high - low > 25, `${name} has ${different} values, from ${low} to ${high} points`)
})

t.test('some sellers improve clearly and some decline', async (t) => {
  const moved = await app.db.row<{ up: number; down: number }>(
    `select count(*) filter (where delta_sos > 9) as up, count(*) filter (where delta_sos < -9) as down
     from monthly_scores where period = $1 and direction <> 'new'`,
    [LATEST],
  )
  t.ok(moved && moved.up >= 5 && moved.down >= 5, `${moved?.up} up, ${moved?.down} down`)
})

t.test('a seller with one bad month lost its points in operations and tickets', async (t) => {
  const { sellers } = planDemo(TODAY, 'UTC', 200)
  const codes = sellers.filter(({ trajectory }) => trajectory === 'one bad month').map(({ code }) => code)
  const [fallen] = await app.db.rows<{ o: number; t: number; p: number; i: number }>(
    `select avg(b.o_score_raw - m.o_score_raw) as o, avg(b.t_score_raw - m.t_score_raw) as t,
            avg(b.p_score_raw - m.p_score_raw) as p, avg(b.i_score_raw - m.i_score_raw) as i
     from monthly_scores m join monthly_scores b on b.seller_id = m.seller_id and b.period = '2025-09'
       join sellers s on s.id = m.seller_id
     where m.period = $1 and s.seller_code = any($2)`,
    [LATEST, codes],
  )
  t.ok(fallen && Math.min(fallen.o, fallen.t) > 20, `o ${fallen?.o}, t ${fallen?.t}`)
  t.ok(fallen && Math.max(fallen.p, fallen.i) < 10, `p ${fallen?.p}, i ${fallen?.i}`)
})

t.test('some sellers are in grace, and exceptions have changed scores', async (t) => {
  const seen = await app.db.row<{ in_grace: number; changed: number; unknown: number }>(
    `select (select count(*) from monthly_scores where period = $1 and is_grace_period) as in_grace,
            count(*) filter (where exception->>'before' <> exception->>'after') as changed,
            count(*) filter (where exception->>'applies' = 'false') as unknown
     from unnest($2::text[]) explanation, jsonb_array_elements(explanation::jsonb->'exceptions') exception`,
    [LATEST, all],
  )
  t.ok(seen && seen.in_grace >= 3 && seen.changed >= 3 && seen.unknown === 1, JSON.stringify(seen))
})

t.test('every final score was announced, and some changes of tier', async (t) => {
  const announced = await app.db.row<{ final: number; finalized: number; changed: number }>(
    `select (select count(*) from monthly_scores where status = 'final') as final,
            count(*) filter (where type = 'seller.score_finalized') as finalized,
            count(*) filter (where type = 'seller.tier_changed') as changed
     from events`,
  )
  t.equal(announced?.finalized, announced?.final)
  t.ok(announced && announced.changed > 10, `${announced?.changed} changes`)
})

t.test('every score of every month can be computed again from what is kept of it', async (t) => {
  const rulesOf = rulesOfRuns(app.db)
  const kept = await app.db.rows<Kept>(
    `select e.seller_id, e.period, e.revision, e.run_id, e.inputs, e.explanation, m.status, m.revision as newest,
            m.total_sos, m.tier_name
     from monthly_scores m left join score_explanations e using (seller_id, period) order by 1, 2, 3`,
  )
  t.same(
    kept.filter(({ inputs }) => inputs === null),
    [],
  )
  const other: Kept[] = []
  for (const one of kept) {
    const { prepared } = await rulesOf(one.run_id)
    if (!prepared || one.revision !== one.newest) continue
    const appeals = one.explanation ? decisionsOf(one.explanation) : []
    const again = scoreWorld({ rules: prepared, input: readInputs(prepared, one.inputs ?? ''), appeals })
    if (again.total_sos !== one.total_sos || again.tier.name !== one.tier_name) other.push(one)
  }
  t.same(other, [])
  t.ok(
    kept.some(({ revision }) => revision === 2),
    'revisions by appeals too',
  )
  t.ok(
    kept.some(({ status }) => status === 'final'),
    'and final ones',
  )
})

interface Kept {
  run_id: number
  revision: number
  newest: number
  status: string
  inputs: string | null
  explanation: Explanation | null
  total_sos: number
  tier_name: string
}

t.test('a draft has a backtest of the finished months, which says who drops', async (t) => {
  const backtest = () =>
    app.db.row<{ status: string; report: { tier_drops: number } }>(
      `select b.status, b.report from backtests b join config_drafts d on d.id = b.draft_id
       where from_period = $1 and to_period = $2`,
      [FINISHED[0], LATEST],
    )
  await eventually(async () => (await backtest())?.status === 'completed')
  const { tier_drops } = (await backtest())?.report ?? {}
  t.ok(tier_drops && tier_drops > 5, `${tier_drops} drop`)
})

t.test('nothing was refused and nothing came late', async (t) => {
  t.same(await app.db.rows('select feed, rejected, late from sync_feeds where rejected + late > 0'), [])
})
