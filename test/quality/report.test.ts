import t from 'tap'
import { testApp } from '../setup/app.ts'
import { calculate, MAY, pushYear, reportOf } from './a-year.ts'

const order = (seller: string, code: string, day = '2026-05-05', more: object = {}) => ({
  seller_code: seller,
  order_code: code,
  ordered_at: `${day}T10:00:00Z`,
  ...more,
})

t.test('the report of a month', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  const { app, call, user } = service
  const push = (records: object[]) => call('system', 'POST', '/api/sync/orders', { records })
  const declare = (body: object) =>
    call('system', 'POST', '/api/sync/orders/control-totals', { period: MAY, ...body })
  await pushYear(service)
  for (const period of ['2026-04', MAY]) await calculate(service, period)

  t.test('of complete data passes', async (t) => {
    t.match(await reportOf(service), { result: 'pass', gate: 'block', ids: [], checks: [] })
  })

  t.test('compares control totals, of all and of one seller', async (t) => {
    await declare({ totals: { records: 31 * 12, units: 31 * 12 } })
    await declare({ seller_code: 'S-1', totals: { records: 31 * 3 } })
    t.same((await reportOf(service)).ids, [])
    await declare({ totals: { records: 31 * 12 + 1 } })
    t.match((await reportOf(service)).checks, [
      {
        id: 'control_total:orders',
        level: 'warning',
        value: 372,
        expected: 373,
        sellers: 4,
        sentence: /1 missing/,
      },
    ])
    await declare({ seller_code: 'S-1', totals: { records: 100 } })
    t.match((await reportOf(service)).checks, [
      {
        id: 'control_total:orders',
        level: 'block',
        value: 93,
        expected: 100,
        sellers: 4,
        sentence: /of S-1 .* and records 372 instead of 373/,
      },
    ])
    await declare({ totals: { records: 31 * 12 } })
    t.match((await reportOf(service)).checks, [{ sellers: 1, sentence: /of S-1/ }])
    await app.db.rows(
      `insert into retention_deletions (feed, period, deleted) values ('orders', '${MAY}', 7)`,
    )
    t.same((await reportOf(service)).ids, [], 'what retention has deleted is not missing')
    await app.db.rows('delete from retention_deletions')
    await declare({ totals: { records: 31 * 12 } })
    const { body } = await call('am', 'GET', `/api/sos/monthly/quality?period=${MAY}`)
    t.match(body, { result: 'pass', checks: [] }, 'an AM reads nothing of a seller of others')
    await declare({ seller_code: 'S-1', totals: { records: 31 * 3 } })
    t.same((await reportOf(service)).ids, [])
    await app.db.rows('delete from sync_control_totals')
  })

  t.test('counts rejected records of the month', async (t) => {
    await push(Array.from({ length: 4 }, (_, n) => order('S-404', `bad-${n}`)))
    t.match((await reportOf(service)).checks, [
      {
        id: 'rejections:orders',
        level: 'warning',
        value: 4,
        expected: 0,
        sentence: /4 of 376 .* on 5 May 2026 \(4\)/,
      },
    ])
    await push(Array.from({ length: 20 }, (_, n) => order('S-1', `worse-${n}`, '2026-05-06', { units: -1 })))
    t.match((await reportOf(service)).checks, [{ id: 'rejections:orders', level: 'block', value: 24 }])
    await app.db.rows(`update sync_feed_days set rejected = 0`)
  })

  t.test('names sellers who have gone silent', async (t) => {
    await app.db.rows(`delete from orders where seller_id = (select id from sellers where seller_code = 'S-4')
                       and ordered_at >= '2026-05-01' and ordered_at < '2026-06-01'`)
    const { checks } = await reportOf(service)
    t.match(
      checks.find(({ id }: { id: string }) => id === 'silent_sellers'),
      { level: 'warning', value: 1, sellers: 1, sentence: /: S-4\.$/ },
    )
    const seenByAm = async () =>
      (await call('am', 'GET', `/api/sos/monthly/quality?period=${MAY}`)).body.checks.map(
        ({ id }: { id: string }) => id,
      )
    t.same(await seenByAm(), ['recalculate'])
    await app.db.run(`update sellers set assigned_am_id = $1 where seller_code = 'S-4'`, [user.am.am_id])
    t.same(await seenByAm(), ['recalculate', 'silent_sellers'])
    t.match(
      checks.find(({ id }: { id: string }) => id === 'recalculate'),
      { level: 'block', value: 1 },
      'what was deleted by hand is noticed, too',
    )
    await app.db.rows(`update sellers set status = 'suspended' where seller_code = 'S-4'`)
    t.same((await reportOf(service)).ids, [], 'only active sellers count')
  })

  t.test('asks for no new run when the facts come to the same', async (t) => {
    await calculate(service, MAY)
    t.same((await reportOf(service)).ids, [])
    await push([order('S-1', 'june', '2026-06-01')])
    t.same((await reportOf(service)).ids, [], 'an order of the next day')
    await push([
      order('S-1', '2026-05-05-0', '2026-05-05', {
        ready_by: '2026-05-05T12:00:00Z',
        ready_at: '2026-05-05T11:30:00Z',
      }),
    ])
    t.same((await reportOf(service)).ids, [], 'ready a little later, and on time still')
    await push([
      order('S-1', '2026-05-05-0', '2026-05-05', {
        ready_by: '2026-05-05T12:00:00Z',
        ready_at: '2026-05-05T12:30:00Z',
      }),
    ])
    t.same((await reportOf(service)).ids, ['block recalculate'])
  })

  t.test('asks for a run where an active seller has facts and no score', async (t) => {
    await calculate(service, MAY)
    const make = (seller_code: string, contract_start_date: string) =>
      call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'New', contract_start_date })
    for (const code of ['N-1', 'N-2', 'N-3']) await make(code, '2025-01-01')
    await make('N-4', '2026-06-01')
    await push([order('N-3', 'of N-3'), order('N-4', 'of N-4')])
    await app.db.run(`update sellers set status = 'suspended' where seller_code = 'N-3'`)
    t.same((await reportOf(service)).ids, [], 'without facts, suspended, before the contract')
    await push([order('N-1', 'of N-1')])
    t.match((await reportOf(service)).checks, [
      { id: 'recalculate', value: 1, sentence: /: one seller has facts and no score; calculate/ },
    ])
    t.match(await call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY }), { status: 409 })
    const ticket = { ticket_code: 'T', seller_code: 'N-2', category: 'question' }
    await call('system', 'POST', '/api/sync/tickets', { ...ticket, opened_at: '2026-04-30T20:00:00Z' })
    t.match((await reportOf(service)).checks, [{ value: 2 }], 'a reply was due in the month')
    await calculate(service, MAY)
    t.same((await reportOf(service)).ids, [])
  })

  t.test('asks for a run where rules, exceptions or a contract have changed since', async (t) => {
    const change = (method: 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
      call('bod', method, url, body as never)
    const changed = (sentence: RegExp, value: number) =>
      reportOf(service).then(({ checks }) =>
        t.match(checks, [{ id: 'recalculate', level: 'block', value, sentence }]),
      )
    const [days] = (await call('bod', 'GET', '/api/config/grace-period')).body.data
    const grace = `/api/config/grace-period/${days.id}`
    const { contract_type, days: before } = days
    await change('PUT', grace, { contract_type, days: before + 1 })
    await changed(/: rules, exceptions or the contract of \w+ sellers? have changed since; calculate/, 6)
    await change('PUT', grace, { contract_type, days: before })
    t.same((await reportOf(service)).ids, [], 'what was put back is the same')
    await change('PUT', grace, { contract_type, days: before + 1 })
    await calculate(service, MAY)
    t.same((await reportOf(service)).ids, [])
    const outage = { exception_type: 'system_outage', adjustment_rule: { type: 'exclude' } }
    const { body } = await change('POST', '/api/sellers/S-1/exceptions', {
      ...{ ...outage, score_component_affected: 'o_score', effective_from: '2026-05-03' },
    })
    await change('POST', '/api/sellers/S-2/exceptions', { ...outage, effective_from: '2026-06-01' })
    await changed(/the contract of one seller have changed/, 1)
    await calculate(service, MAY)
    t.same((await reportOf(service)).ids, [], 'nothing of another month counts')
    await change('DELETE', `/api/sellers/S-1/exceptions/${body.id}`)
    await changed(/the contract of one seller have changed/, 1)
    await calculate(service, MAY)
    const sign = (contract_start_date: string) =>
      call('bod', 'PATCH', '/api/sellers/S-1', { contract_start_date })
    const { contract_start_date } = (await call('bod', 'GET', '/api/sellers/S-1')).body
    await sign('2025-06-01')
    await changed(/the contract of one seller have changed/, 1)
    await sign(contract_start_date)
    t.same((await reportOf(service)).ids, [], 'as it was')
    await sign('2026-06-15')
    await calculate(service, MAY)
    t.same((await reportOf(service)).ids, [], 'a month before the contract')
    await sign(contract_start_date)
    await changed(/the contract of one seller have changed/, 1)
    await calculate(service, MAY)
    const make = (status: string) => call('bod', 'PATCH', '/api/sellers/S-2', { status })
    await make('suspended')
    await push([order('S-2', 'while suspended')])
    await calculate(service, MAY)
    await make('active')
    await changed(/facts or campaigns of one seller have changed since the run read them/, 1)
    await calculate(service, MAY)
  })

  t.test('a month that has not begun is a 400, a running one has little to judge', async (t) => {
    t.match(await call('viewer', 'GET', '/api/sos/monthly/quality?period=2999-01'), {
      status: 400,
      headers: { 'x-error-code': 'period_in_future' },
    })
    t.match((await call('viewer', 'GET', '/api/sos/monthly/quality')).body, {
      result: 'nothing',
      checks: [{ id: 'month_not_over', sentence: /is not over: \w+ days? of it/ }],
    })
  })
})

t.test('feeds that have stopped, and scores that were calculated before the month was over', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  const { app } = service
  await pushYear(service)
  await calculate(service, MAY)
  await app.db.rows(`insert into sync_feed_days (feed, fact_date, received, created) values
    ('tickets', '2026-03-05', 50, 50), ('tickets', '2026-04-05', 60, 60)`)
  await app.db.rows(`update sync_feeds set last_pushed_at = '2026-05-31T23:59:59Z' where feed = 'orders'`)
  await app.db.rows(`update scoring_runs set as_of = '2026-05-20T12:00:00Z', as_of_date = '2026-05-20'`)
  const early = /4 sellers were calculated before .* \(20 May 2026\)/
  const { result, checks } = await reportOf(service)
  t.equal(result, 'block', 'the worst of them')
  t.match(checks, [
    {
      id: 'feed_missing:tickets',
      level: 'block',
      value: 0,
      expected: 55,
      sentence: /March 2026 and April 2026/,
    },
    { id: 'recalculate', level: 'block', value: 4, sentence: early },
    { id: 'stale_feed:orders', level: 'warning' },
  ])
})

t.test('a shift of a metric is told from the one of the month before', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  const { app } = service
  await app.db.rows(`insert into sellers (seller_code, company_name, contract_start_date)
    select 'D-' || n, 'Seller', '2024-01-01' from generate_series(1, 400) n`)
  await app.db.rows(`insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at)
    select s.id, m || '-' || n, m + interval '12 hours' * n, m + interval '12 hours' * (n + 1),
           m + interval '12 hours' * (n + 1)
             + case when (s.id * 13 + n * 7) % 100 < 10 + s.id % 20 + case when m >= '2026-05-01' then 35 else 0 end
                    then interval '1 hour' else - interval '1 hour' end
    from sellers s, unnest(array[timestamptz '2026-04-01Z', '2026-05-01Z']) m, generate_series(1, 40) n`)
  for (const period of ['2026-04', MAY]) await calculate(service, period)
  const { checks } = await reportOf(service)
  const found = checks.map(({ id }: { id: string }) => id)
  t.ok(found.includes('distribution:on_time_ready_rate'), found.join(' '))
  t.notOk(found.includes('distribution:order_data_accuracy'), 'what has not moved is not told')
  t.ok(
    checks.every(
      ({ level, expected }: { level: string; expected: number }) => level === 'warning' && expected === 0.25,
    ),
  )
})

t.test('a month is judged in the business time zone', async (t) => {
  const service = await testApp(t, { BUSINESS_TIMEZONE: 'Asia/Tokyo', QUALITY_GATE: 'block' })
  const { app, call } = service
  await pushYear(service)
  const records = [{ seller_code: 'S-1', order_code: 'edge', ordered_at: '2026-04-30T15:30:00Z' }]
  await call('system', 'POST', '/api/sync/orders', { records })
  t.match(
    await app.db.row(`select created from sync_feed_days where feed = 'orders' and fact_date = '2026-05-01'`),
    {
      created: 13,
    },
  )
  const totals = '/api/sync/orders/control-totals'
  await call('system', 'POST', totals, { period: MAY, totals: { records: 31 * 12 + 1 } })
  t.same((await reportOf(service)).ids, [])
})
