import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'
import { inForm } from '../../setup/form.ts'
import { startService } from '../../setup/service.ts'
import { askedRun, MARCH } from '../setup.ts'

/** Batches of a run (scoring-run.ts), the last of a single seller. */
const SELLERS = inForm({ short: 2_501, long: 5_001 })
/** A seller of the second batch, which the test keeps from its end. */
const HELD = 'KILL-2501'

t.test(
  'a run whose worker is killed is finished by another, byte for byte',
  { timeout: 500_000 },
  async (t) => {
    const { app, call, DATABASE_URL } = await testApp(t, { CALCULATE_WAIT_SECONDS: '300' })
    await app.db.bulk.run(
      `insert into sellers (seller_code, company_name, contract_start_date)
       select 'KILL-' || n, 'Seller', date '2024-01-01' + n % 900 from generate_series(1, ${SELLERS}) n;
     insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at, units, has_data_error)
       select s.id, 'O' || n, at, at + interval '1 day', at + interval '1 hour' * ((s.id * 7 + n) % 27), n, (s.id + n) % 29 = 0
       from sellers s, generate_series(1, 31) n, lateral (select timestamptz '2026-02-28 12:00Z' + interval '1 day' * n as at) a;
     insert into forecasts (seller_id, period, forecast_orders, submitted_at)
       select id, '2026-03', 20 + id % 23, timestamptz '2026-02-20Z' + interval '1 day' * (id % 9) from sellers;
     analyze`,
    )
    const worker = () =>
      startService(t, { DATABASE_URL, NODE_ENV: 'test', LOG_LEVEL: 'error' }, 'src/worker.js')
    const digest = () =>
      app.db.row<{ scores: string; explanations: string }>(
        `select md5(string_agg((to_jsonb(m) - 'id' - 'run_id' - 'calculated_at')::text, '' order by m.seller_id)) as scores,
              md5(string_agg(e.inputs, '' order by m.seller_id)) as explanations
       from monthly_scores m join score_explanations e using (seller_id, period, revision) having count(*) = ${SELLERS}`,
      )

    const first = worker()
    const undisturbed = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MARCH.period })
    t.match(undisturbed, { status: 200, body: { sellers_scored: SELLERS } })
    const expected = await digest()
    await app.db.pool.query('truncate monthly_scores, score_explanations')

    // Until the worker is dead nobody else can write a score of this seller: so it always dies in the middle.
    const holder = await clientOf(t, DATABASE_URL)
    await holder.query(`begin; select from sellers where seller_code = '${HELD}' for update`)
    const run_id = await askedRun({ call }, MARCH.period)
    const run = async () => (await call('bod', 'GET', `/api/sos/runs/${run_id}`)).body
    await eventually(async () => (await run()).batches_done > 0)
    first.child.kill('SIGKILL')
    await first.ended
    await holder.query('rollback')
    const interrupted = await run()
    t.match(interrupted, { status: 'running' })
    t.equal(interrupted.batches_done < interrupted.batches_total, true, 'it was killed on its way')

    worker()
    const joined = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MARCH.period })
    t.match(joined, { status: 200, body: { run_id, sellers_scored: SELLERS, sellers_final: 0 } })
    t.same(joined.body.results, undisturbed.body.results)
    t.same(await digest(), expected)
  },
)
