import t from 'tap'
import { calculateNightly } from '../../../plugins/sos/runs/calculate.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { LAST, NOW } from '../../setup/months.ts'
import { ATTEMPT, askedRun, makeSeller } from '../setup.ts'

t.test('runs', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  await makeSeller(app)
  for (const period of ['2026-01', '2026-02', '2026-01'])
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '1999-01' })
  const list = (query = '') => call('viewer', 'GET', `/api/sos/runs${query}`)
  const ids = async (query?: string) => (await list(query)).body.data.map(({ id }: { id: number }) => id)

  t.test('are listed newest first', async (t) => {
    t.same(await ids(), [4, 3, 2, 1])
    t.match((await list('?limit=1&page=2')).body, { data: [{ id: 3 }], total: 4, page: 2, limit: 1 })
  })

  t.test('are filtered by period and status', async (t) => {
    t.same(await ids('?period=2026-01'), [3, 1])
    t.same(await ids('?status=failed'), [4])
    t.same(await ids('?status=completed&period=2026-02'), [2])
  })

  t.test('show how they went', async (t) => {
    const { body } = await call('am', 'GET', '/api/sos/runs/2')
    t.same(body, {
      id: 2,
      period: '2026-02',
      status: 'completed',
      seller_codes: null,
      requested_by: body.requested_by,
      requested_by_name: 'Test bod',
      created_at: body.created_at,
      started_at: body.started_at,
      finished_at: body.finished_at,
      as_of: '2026-03-01T00:00:00.000Z',
      as_of_date: '2026-02-28',
      feeds_in_use: {
        ...{ orders: false, forecasts: false, tickets: false },
        ...{ payments: false, inventory: false, returns: false },
      },
      batches_total: 1,
      batches_done: 1,
      sellers_total: 1,
      sellers_scored: 1,
      sellers_final: 0,
      rated: 0,
      unrated: 1,
      unrated_reasons: [{ reason: 'no feed is in use in the month', metric: null, sellers: 1 }],
      error: null,
      attempts: 1,
      last_error: null,
      next_try_at: null,
      waiting_for: null,
      correction_id: null,
      warnings: [
        '1 of 1 sellers are unrated; the most frequent reason: no feed is in use in the month (1 of them).',
      ],
    })
  })

  t.test('say why an attempt failed, and when the next one comes', async (t) => {
    await app.db.run(`create function refuse() returns trigger language plpgsql as
                      $$ begin raise exception 'the disk is full'; end $$`)
    await app.db.run('create trigger refuse before insert on monthly_scores execute function refuse()')
    const run_id = await askedRun({ call }, '2026-04')
    const run = async () => (await call('viewer', 'GET', `/api/sos/runs/${run_id}`)).body
    await eventually(async () => (await run()).next_try_at !== null)
    const failing = await run()
    t.match(failing, { status: 'running', error: null, last_error: 'the disk is full', next_try_at: String })
    t.ok(failing.attempts >= 1)
    t.equal(failing.waiting_for, `An attempt failed; the next one is due at ${failing.next_try_at}.`)
    await app.db.run('drop trigger refuse on monthly_scores')
    await eventually(async () => (await run()).status === 'completed')
    t.match(await run(), { next_try_at: null, waiting_for: null, error: null })
    t.ok((await run()).attempts >= 2)
  })

  t.test('fail when a batch fails in every attempt, and leave the month free', async (t) => {
    await app.db.run(`update pgboss.queue set retry_limit = 0 where name = 'scoring-batch'`)
    await app.db.run(`update sellers set contract_start_date = 'infinity'`)
    const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-05' })
    t.match(await calculate(), { status: 500, body: { error: /^The request failed; it is logged as / } })
    const error = /^Batch 0 could not be scored: Invalid time value/
    t.match((await list('?limit=1')).body.data, [{ status: 'failed', error }])
    await app.db.run('update sellers set contract_start_date = null')
    t.match(await calculate(), { status: 200, body: { sellers_scored: 1 } })
  })

  t.test('an unknown run answers 404', async (t) => {
    const error = 'There is no scoring run 99.'
    for (const path of ['99', '99/progress'])
      t.match(await call('viewer', 'GET', `/api/sos/runs/${path}`), { status: 404, body: { error } })
  })
})

type Service = Awaited<ReturnType<typeof testApp>>

const night = ({ app }: Service) => calculateNightly.handler(app, {}, ATTEMPT)
const nightly = async ({ app }: Service) =>
  (
    await app.db.rows<{ period: string }>(
      'select period from scoring_runs where requested_by is null order by id',
    )
  ).map(({ period }) => period)

t.test('each night the running month and the one before are calculated, until it is final', async (t) => {
  const service = await testApp(t, { WORKER: 'on', CALCULATE_NIGHTLY: 'on' })
  const { call } = service
  await makeSeller(service.app)
  await night(service)
  t.same(await nightly(service), [LAST, NOW])
  // Joins the run of the night, or makes one more: every score of the month is there then.
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST })
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: NOW })
  t.match((await call('bod', 'POST', '/api/sos/monthly/finalize', { period: LAST })).body, { finalized: 1 })
  await night(service)
  t.same(await nightly(service), [LAST, NOW, NOW])
})

t.test('a second attempt of the night joins what the first has asked for', async (t) => {
  const service = await testApp(t, { CALCULATE_NIGHTLY: 'on' })
  await night(service)
  await night(service)
  t.same(await nightly(service), [LAST, NOW])
})

t.test('nothing is calculated at night unless it is asked for', async (t) => {
  const service = await testApp(t)
  await night(service)
  t.same(await nightly(service), [])
})
