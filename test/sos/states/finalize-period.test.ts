import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'

const SELLERS = 300

t.test('finalizing a whole period', async (t) => {
  const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
  const second = await testApp(t, { WORKER: 'on', DATABASE_URL })
  await app.db.pool.query(
    `insert into sellers (seller_code, company_name) select 'ALL-' || n, 'Seller' from generate_series(1, $1::int) n`,
    [SELLERS],
  )
  const calculate = (period: string, headers = {}) =>
    call('bod', 'POST', '/api/sos/monthly/calculate', { period }, headers)
  const finalize = (period: string, more: object = {}) =>
    call('bod', 'POST', '/api/sos/monthly/finalize', { period, ...more })
  const eventsOf = (period: string) =>
    app.db.rows<{ type: string; seller_id: number; sequence: number }>(
      `select type, seller_id, sequence from events where data ->> 'period' = $1 and seller_id is not null order by id`,
      [period],
    )

  t.test('a period without scores has nothing to finalize', async (t) => {
    t.same((await finalize('2020-01')).body, {
      success: true,
      period: '2020-01',
      finalized: 0,
      already_final: 0,
    })
  })

  t.test('makes all final with one event and one audit row each', async (t) => {
    await calculate('2026-01')
    const { body } = await call('bod', 'GET', '/api/sos/monthly?period=2026-01&limit=2')
    for (const { id } of body.data) await call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`)
    t.same((await finalize('2026-01', { reviewed_by: 'Ada', notes: 'all good' })).body, {
      success: true,
      period: '2026-01',
      finalized: SELLERS - 2,
      already_final: 2,
      quality: { result: 'pass', checks: [], accepted: [] },
      warnings: ['2 scores were final before: they do not keep the reviewer and notes of this request.'],
    })
    const events = await eventsOf('2026-01')
    t.equal(events.length, SELLERS)
    t.same(
      new Set(events.map(({ type, sequence }) => `${type} ${sequence}`)),
      new Set(['seller.score_finalized 1']),
    )
    t.equal(new Set(events.map(({ seller_id }) => seller_id)).size, SELLERS)
    t.match(await app.db.row(`select count(*) as n from audit_log where action = 'score.finalized'`), {
      n: SELLERS,
    })
    t.match(
      (await call('bod', 'GET', '/api/sos/monthly?period=2026-01&status=final&limit=1&page=100')).body,
      {
        total: SELLERS,
        data: [{ reviewed_by: 'Ada', notes: 'all good' }],
      },
    )
  })

  t.test('again finalizes nothing, and says of its words that they are not kept', async (t) => {
    const { body } = await finalize('2026-01')
    t.match(body, { finalized: 0, already_final: SELLERS })
    t.notOk(body.warnings)
    t.equal((await eventsOf('2026-01')).length, SELLERS)
    t.same((await finalize('2026-01', { notes: 'later' })).body.warnings, [
      `${SELLERS} scores were final before: they do not keep the notes of this request.`,
    ])
    t.same(await app.db.rows`select from monthly_scores where notes = 'later'`, [])
  })

  t.test('says for each whose tier changed', async (t) => {
    await calculate('2026-02')
    await app.db.pool.query(
      `update monthly_scores set tier_name = 'Gold' where period = '2026-01' and seller_id <= 10`,
    )
    await finalize('2026-02')
    const changed = (await eventsOf('2026-02')).filter(({ type }) => type === 'seller.tier_changed')
    t.equal(changed.length, 10)
    t.same(new Set(changed.map(({ sequence }) => sequence)), new Set([3]))
  })

  t.test('while a run of the period is open answers 409, of another period not', async (t) => {
    await app.db.pool.query(`insert into scoring_runs (period, open_period) values ('2026-03', '2026-03')`)
    const { status, body } = await finalize('2026-03')
    t.equal(status, 409)
    t.match(body.error, /^Scoring run \d+ of 2026-03 is not done yet/)
    t.equal((await finalize('2026-04')).status, 200)
    await app.db.pool.query(
      `update scoring_runs set status = 'failed', open_period = null where open_period is not null`,
    )
  })

  t.test('while a run of some sellers waits behind another answers 409 until both are done', async (t) => {
    const async = { prefer: 'respond-async' }
    const some = { period: '2026-07', seller_codes: ['ALL-1'] }
    await calculate('2026-07', async)
    await call('bod', 'POST', '/api/sos/monthly/calculate', some, async)
    let answer = await finalize('2026-07')
    await eventually(async () => {
      if (answer.status === 409) answer = await finalize('2026-07')
      return answer.status !== 409
    })
    t.match(answer, { status: 200, body: { finalized: SELLERS } })
    const runs = (await call('bod', 'GET', '/api/sos/runs?period=2026-07')).body.data
    t.match(runs, [
      { status: 'completed', sellers_total: 1 },
      { status: 'completed', sellers_total: SELLERS },
    ])
  })

  t.test('with single finalizes and calculates of two processes emits each event once', async (t) => {
    await calculate('2026-05')
    const { body } = await call('bod', 'GET', '/api/sos/monthly?period=2026-05&limit=20')
    const single = body.data.map(({ id }: { id: number }) =>
      second.call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`),
    )
    const elsewhere = (what: string) =>
      second.call('bod', 'POST', `/api/sos/monthly/${what}`, { period: '2026-05' })
    const answers = await Promise.all([
      calculate('2026-05'),
      finalize('2026-05'),
      ...single,
      elsewhere('finalize'),
      elsewhere('calculate'),
    ])
    t.same([answers[0]?.status, answers.at(-1)?.status], [200, 200], 'calculate')
    t.same(new Set(answers.map(({ status }) => status).filter((status) => status !== 409)), new Set([200]))
    await finalize('2026-05')
    const finalized = (await eventsOf('2026-05')).filter(({ type }) => type === 'seller.score_finalized')
    t.equal(finalized.length, SELLERS)
    t.equal(new Set(finalized.map(({ seller_id }) => seller_id)).size, SELLERS)
    t.match(await calculate('2026-05'), { body: { sellers_scored: 0, sellers_final: SELLERS, results: [] } })
  })

  t.test(
    'an event shows the numbers that became final, even when they were rewritten just before',
    async (t) => {
      const different = await app.db.rows(
        `select e.id from events e join monthly_scores m on m.seller_id = e.seller_id and m.period = e.data ->> 'period'
       where e.type = 'seller.score_finalized'
         and ((e.data ->> 'run_id')::int <> m.run_id or (e.data ->> 'total_sos')::numeric <> m.total_sos)`,
      )
      t.same(different, [])
    },
  )
})
