import t from 'tap'
import { planDemo } from '../../prisma/seed/demo.ts'
import { seedDemo } from '../../prisma/seed/seed-demo.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
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

t.test('some sellers improve, decline or are in grace, and exceptions have changed scores', async (t) => {
  const counted = await app.db.one(
    `select count(*) filter (where delta_sos > 9 and direction <> 'new') as up,
            count(*) filter (where delta_sos < -9 and direction <> 'new') as down,
            count(*) filter (where is_grace_period) as in_grace
     from monthly_scores where period = $1`,
    [LATEST],
  )
  const { up, down, in_grace } = counted as Record<string, number>
  t.ok(Math.min(up ?? 0, down ?? 0) >= 5 && (in_grace ?? 0) >= 3, JSON.stringify(counted))
  const seen = await app.db.one<{ changed: number; unknown: number }>(
    `select count(*) filter (where exception->>'before' <> exception->>'after') as changed,
            count(*) filter (where exception->>'applies' = 'false') as unknown
     from unnest($1::text[]) explanation, jsonb_array_elements(explanation::jsonb->'exceptions') exception`,
    [all],
  )
  t.ok(seen.changed >= 3 && seen.unknown === 1, JSON.stringify(seen))
})

t.test('a draft has a backtest of the finished months, which says who drops', async (t) => {
  let drops: number | undefined
  await eventually(async () => {
    const { status, report } = await app.db.one<{ status: string; report: { tier_drops: number } }>(
      'select status, report from backtests where from_period = $1 and to_period = $2',
      [FINISHED[0], LATEST],
    )
    drops = report?.tier_drops
    return status === 'completed'
  })
  t.ok(drops && drops > 5, `${drops} drop`)
})
