import t from 'tap'
import { failedScoring, scoringBatch } from '../../../plugins/sos/runs/scoring-batch.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { overlapping, waiters } from '../../setup/waiters.ts'
import { ATTEMPT, askedRun, factsOf, MARCH } from '../setup.ts'

type Service = Awaited<ReturnType<typeof testApp>>

/** A run of March whose job has been done `times` times, at once. */
async function startedRun({ app, call }: Service, times = 1): Promise<number> {
  const run_id = await askedRun({ call }, MARCH.period)
  await Promise.all(Array.from({ length: times }, () => scoringRun.handler(app, { run_id }, ATTEMPT)))
  return run_id
}

const scoresOf = ({ app }: Service) =>
  app.db.rows(
    `select m.*, e.inputs from monthly_scores m
     join score_explanations e using (seller_id, period, revision) order by seller_id`,
  )

t.test('the jobs of a run', async (t) => {
  const service = await testApp(t)
  const { app, call } = service
  await app.db.pool.query(
    `insert into sellers (seller_code, company_name) select 'JOB-' || n, 'Seller' from generate_series(1, 2503) n`,
  )
  const run = (id: number) => call('bod', 'GET', `/api/sos/runs/${id}`).then(({ body }) => body)
  const jobs = (run_id: number) =>
    app.db.rows(
      `select (data ->> 'batch')::int as batch from pgboss.job
       where name = 'scoring-batch' and (data ->> 'run_id')::int = $1 order by 1`,
      [run_id],
    )

  t.test('a start that runs twice at once makes its batches once', async (t) => {
    const run_id = await startedRun(service, 3)
    t.match(await run(run_id), { status: 'running', batches_total: 2, sellers_total: 2503 })
    t.same(await jobs(run_id), [{ batch: 0 }, { batch: 1 }])
    await scoringRun.handler(app, { run_id }, ATTEMPT)
    t.same(await jobs(run_id), [{ batch: 0 }, { batch: 1 }])
    t.same(
      await app.db.rows(
        'select batch, cardinality(seller_ids) as sellers, seller_ids[1] as first from scoring_batches order by batch',
      ),
      [
        { batch: 0, sellers: 2500, first: 1 },
        { batch: 1, sellers: 3, first: 2501 },
      ],
    )
  })

  t.test(
    'batches that run several times at once are counted once, and one of them completes the run',
    async (t) => {
      await Promise.all(
        [0, 1, 1, 0, 1].map((batch) => scoringBatch.handler(app, { run_id: 1, batch }, ATTEMPT)),
      )
      t.match(await run(1), {
        status: 'completed',
        batches_done: 2,
        sellers_scored: 2503,
        sellers_final: 0,
        finished_at: String,
      })
      t.match(await app.db.row('select open_period from scoring_runs where id = 1'), { open_period: null })
      t.equal((await scoresOf(service)).length, 2503)
    },
  )

  t.test('a batch that comes again changes nothing', async (t) => {
    const before = await scoresOf(service)
    await factsOf(app, 1).orders(...Array.from({ length: 50 }, () => ({})))
    await scoringBatch.handler(app, { run_id: 1, batch: 0 }, ATTEMPT)
    t.same(await scoresOf(service), before)
  })

  t.test('the dead letter of a job that has done its part after all fails nothing', async (t) => {
    const run_id = await startedRun(service)
    const failed = { ...ATTEMPT, failure: 'Connection terminated unexpectedly' }
    await failedScoring.handler(app, { run_id }, failed)
    t.match(await run(run_id), { status: 'running', batches_done: 0 })
    await overlapping<unknown>(t, app.db, 'scoring_runs', [
      () => scoringBatch.handler(app, { run_id, batch: 1 }, ATTEMPT),
      () => failedScoring.handler(app, { run_id, batch: 1 }, failed),
    ])
    t.match(await run(run_id), { status: 'running', batches_done: 1 })
    await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    t.match(await run(run_id), { status: 'completed', batches_done: 2 })
    await app.db.rows('update scoring_runs set basis = null') // the next run scores all
  })

  t.test('a batch of a run that failed while it was scored leaves nothing behind', async (t) => {
    const before = await scoresOf(service)
    const run_id = await startedRun(service)
    const holder = await app.db.pool.connect()
    await holder.query('begin')
    await holder.query('select from scoring_batches where run_id = $1 and batch = 0 for update', [run_id])
    const scored = scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    await eventually(async () => (await waiters(app.db)) > 0)
    await failedScoring.handler(app, { run_id, batch: 1 }, { ...ATTEMPT, failure: 'the disk is full' })
    await holder.query('commit')
    holder.release()
    await scored
    t.match(await run(run_id), {
      status: 'failed',
      batches_done: 0,
      error: 'Batch 1 could not be scored: the disk is full',
    })
    t.same(await scoresOf(service), before)
    await scoringBatch.handler(app, { run_id, batch: 1 }, ATTEMPT)
    t.same(await scoresOf(service), before)
    t.equal((await startedRun(service)) > run_id, true, 'the period is free for another run')
  })

  t.test('a score that becomes final while its batch waits for the row is left as it is', async (t) => {
    const run_id = await askedRun({ call }, MARCH.period)
    const [before] = await scoresOf(service)
    const finalizing = await app.db.pool.connect()
    await finalizing.query('begin')
    await finalizing.query(
      `update monthly_scores set status = 'final', finalized_at = now() where seller_id = 1`,
    )
    const scored = scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    await eventually(async () => (await waiters(app.db)) > 0)
    await finalizing.query('commit')
    finalizing.release()
    await scored
    await scoringBatch.handler(app, { run_id, batch: 1 }, ATTEMPT)
    t.match(await run(run_id), { status: 'completed', sellers_scored: 2502, sellers_final: 1 })
    const [after, other] = await scoresOf(service)
    t.same({ ...(after as object), status: 'draft', finalized_at: null }, before)
    t.match(other, { run_id })
  })
})

t.test('the facts of a run are those of one instant', async (t) => {
  const service = await testApp(t)
  const { app, call } = service
  const sellers = await app.db.rows<{ id: number }>(
    `insert into sellers (seller_code, company_name) select 'SUM-' || n, 'Seller' from generate_series(1, 3) n returning id`,
  )
  for (const { id } of sellers) {
    await factsOf(app, id).orders(...Array.from({ length: 40 }, (_, n) => ({ has_data_error: n < id })))
    await factsOf(app, id).forecasts({})
    await factsOf(app, id).tickets({}, {})
    await factsOf(app, id).invoices({})
    await factsOf(app, id).stock({ quantity: 3 })
  }
  const digest = async () =>
    (await scoresOf(service)).map((row) => {
      const { seller_id, total_sos, inputs } = row as { seller_id: number; total_sos: number; inputs: string }
      return { seller_id, total_sos, inputs }
    })
  const kept = () =>
    app.db.rows('select seller_id, feed from run_aggregates where seller_id > 0 order by seller_id, feed')
  /** A run that scores all, and goes on from no other. */
  const runOfAll = async (by = service) => {
    await app.db.rows('update scoring_runs set basis = null')
    return startedRun(by)
  }
  const first = await runOfAll()
  t.equal((await kept()).length, 15, 'a row for each seller and feed')
  await scoringBatch.handler(app, { run_id: first, batch: 0 }, ATTEMPT)
  const expected = await digest()

  t.test('what is pushed after the start does not count', async (t) => {
    const run_id = await runOfAll()
    await factsOf(app, sellers[0]?.id ?? 0).tickets({ ticket_code: 'late' })
    await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    t.same(await digest(), expected)
    await app.db.rows(`delete from tickets where ticket_code = 'late'`)
  })

  t.test('a run whose sums a crash has emptied adds them up again', async (t) => {
    const run_id = await runOfAll()
    await app.db.rows('truncate run_aggregates')
    await app.db.rows(`update monthly_scores set total_sos = 1`)
    await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    t.same(await digest(), expected)
    t.match((await call('bod', 'GET', `/api/sos/runs/${run_id}`)).body, { status: 'completed' })
  })

  t.test('a run is started by one connection where there is no second', async (t) => {
    const { DATABASE_URL } = service
    const narrow = await testApp(t, { DATABASE_URL, DATABASE_POOL_SIZE: '3' })
    const run_id = await runOfAll(narrow)
    await app.db.rows(`update monthly_scores set total_sos = 1`)
    await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    t.same(await digest(), expected)
  })

  t.test(
    'the sums of a run are forgotten when it ends, and not while another one needs its own',
    async (t) => {
      const runs = () => app.db.rows('select distinct run_id from run_aggregates order by 1')
      t.same(await runs(), [])
      const run_id = await startedRun(service)
      t.same(await runs(), [{ run_id }])
      t.match(await app.db.row('select engine, snapshot from scoring_runs where id = $1', [run_id]), {
        engine: /^[0-9a-f]{64}$/,
        snapshot: /^\d+:\d+:/,
      })
      const other = await askedRun({ call }, '2026-02')
      await scoringRun.handler(app, { run_id: other }, ATTEMPT)
      t.same(await runs(), [{ run_id }, { run_id: other }])
      await scoringBatch.handler(app, { run_id: other, batch: 0 }, ATTEMPT)
      t.same(await runs(), [{ run_id }])
      const starting = await app.db.pool.connect()
      await starting.query('begin; lock table run_aggregates in row exclusive mode')
      await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
      await starting.query('rollback')
      starting.release()
      t.same(await runs(), [], 'without waiting for one that starts')
    },
  )
})
