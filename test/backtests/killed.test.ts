import t from 'tap'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { Rule } from '../../src/scoring/rules.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { inLongForm } from '../setup/form.ts'
import { startService } from '../setup/service.ts'
import { waiters } from '../setup/waiters.ts'
import { CHANGES } from './draft.ts'
import { ended, makeDraft, request } from './setup.ts'

/** Two batches (backtest-run.ts), one of a single seller. */
const SELLERS = 2_501

const RANGE = { from: '2026-04', to: '2026-05' }
const MONTHS = `unnest(array[timestamptz '2026-04-01Z', '2026-05-01Z'])`

const [days] = defaultRules['f-score']
const STRICTER: RuleChange = {
  type: 'f-score',
  op: 'put',
  fields: {
    ...(days as Rule<'f-score'>),
    curve: [
      [0, 100],
      [10, 20],
      [60, 0],
    ],
  },
}

t.test(
  'a backtest whose worker is killed is finished by others with the same figures',
  { timeout: 300_000, skip: inLongForm },
  async (t) => {
    const one = await testApp(t)
    const { app, call, DATABASE_URL } = one
    await app.db.bulk.run(`
    insert into sellers (seller_code, company_name, contract_start_date, assigned_am_id)
      select 'KILL-' || n, 'Seller', date '2024-01-01', (select min(id) from account_managers)
      from generate_series(1, ${SELLERS}) n;
    insert into forecasts (seller_id, period, forecast_orders, submitted_at)
      select s.id, to_char(m, 'YYYY-MM'), 1 + s.id % 2, m - interval '1 day' * (s.id % 13)
      from sellers s, ${MONTHS} m;
    insert into orders (seller_id, order_code, ordered_at)
      select s.id, to_char(m, 'MM'), m + interval '1 day' from sellers s, ${MONTHS} m;
    insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity)
      select s.id, 1, 'SKU', m::date + 20, m::date - s.id % 150, 10 from sellers s, ${MONTHS} m;
    insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on)
      select s.id, to_char(m, 'MM'), 100 + s.id, m::date - 30, m::date + 9, m::date + 9 + (s.id + extract(month from m)::int) % 70
      from sellers s, ${MONTHS} m;
    analyze`)
    const worker = () =>
      startService(t, { DATABASE_URL, NODE_ENV: 'test', LOG_LEVEL: 'error' }, 'src/worker.js')
    const first = worker()
    for (const period of [RANGE.from, RANGE.to])
      t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period })).status, 200)
    const draft_id = await makeDraft(app.db, [...CHANGES, STRICTER])
    const digest = (id: number) =>
      app.db.one<object>`
      select count(*) as count, md5(string_agg((to_jsonb(b) - 'backtest_id')::text, '' order by seller_id, period)) as all
      from backtest_scores b where backtest_id = ${id}`
    const undisturbed = await ended(one, await request(one, { draft_id, ...RANGE, bonus_base: 100 }))
    t.match(undisturbed, { status: 'completed', scores: 2 * SELLERS, parts_total: 4 })
    t.ok(undisturbed.tier_drops > 0, `${undisturbed.tier_drops} drop`)

    // Nobody writes a score until the worker is dead: so it always dies in the middle of a part.
    const holder = await clientOf(t, DATABASE_URL)
    await holder.query('begin; lock table backtest_scores in share mode')
    const id = await request(one, { draft_id, ...RANGE, bonus_base: 100 })
    const get = async () => (await call('viewer', 'GET', `/api/backtests/${id}`)).body
    await eventually(async () => (await waiters(app.db, 'into backtest_scores')) > 0)
    first.child.kill('SIGKILL')
    await first.ended
    await holder.query('rollback')
    t.match(await get(), { status: 'running', parts_done: 0 })

    const second = worker()
    await eventually(async () => (await get()).parts_done > 0)
    second.child.kill('SIGKILL')
    await second.ended
    t.match(await get(), { status: 'running' }, 'it was killed on its way')

    worker()
    const { id: _, created_at, started_at, finished_at, ...found } = await ended(one, id)
    t.match(undisturbed, found)
    t.same(await digest(id), await digest(undisturbed.id))
  },
)
