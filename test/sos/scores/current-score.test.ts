import Fastify from 'fastify'
import t from 'tap'
import { CurrentScore } from '../../../plugins/sos/scores/current.ts'
import { componentsOf, type ScoreRow, tierOf, trendOf } from '../../../src/domain/scores/score-row.ts'
import { serializerOpts } from '../../../src/platform/http/requests/compile-at-first-use.ts'
import { testApp } from '../../setup/app.ts'
import { at, factsOf, makeSeller } from '../setup.ts'

t.test('the current score', async (t) => {
  const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
  const orders_only = await makeSeller(app)
  const every_feed = await makeSeller(app, { seller_code: 'EVERY/FEED é' })
  const late = new Set([7, 77, 177, 277, 377, 477, 577, 677, 777, 877])
  await factsOf(app, orders_only.id).orders(
    ...Array.from({ length: 1000 }, (_, n) => ({
      ready_by: at(6),
      ready_at: late.has(n) ? at(7) : at(6),
      has_data_error: n < 2,
      cancelled_at: n < 3 ? at(8) : null,
      cancel_fault: n < 3 ? 'seller' : null,
    })),
  )
  const facts = factsOf(app, every_feed.id)
  await Promise.all([facts.forecasts({}), facts.tickets({}), facts.invoices({}), facts.stock({})])
  for (const period of ['2026-03', '2026-02'])
    await done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const score = (name: string) => call('viewer', 'GET', `/api/sos/sellers/${encodeURIComponent(name)}/score`)

  t.test('is that of the most recent period, shaped as promised', async (t) => {
    t.same((await score(orders_only.seller_code)).body, {
      seller_code: orders_only.seller_code,
      period: '2026-03',
      total_sos: 69.23,
      is_rated: true,
      tier: { name: 'Silver', color: '#8A94A6', benefits: 'standard terms' },
      components: {
        p_score: { raw: 0, weighted: 0 },
        o_score: { raw: 100, weighted: 30 },
        t_score: { raw: 100, weighted: 15 },
        f_score: { raw: 69.23, weighted: 13.85 },
        i_score: { raw: 69.23, weighted: 10.38 },
      },
      trend: { previous_sos: 69.23, delta: 0, direction: 'new' },
      top_opportunity: 'p_score',
      is_grace_period: false,
      before_contract: false,
      status: 'draft',
    })
  })

  t.test('is that of a period that is asked for', async (t) => {
    const of = (period: string) =>
      call('viewer', 'GET', `/api/sos/sellers/${orders_only.seller_code}/score?period=${period}`)
    t.match(await of('2026-02'), { status: 200, body: { period: '2026-02', total_sos: 0 } })
    t.match(await of('2026-03'), { status: 200, body: { period: '2026-03', total_sos: 69.23 } })
    t.match(await of('2026-01'), {
      status: 404,
      body: { error: `${orders_only.seller_code} has no score of 2026-01.` },
    })
  })

  t.test('has the bytes that its schema writes, whatever its texts and numbers', async (t) => {
    const code = 'odd "code" \\ %s ☃😀'
    const { id } = await makeSeller(app, { seller_code: code })
    const odd = {
      ...{ id: 999, seller_id: id, total_sos: 100, p_score_raw: 0.5, p_score_weighted: 0.05 },
      ...{ o_score_raw: 10, delta_sos: -0.1, is_grace_period: true },
      ...{ tier_name: 'a "tier"\n%1$s \u0001\u007f\u2028\t', tier_color: '\\', tier_benefits: '' },
    }
    await app.db.run(
      `insert into monthly_scores select (jsonb_populate_record(m, $1)).*
       from monthly_scores m where m.seller_id = $2 and m.period = '2026-03'`,
      [JSON.stringify(odd), orders_only.id],
    )
    const row = (await app.db.row<ScoreRow>`select * from monthly_scores where seller_id = ${id}`) as ScoreRow
    const ofSchema = Fastify({ serializerOpts })
    ofSchema.get('/', { schema: { response: { 200: CurrentScore } } }, async () => ({
      ...{ trend: trendOf(row), components: componentsOf(row), tier: tierOf(row), seller_code: code },
      ...row,
    }))
    const answer = await app.inject({
      url: `/api/sos/sellers/${encodeURIComponent(code)}/score`,
      headers: { 'x-user-id': String(user.viewer.id) },
    })
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    t.equal(answer.payload, (await ofSchema.inject('/')).payload)
    t.match(answer.json(), { total_sos: 100, trend: { delta: -0.1 }, tier: { name: 'a "tier"\n%1$s' } })
  })

  t.test('of many questions at once is the own, of any period', async (t) => {
    const asked = [
      orders_only.seller_code,
      encodeURIComponent(every_feed.seller_code),
      'NOBODY',
      String(every_feed.id),
      '9'.repeat(60),
    ]
    const paths = asked.flatMap((name) =>
      ['', '?period=2026-02', '?period=2026-01'].map((of) => ({ name, of })),
    )
    const one = async ({ name, of }: { name: string; of: string }) => {
      const { status, body } = await call('viewer', 'GET', `/api/sos/sellers/${name}/score${of}`)
      return { status, body }
    }
    const atOnce = await Promise.all(paths.map(one))
    for (const [n, path] of paths.entries()) t.same(atOnce[n], await one(path), JSON.stringify(path))
    t.same(
      atOnce.map(({ status }) => status),
      [200, 200, 404, 200, 200, 404, ...Array.from({ length: 9 }, () => 404)],
    )
  })

  t.test('of an unknown seller, or of one without a score, answers 404', async (t) => {
    t.match(await score('NOBODY'), { status: 404, body: { error: 'There is no seller NOBODY.' } })
    const { seller_code } = await makeSeller(app)
    t.match(await score(seller_code), { status: 404, body: { error: `${seller_code} has no score yet.` } })
  })
})
