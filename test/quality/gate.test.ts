import t from 'tap'
import { testApp } from '../setup/app.ts'
import { BEFORE, calculate, MAY, pushDay, pushYear, reportOf, SELLERS } from './a-year.ts'

const LEFT_OUT = ['2026-05-12', '2026-05-13', '2026-05-21']

t.test('under QUALITY_GATE=block a month without three days of orders', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  const { app, call } = service
  const finalize = (body: object = {}) =>
    call('ops_head', 'POST', '/api/sos/monthly/finalize', { period: MAY, ...body })
  const audited = () =>
    app.db.rows<{ entity: string; entity_id: string; after: object }>(
      `select entity, entity_id, after from audit_log where action = 'quality.accepted' order by id`,
    )
  await pushYear(service, { leftOut: LEFT_OUT })
  for (const period of [...BEFORE, MAY]) await calculate(service, period)

  t.test('is refused, naming the feed, the days, how much, and what to send', async (t) => {
    const { status, body, headers } = await finalize()
    t.equal(status, 409)
    t.equal(headers['x-error-code'], 'quality_blocked')
    t.equal(
      body.error,
      '2026-05 is not finalized, because its data look incomplete. Orders: there is nothing on 12 May 2026 (12 usual on a Tuesday), 13 May 2026 (12 usual on a Wednesday) and 21 May 2026 (12 usual on a Thursday); about 36 are missing. Put that right and calculate again, or finalize with "accept": ["missing_day:orders"] and notes that say why.',
    )
    const report = await reportOf(service)
    t.match(report, {
      period: MAY,
      result: 'block',
      gate: 'block',
      ids: ['block missing_day:orders'],
      checks: [{ value: 0, expected: 36, sellers: SELLERS }],
      finalizes: [],
    })
    t.equal((await call('viewer', 'GET', `/api/sos/monthly?period=${MAY}&status=final`)).body.total, 0)
  })

  t.test('one score of it is refused, too', async (t) => {
    const [{ id }] = (await call('viewer', 'GET', `/api/sos/monthly?period=${MAY}`)).body.data
    const one = (body?: object) => call('ops_head', 'PATCH', `/api/sos/monthly/${id}/finalize`, body)
    t.match(await one(), { status: 409, body: { error: /accept": \["missing_day:orders"\]/ } })
    t.match(await one({ accept: ['missing_day:orders'], notes: 'a holiday' }), { status: 200 })
    t.match(await one(), { status: 200 }, 'a final one is final')
    t.match(await audited(), [
      { entity: 'monthly_score', entity_id: String(id), after: { notes: 'a holiday' } },
    ])
  })

  t.test('what is accepted must be a check, and have a reason', async (t) => {
    for (const [body, status, error] of [
      [{ accept: ['volume'], notes: 'why' }, 400, /^accept names volume, which is no check/],
      [{ accept: ['missing_day:orders'] }, 400, /^notes is required with accept/],
      [{ accept: ['volume_drop:orders'], notes: 'other' }, 409, /"accept": \["missing_day:orders"\]/],
    ] as const)
      t.match(await finalize(body), { status, body: { error } })
  })

  t.test('facts that came after the run ask for another one', async (t) => {
    for (const day of LEFT_OUT) await pushDay(service, day)
    t.same((await reportOf(service)).ids, ['block recalculate'])
    t.match(await finalize(), {
      status: 409,
      body: {
        error:
          /facts or campaigns of 3 sellers have changed since the run read them; calculate May 2026 again\. .*"accept": \["recalculate"\]/,
      },
    })
  })

  t.test('with all days pushed and calculated again it passes', async (t) => {
    await calculate(service, MAY)
    t.match(await finalize(), {
      status: 200,
      body: {
        finalized: SELLERS - 1,
        already_final: 1,
        quality: { result: 'pass', checks: [], accepted: [] },
      },
    })
    t.match((await reportOf(service)).finalizes, [
      { result: 'pass', score_id: null, accepted: [], notes: null, full_name: /\S/ },
      { result: 'block', accepted: ['missing_day:orders'], notes: 'a holiday' },
    ])
  })

  t.test('is usual for later ones, and so is one whose scores alone were out of date', async (t) => {
    await pushDay(service, '2026-04-30', 13)
    await finalize({ period: '2026-04', accept: ['recalculate'], notes: 'one order more' })
    const kept = await app.db.rows(
      `select score_id, result from quality_reports where result = 'block' order by id`,
    )
    t.match(kept, [{ score_id: Number }, { score_id: null }])
    await pushDay(service, '2026-06-01')
    const { checks } = await reportOf(service, '2026-06')
    const drop = checks.find(({ id }: { id: string }) => id === 'volume_drop:orders')
    t.equal(drop.expected, (361 + 372) / 2, 'of 336, 372, 361 and 372 orders')
  })
})

t.test('an accepted month is final, audited, and no measure for later ones', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  const { app, call } = service
  await pushYear(service, { leftOut: [] })
  const june = ['2026-06-01', '2026-06-02', '2026-06-03']
  for (const day of june) await pushDay(service, day)
  await calculate(service, '2026-06')
  const body = { period: '2026-06', notes: 'closed in June', reviewed_by: 'Ada' }
  const refused = await call('bod', 'POST', '/api/sos/monthly/finalize', body)
  t.match(
    refused.body.error,
    /^2026-06 is not finalized.* Orders: June 2026 has 36, where 36[0-9] are usual \(9\.\d+ %\)/,
  )
  const accept = JSON.parse(/"accept": (\[.*?\])/.exec(refused.body.error)?.[1] ?? '[]')
  t.same(accept, ['volume_drop:orders', 'missing_day:orders'])
  const [one, other] = await Promise.all([
    call('bod', 'POST', '/api/sos/monthly/finalize', { ...body, accept }),
    call('bod', 'POST', '/api/sos/monthly/finalize', { ...body, accept }),
  ])
  t.same([one.status, other.status], [200, 200])
  t.same([one.body.finalized, other.body.finalized].sort(), [0, SELLERS], 'one of two at once finalizes')
  const audited = await app.db.rows<{ entity_id: string; after: { accepted: string[] } }>(
    `select entity_id, after from audit_log where action = 'quality.accepted'`,
  )
  t.match(audited, [{ entity_id: '2026-06', after: { accepted: accept, notes: 'closed in June' } }])
  t.equal((await app.db.rows(`select from quality_reports`)).length, 1)

  for (const period of ['2026-07', '2026-08'])
    for (let day = 1; day <= 28; day++)
      await pushDay(service, `${period}-${String(day).padStart(2, '0')}`, 13)
  const { ids } = await reportOf(service, '2026-07')
  t.notOk(
    ids.some((id: string) => id.startsWith('block volume_drop')),
    'June is left out of what is usual',
  )
})

t.test('under QUALITY_GATE=warn finalize says it and goes on, under off it says nothing', async (t) => {
  for (const [gate, result] of [
    ['warn', 'warning'],
    ['off', undefined],
  ] as const) {
    const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: gate })
    await pushYear(service, { leftOut: LEFT_OUT })
    await calculate(service, MAY)
    const { data } = (await service.call('viewer', 'GET', `/api/sos/monthly?period=${MAY}`)).body
    const one = await service.call('bod', 'PATCH', `/api/sos/monthly/${data[0].id}/finalize`)
    t.same(one.body, { success: true }, `${gate}: one score as ever`)
    const before = await service.call('viewer', 'GET', `/api/sos/monthly/quality?period=${MAY}`)
    t.match(before.body, { result: 'warning', checks: [{ id: 'missing_day:orders', level: 'warning' }] })
    const { status, body } = await service.call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })
    t.equal(status, 200)
    t.equal(body.finalized, SELLERS - 1)
    t.equal(body.quality?.result, result)
    const reports = await service.app.db.rows(`select result, accepted from quality_reports`)
    t.same(reports, gate === 'warn' ? [{ result: 'warning', accepted: [] }] : [])
    const after = await service.call('viewer', 'GET', `/api/sos/monthly/quality?period=${MAY}`)
    t.notMatch(JSON.stringify([body, before.body, after.body]), /block/, 'nothing says that it blocks')
  }
})
