import t, { type Test } from 'tap'
import { calculate, makeWorld } from '../../backtests/setup.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every object inside a value, with the way to it. */
function* objectsIn(value: unknown, way = ''): Generator<[string, Json]> {
  if (!isObject(value)) return
  yield [way, value]
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${way}/${name}`)
}

const MARCH = '2026-03'
const service = await testApp(t, { WORKER: 'on' })
const { app, call } = service
await makeWorld(app.db, 30)
await app.db.run(`delete from orders where seller_id % 7 = 0`)
await app.db.run(`delete from invoices where seller_id % 7 = 0`)
await calculate(service, ['2026-02'])
const calculated = (await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MARCH })).body
const rated = new Map(
  (
    await app.db.rows<{ code: string; is_rated: boolean }>(
      `select code, is_rated from monthly_scores where period = $1`,
      [MARCH],
    )
  ).map(({ code, is_rated }) => [code, is_rated]),
)
const unrated = [...rated].flatMap(([code, is_rated]) => (is_rated ? [] : [code]))
const get = async (path: string) => {
  const { status, body } = await call('bod', 'GET', path)
  t.equal(status, 200, `${path}: ${body.error}`)
  return body
}

t.test('the world has sellers that are rated, and others', async (t) => {
  t.ok(unrated.length > 1 && unrated.length < rated.size - 1, `${unrated.length} of ${rated.size}`)
})

t.test(
  'in the API’s document is_rated stands beside every total, which says what it is of the unrated',
  async (t) => {
    const document = (await call(null, 'GET', '/openapi.json')).body
    let totals = 0
    for (const [way, { properties }] of objectsIn(document)) {
      if (!isObject(properties) || !isObject(properties.total_sos) || way.includes('/requestBody/')) continue
      totals++
      t.ok('is_rated' in properties, way)
      t.match(properties.total_sos.description, /is_rated/, way)
    }
    t.ok(totals > 10, `${totals}`)
  },
)

/** Holds every total of an answer to whether its score is rated. */
function holds(t: Test, path: string, body: unknown, code?: string) {
  let totals = 0
  for (const [way, one] of objectsIn(body)) {
    // What an appeal may bring is a score of its own.
    if (typeof one.total_sos !== 'number' || way.endsWith('/score_after')) continue
    totals++
    if (way.includes('/totals/')) {
      t.equal(one.is_rated, true, 'months in which it was rated alone')
      continue
    }
    const seller = String(one.seller_code ?? one.seller_id ?? code)
    t.equal(one.is_rated, rated.get(seller), `${path}${way} of ${seller}`)
  }
  t.ok(totals > 0, `${path} has totals`)
}

t.test('every answer with a total says whether it is rated', async (t) => {
  holds(t, 'calculate', calculated)
  holds(t, 'list', await get(`/api/sos/monthly?period=${MARCH}&limit=500`))
  for (const { am_id } of (await get('/api/am/portfolio')).data)
    await eventually(async () => {
      const { data } = await get(`/api/am/portfolio/${am_id}?period=${MARCH}`)
      if (data?.some(({ total_sos }: Json) => total_sos !== null)) holds(t, `portfolio ${am_id}`, data)
      return true
    })
  for (const code of [...unrated.slice(0, 2), 'BT-00001']) {
    const of = `/api/sos/sellers/${code}/score`
    for (const path of ['', '/explanation', '/reasons', '/sensitivity'])
      holds(t, `${code}${path}`, await get(`${of}${path}?period=${MARCH}`), code)
    holds(t, `${code}/history`, await get(`${of}/history?from=${MARCH}&to=${MARCH}`), code)
    const { latest_score } = await get(`/api/sellers/${code}`)
    t.equal(latest_score.is_rated, rated.get(code), 'the seller')
    const whatIf = await call('bod', 'POST', `${of}/what-if?period=${MARCH}`, {})
    if (whatIf.status === 200) holds(t, `${code}/what-if`, whatIf.body, code)
    const appeal = await call('bod', 'POST', '/api/appeals', {
      ...{ seller_code: code, period: MARCH, component_appealed: 'o_score', submitted_by_am_id: 1 },
      ...{ appeal_reason_type: 'data_error', description: 'The carrier came too late.' },
    })
    t.equal(appeal.status, 200, appeal.body.error)
    holds(t, 'appeal', await get(`/api/appeals/${appeal.body.id}`), code)
  }
  holds(t, 'dashboard', await get(`/api/dashboard/stats?period=${MARCH}`))
})

t.test('the unrated are last in every order of the numbers', async (t) => {
  for (const by of ['total_sos', 'delta'])
    for (const sort of [by, `-${by}`]) {
      const { data } = await get(`/api/sos/monthly?period=${MARCH}&sort=${sort}&limit=500`)
      const order = data.map(({ is_rated }: Json) => is_rated)
      t.same(
        order,
        order.toSorted((one: boolean, other: boolean) => Number(other) - Number(one)),
        sort,
      )
      const [first, second] = data as { total_sos: number; trend: { delta: number } }[]
      const numberOf = (one?: { total_sos: number; trend: { delta: number } }) =>
        (by === 'delta' ? one?.trend.delta : one?.total_sos) ?? 0
      const isRising = !sort.startsWith('-')
      t.ok(isRising === numberOf(first) <= numberOf(second) || numberOf(first) === numberOf(second), sort)
      const pages = [1, 2, 3].map((page) =>
        get(`/api/sos/monthly?period=${MARCH}&sort=${sort}&limit=10&page=${page}`),
      )
      const codes = (await Promise.all(pages)).flatMap(({ data }) =>
        data.map(({ seller_code }: Json) => seller_code),
      )
      t.same(
        codes,
        data.map(({ seller_code }: Json) => seller_code),
        'page by page',
      )
    }
})

t.test(
  'by a component those without facts of their own come after the others, and then the unrated',
  async (t) => {
    const imputed = (names: string) =>
      app.db.run(
        `update monthly_scores set imputed = $1 where period = $2
       and code = (select min(code) from monthly_scores where period = $2 and is_rated)`,
        [names, MARCH],
      )
    await imputed('{t_score}')
    for (const sort of ['t_score', '-t_score']) {
      const { data } = await get(`/api/sos/monthly?period=${MARCH}&sort=${sort}&limit=500`)
      const placeOf = (one: Json) =>
        !one.is_rated ? 2 : (one.imputed as string[]).includes('t_score') ? 1 : 0
      const places: number[] = data.map(placeOf)
      t.same(places, places.toSorted(), sort)
      t.equal(new Set(places).size, 3)
      const raws: number[] = data
        .filter((one: Json) => placeOf(one) === 0)
        .map(({ components }: { components: { t_score: { raw: number } } }) => components.t_score.raw)
      const rising = raws.toSorted((one, other) => one - other)
      t.same(raws, sort === 't_score' ? rising : rising.toReversed(), sort)
      t.not(raws[0], raws.at(-1))
    }
    await imputed('{}')
  },
)

t.test('means are of the rated alone, and null without any', async (t) => {
  const mean = async () => {
    const { avg_sos } = await get(`/api/dashboard/stats?period=${MARCH}`)
    const { data } = await get(`/api/dashboard/trend?from=${MARCH}&to=${MARCH}`)
    const { data: portfolios } = await get(`/api/am/portfolio?period=${MARCH}`)
    const summary = await get(`/api/sos/monthly/summary?period=${MARCH}`)
    const entries = [...objectsIn(summary)].flatMap(([, one]) => ('mean' in one ? [one.mean] : []))
    return { avg_sos, trend: data[0].mean, portfolios: portfolios.map((one: Json) => one.avg_sos), entries }
  }
  const { should } = await app.db.one<{ should: number }>(
    `select round(avg(total_sos), 2) as should from monthly_scores where period = '${MARCH}' and is_rated and not before_contract`,
  )
  t.match(await mean(), { avg_sos: should, trend: should })
  await app.db.run(`update monthly_scores set is_rated = false where period = '${MARCH}'`)
  const none = await mean()
  t.same([none.avg_sos, none.trend], [null, null])
  t.same([...new Set(none.portfolios)], [null])
  t.same([...new Set(none.entries)], [null])
})
