import { once } from 'node:events'
import t from 'tap'
import { failedScoring, scoringBatch } from '../../../plugins/sos/runs/scoring-batch.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { waiters } from '../../setup/waiters.ts'
import { ATTEMPT, askedRun, factsOf, makeSeller } from '../setup.ts'

const CALCULATE = '/api/sos/monthly/calculate'

t.test('a run of some sellers', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const a = await makeSeller(app, { seller_code: 'SOME-A' })
  await makeSeller(app, { seller_code: 'SOME-B' })
  await makeSeller(app, { seller_code: 'SOME-C' })
  await makeSeller(app, { seller_code: 'SOME-D', status: 'suspended' })
  const period = '2026-03'
  const all = (await call('bod', 'POST', CALCULATE, { period })).body
  const list = async () => (await call('bod', 'GET', `/api/sos/monthly?period=${period}`)).body.data
  const before = await list()

  t.test('scores these, and leaves the others as they are', async (t) => {
    await factsOf(app, a.id).orders(...Array.from({ length: 40 }, () => ({})))
    const { status, body } = await call('bod', 'POST', CALCULATE, {
      period: ` ${period} `,
      seller_codes: ['SOME-C', 'SOME-A'],
    })
    t.equal(status, 200)
    t.match(body, {
      sellers_scored: 2,
      results: [{ seller_id: 'SOME-A', total_sos: 100 }, { seller_id: 'SOME-C' }],
    })
    t.equal(body.results.length, 2)
    t.match((await call('bod', 'GET', `/api/sos/runs/${body.run_id}`)).body, {
      seller_codes: ['SOME-A', 'SOME-C'],
      sellers_total: 2,
      sellers_scored: 2,
    })
    const after = await list()
    t.match(after, [{ run_id: body.run_id }, { run_id: all.run_id }, { run_id: body.run_id }])
    t.same(after[1], before[1])
    const { data } = (await call('bod', 'GET', `/api/audit?entity=scoring_run&entity_id=${body.run_id}`)).body
    t.match(data, [{ after: { period, seller_codes: ['SOME-C', 'SOME-A'] } }])
  })

  t.test('is one run for all who ask for the same sellers, and others wait for it', async (t) => {
    const ask = (seller_codes?: string[]) =>
      call('bod', 'POST', CALCULATE, { period: '2026-02', seller_codes })
    const answers = await Promise.all([
      ask(['SOME-A', 'SOME-B']),
      ask(['SOME-B', 'SOME-A', 'SOME-A']),
      ask(),
      ask(['SOME-A']),
      ask(),
    ])
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
    const [one, same, every, other, joined] = answers.map(({ body }) => body)
    t.equal(one.run_id, same.run_id)
    t.same(joined, every, 'each is answered')
    t.equal(new Set([one.run_id, every.run_id, other.run_id]).size, 3)
    t.match([one, every, other], [{ sellers_scored: 2 }, { sellers_scored: 3 }, { sellers_scored: 1 }])
  })

  for (const [seller_codes, error] of [
    [['SOME-A', 'NOBODY'], /^seller_codes: there is no seller NOBODY\./],
    [['SOME-A', '999999'], /^seller_codes: there is no seller 999999/],
    [['SOME-D'], /^seller_codes: SOME-D is suspended, and only active sellers are scored/],
    [[], /^seller_codes must/],
  ] as const)
    t.test(`${JSON.stringify(seller_codes)} answers 400`, async (t) => {
      t.match(await call('bod', 'POST', CALCULATE, { period, seller_codes }), {
        status: 400,
        body: { error },
      })
    })
})

t.test('runs that wait', async (t) => {
  const { app, call } = await testApp(t, { CALCULATE_WAIT_SECONDS: '1' })
  for (const seller_code of ['WAIT-A', 'WAIT-B']) await makeSeller(app, { seller_code })
  const period = '2026-03'
  const ask = (seller_codes?: string[]) => askedRun({ call }, period, seller_codes)
  const jobs = async () =>
    (
      await app.db.rows<{ id: number }>(
        `select (data ->> 'run_id')::int as id from pgboss.job where name = 'scoring-run' order by 1`,
      )
    ).map(({ id }) => id)
  const open = () =>
    app.db.rows('select id, status from scoring_runs where open_period is not null order by id')
  const [first, second, third] = [await ask(['WAIT-A']), await ask(), await ask(['WAIT-B'])]

  t.test('have no job and are not open, but are joined', async (t) => {
    t.same(await jobs(), [first])
    t.same(await open(), [{ id: first, status: 'queued' }])
    t.same([await ask(['WAIT-B']), await ask(), await ask(['WAIT-A'])], [third, second, first])
    t.match(await call('bod', 'POST', CALCULATE, { period }), {
      status: 503,
      body: { error: new RegExp(`^Scoring run ${second} is not done yet`) },
    })
  })

  t.test('start in their order: the next one when a run is completed, once', async (t) => {
    await scoringRun.handler(app, { run_id: first }, ATTEMPT)
    t.same(await open(), [{ id: first, status: 'running' }])
    await Promise.all([1, 2].map(() => scoringBatch.handler(app, { run_id: first, batch: 0 }, ATTEMPT)))
    t.same(await open(), [{ id: second, status: 'queued' }])
    t.same(await jobs(), [first, second])
  })

  t.test('start when a run has failed, too', async (t) => {
    const failed = { ...ATTEMPT, failure: 'the disk is full' }
    await failedScoring.handler(app, { run_id: second }, failed)
    t.same(await open(), [{ id: third, status: 'queued' }])
    await failedScoring.handler(app, { run_id: second }, failed)
    t.same(await open(), [{ id: third, status: 'queued' }])
    t.same(await jobs(), [first, second, third])
  })

  t.test('start when the sellers of a run are not active any more', async (t) => {
    const fourth = await ask()
    await app.db.pool.query(`update sellers set status = 'terminated'`)
    await scoringRun.handler(app, { run_id: third }, ATTEMPT)
    t.match((await call('bod', 'GET', `/api/sos/runs/${third}`)).body, {
      status: 'completed',
      sellers_total: 0,
      seller_codes: ['WAIT-B'],
    })
    t.same(await open(), [{ id: fourth, status: 'queued' }])
  })

  t.test('a run that is asked for while the one before it ends is not forgotten', async (t) => {
    await app.db.pool.query(`update sellers set status = 'active'`)
    const [open] = await app.db.rows<{ id: number }>(
      'select id from scoring_runs where open_period is not null',
    )
    const run_id = open?.id ?? 0
    await scoringRun.handler(app, { run_id }, ATTEMPT)
    const holder = await app.db.pool.connect()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('scoring of ${period}', 0))`)
    const ended = scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    const asked = ask(['WAIT-A'])
    await eventually(async () => (await waiters(app.db)) >= 2)
    await holder.query('commit')
    holder.release()
    await ended
    const id = await asked
    t.match(await app.db.row('select open_period, status from scoring_runs where id = $1', [id]), {
      open_period: period,
      status: 'queued',
    })
    t.equal((await jobs()).includes(id), true)
  })
})

t.test('a run that no worker takes', async (t) => {
  const { app, call, user, DATABASE_URL } = await testApp(t, { CALCULATE_WAIT_SECONDS: '1' })
  await makeSeller(app)
  const period = '2026-03'
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  t.test('answers 503 with its id and stays queued', async (t) => {
    const { status, body, headers } = await call('bod', 'POST', CALCULATE, { period })
    t.equal(status, 503)
    t.match(body.error, /^Scoring run 1 is not done yet and goes on by itself/)
    t.match(headers, { 'retry-after': String })
    t.match(body.error, /No worker has taken it yet: npm run worker starts one/)
    t.match((await call('bod', 'GET', '/api/sos/runs/1')).body, {
      ...{ status: 'queued', started_at: null, attempts: 0, last_error: null, next_try_at: null },
      waiting_for: /^No worker has taken it yet: npm run worker starts one/,
    })
  })

  t.test('is finished by a worker that comes later, without those who have left', async (t) => {
    const post = (key: string, signal?: AbortSignal) =>
      fetch(`${url}${CALCULATE}`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-user-id': `${user.bod.id}`, 'idempotency-key': key },
        },
        body: JSON.stringify({ period }),
        signal: signal ?? null,
      })
    const arrived = once(app.server, 'request')
    const leaving = new AbortController()
    const left = post('left', leaving.signal).catch((error: Error) => error.name)
    const [, answer] = await arrived
    leaving.abort()
    t.equal(await left, 'AbortError')
    if (!answer.closed) await once(answer, 'close')

    const worker = await testApp(t, { WORKER: 'on', DATABASE_URL })
    const stayed = await worker.call('bod', 'POST', CALCULATE, { period }, { 'idempotency-key': 'stayed' })
    t.match(stayed, { status: 200, body: { sellers_scored: 1 } })
    t.same(await app.db.rows('select key from idempotency_keys'), [{ key: 'stayed' }])
  })
})
