import t from 'tap'
import { LAST, NEXT, NOW } from '../setup/months.ts'
import { service } from './service.ts'
import { misfits } from './shape.ts'
import { CURRENT_SCORE, HISTORY } from './shapes.ts'

const { call, done, create, calculate, pushOrders, scoreOf } = await service(t)
const contract_start_date = '2020-01-01'
for (const seller_code of ['S-1', 'S-2', 'S-3'])
  await create('/api/sellers', { seller_code, company_name: `Company ${seller_code}`, contract_start_date })
const S_1 = '/api/sos/sellers/S-1/score'

t.test('a seller that was never scored has no score: 404, and no history', async (t) => {
  t.equal((await call('bod', 'GET', S_1)).status, 404)
  t.same(await done('bod', 'GET', `${S_1}/history`), { seller_code: 'S-1', data: [] })
})

t.test('calculate scores the active sellers and answers with what it made of each', async (t) => {
  await done('bod', 'PATCH', '/api/sellers/S-3', { status: 'suspended' })
  await pushOrders('S-1', LAST, 0)
  await pushOrders('S-2', LAST, 2)
  const { run_id, ...answer } = await calculate(LAST)
  t.same(answer, {
    period: LAST,
    sellers_scored: 2,
    results: [
      { seller_id: 'S-1', total_sos: 100, is_rated: true, tier: 'Platinum', grace: false },
      { seller_id: 'S-2', total_sos: 59.17, is_rated: true, tier: 'Bronze', grace: false },
    ].map((result) => ({ ...result, seller_code: result.seller_id, before_contract: false })),
    sellers_final: 0,
    rated: 2,
    unrated: 0,
    unrated_reasons: [],
  })
  t.match(run_id, Number)
})

t.test('the current score is exactly this', async (t) => {
  t.same(await done('bod', 'GET', '/api/sos/sellers/S-2/score'), {
    seller_code: 'S-2',
    period: LAST,
    total_sos: 59.17,
    is_rated: true,
    tier: { name: 'Bronze', color: '#B4692A', benefits: 'improvement plan offered' },
    components: {
      p_score: { raw: 59.17, weighted: 11.83 },
      o_score: { raw: 59.17, weighted: 17.75 },
      t_score: { raw: 59.17, weighted: 8.88 },
      f_score: { raw: 59.17, weighted: 11.83 },
      i_score: { raw: 59.17, weighted: 8.88 },
    },
    trend: { previous_sos: 59.17, delta: 0, direction: 'new' },
    top_opportunity: 'o_score',
    is_grace_period: false,
    before_contract: false,
    status: 'draft',
  })
})

t.test('the current score is of the most recent period, and says where it came from', async (t) => {
  await pushOrders('S-1', NOW, 2)
  await pushOrders('S-2', NOW, 0)
  await calculate(NOW)
  const score = await done('bod', 'GET', S_1)
  t.same(misfits(CURRENT_SCORE, score), [])
  t.match(score, { period: NOW, trend: { previous_sos: 100, delta: -40.83, direction: 'down' } })
  const other = await done('bod', 'GET', '/api/sos/sellers/S-2/score')
  t.match(other.trend, { previous_sos: 59.17, delta: 40.83, direction: 'up' })
})

t.test('the history goes from one period to another, both inclusive, the oldest first', async (t) => {
  const all = await done('bod', 'GET', `${S_1}/history`)
  t.same(misfits(HISTORY, all), [])
  for (const [query, periods] of [
    ['', [LAST, NOW]],
    [`?from=${NOW}`, [NOW]],
    [`?to=${LAST}`, [LAST]],
    [`?from=${LAST}&to=${NOW}`, [LAST, NOW]],
    [`?from=${NEXT}`, []],
  ] as const)
    await t.test(query || 'without a query', async (t) => {
      const { data } = await done('bod', 'GET', `${S_1}/history${query}`)
      t.same(
        data.map(({ period }: { period: string }) => period),
        periods,
      )
    })
  t.equal((await call('bod', 'GET', `${S_1}/history?from=${NOW}&to=${LAST}`)).status, 400)
})

t.test('the monthly list is of the current month, and filters', async (t) => {
  const { id } = await scoreOf('S-1', LAST)
  await done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`)
  for (const [query, scores] of [
    ['', [`S-1 ${NOW} draft`, `S-2 ${NOW} draft`]],
    [`?period=${LAST}`, [`S-1 ${LAST} final`, `S-2 ${LAST} draft`]],
    [`?period=${LAST}&status=final`, [`S-1 ${LAST} final`]],
    [`?period=${LAST}&status=draft`, [`S-2 ${LAST} draft`]],
    [`?period=${LAST}&status=under_review`, []],
    [`?period=${NEXT}`, []],
    ['?am_id=1', []],
    ['?page=2&limit=1', [`S-2 ${NOW} draft`]],
  ] as const)
    await t.test(query || 'without a query', async (t) => {
      const { data } = await done('bod', 'GET', `/api/sos/monthly${query}`)
      t.same(
        data.map((score: Record<string, string>) => `${score.seller_code} ${score.period} ${score.status}`),
        scores,
      )
    })
})

t.test('calculate takes no month that is none, or lies in the future', async (t) => {
  for (const body of [{ period: NEXT }, { period: '2026-1' }, { period: 202610 }, { period: null }, {}])
    await t.test(JSON.stringify(body), async (t) => {
      const { status, body: answer } = await call('bod', 'POST', '/api/sos/monthly/calculate', body)
      t.match([status, answer.error], [400, /^period /])
    })
})

t.test('the tiers are public, highest first', async (t) => {
  const { data } = await done(null, 'GET', '/api/sos/tiers')
  t.same(
    data.map(({ name, min_score, min_component_score }: Record<string, unknown>) => [
      name,
      min_score,
      min_component_score,
    ]),
    [
      ['Platinum', 90, 70],
      ['Gold', 80, 50],
      ['Silver', 65, 0],
      ['Bronze', 50, 0],
      ['At Risk', 35, 0],
      ['Critical', 0, 0],
      ['Unrated', null, 0],
    ],
  )
})
