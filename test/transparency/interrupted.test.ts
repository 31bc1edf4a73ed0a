import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { engine } from '../../src/domain/scores/engine.ts'
import { toHex } from '../../src/transparency/bytes.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { makeSeller } from '../sos/setup.ts'
import { type finalMonth, head, leavesOf, MONTH } from './setup.ts'

/** Three transactions of leaves. */
const SELLERS = 1_100

t.test('the log is one, whoever writes it and whatever ends them', async (t) => {
  const { app, call, DATABASE_URL } = await testApp(t)
  const second = await testApp(t, { DATABASE_URL })
  const worker = await testApp(t, { WORKER: 'on', DATABASE_URL })
  await app.db.run(
    `insert into sellers (seller_code, company_name, contract_start_date)
     select 'CERT-' || n, 'Seller', date '2024-01-01' from generate_series(1, ${SELLERS}) n`,
  )
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  await worker.app.close() // from here on nobody certifies by itself
  const finalized = await call('bod', 'POST', '/api/sos/monthly/finalize', { period: MONTH })
  t.match(finalized, { status: 200, body: { finalized: SELLERS } })

  const isWhole = async (t: Test, count: number) => {
    const leaves = await leavesOf(app)
    t.same(
      leaves.map(({ index }) => index),
      Array.from({ length: count }, (_, index) => index),
      'no gap',
    )
    const hashes = leaves.map(({ statement }) => leafHash(leafBytes(statement)))
    const { size, root } = await head(app)
    t.equal(size, count)
    t.equal(toHex(root), toHex(append(0, hashesRead([]), hashes).root), 'one tree')
  }

  for (const table of ['log_nodes', 'log_leaves', 'log_checkpoints', 'events'])
    await t.test(`a job that ends before it writes ${table} has written nothing`, async (t) => {
      const holder = await clientOf(t, DATABASE_URL)
      const before = (await leavesOf(app)).length
      await holder.query(`begin; lock table ${table} in share mode`)
      const ended = certifyScores(app).then(
        () => 'done',
        () => 'failed',
      )
      await eventually(async () => {
        const waiting = await second.app.db.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'
             and (query like 'insert into log%' or query like '%insert into events%')`,
        )
        return waiting.length > 0
      })
      t.equal(await ended, 'failed')
      await holder.query('rollback')
      t.equal((await leavesOf(app)).length, before)
    })

  await t.test('two that write at the same time write one log', async (t) => {
    const added = await Promise.all([certifyScores(app), certifyScores(second.app)])
    t.equal(added[0] + added[1], SELLERS)
    await isWhole(t, SELLERS)
    const { leaves, findings } = await checkLog(app)
    t.same([leaves.scores, findings], [SELLERS, []])
  })

  await t.test('scores that can’t be read get none, and keep no others from their leaves', async (t) => {
    const spoiled = [
      '{"aggregates":',
      '{"aggregates":null}',
      '{"aggregates":{"orders":{"toString":1}}}',
      '{"aggregates":{"orders":"many"}}',
    ]
    const lost = ['lost explanation', 'lost run', 'spoiled rules', 'other words']
    const codes = [...spoiled, ...lost, 'other engine', 'sound']
    for (const seller_code of codes) await makeSeller(app, { seller_code })
    const another = await testApp(t, { WORKER: 'on', DATABASE_URL })
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-04' })
    await another.app.close()
    await finalMonthWithout(call)
    const ofSeller = `seller_id = (select id from sellers where seller_code = $1) and period = '2026-04'`
    const change = (set: string, code: string) =>
      app.db.run(`update score_explanations set ${set} where ${ofSeller}`, [code])
    for (const inputs of spoiled) await change(`inputs = '${inputs}'`, inputs)
    await change('explanation = null', 'lost explanation')
    await change('run_id = 999999', 'lost run')
    const ownRun = async (code: string, rules: string) => {
      const { id } = await app.db.one<{ id: number }>(
        `insert into scoring_runs (period, status, rules, month_start, as_of, as_of_date, engine)
         select period, status, ${rules}, month_start, as_of, as_of_date, repeat('e', 64) from scoring_runs
         where period = '2026-04' order by id limit 1
         returning id`,
      )
      await change(`run_id = ${id}`, code)
      await app.db.run(`update monthly_scores set run_id = ${id} where ${ofSeller}`, [code])
    }
    await ownRun('spoiled rules', `'"none"'`)
    for (const code of ['other engine', 'other words']) await ownRun(code, 'rules')
    await change(`explanation = jsonb_set(explanation::jsonb, '{grace,days}', '7')::json`, 'other words')
    const sound = SELLERS + 2
    t.equal(await certifyScores(app), sound)
    await isWhole(t, SELLERS + sound)
    const said = await app.db.rows<{ code: string; statement: string }>(
      `select s.seller_code as code, l.statement from log_leaves l join sellers s on s.id = l.seller_id
       where s.seller_code = any($1) order by 1`,
      [codes],
    )
    t.match(
      said.map(({ code, statement }) => [code, JSON.parse(statement)]),
      [
        ['other engine', { engine: engine() }],
        ['sound', { engine: engine(), facts: { orders: { rows: 0 } } }],
      ],
      'the engine here comes to them, whichever has made them',
    )
    const refused = [...spoiled, ...lost].map((code) => `${code} 2026-04 revision 1`)
    const { findings } = await checkLog(app)
    t.match(findings, [{ finding: 'score_refused', count: refused.length }])
    for (const name of refused)
      t.ok(
        findings[0]?.named.some((named) => named.startsWith(`${name} (`)),
        name,
      )
    await app.db.run(
      `insert into score_revisions (seller_id, period, revision, score)
       select seller_id, period, 2, to_jsonb(m) || '{"total_sos":"none","finalized_at":"never"}' from monthly_scores m
       where ${ofSeller}`,
      ['sound'],
    )
    t.equal(await certifyScores(app), 0, 'an earlier revision that was spoiled has none either')
    await app.db.run(`update monthly_scores set revision = 3 where ${ofSeller}`, ['other engine'])
    await app.db.run(
      `insert into score_revisions (seller_id, period, revision, score)
       select seller_id, period, 1, to_jsonb(m) || '{"total_sos":"none"}' from monthly_scores m where ${ofSeller}`,
      ['other engine'],
    )
    t.match((await checkLog(app)).findings.find(({ finding }) => finding === 'score_changed')?.named, [
      'other engine 2026-04 revision 1 (total_sos)',
    ])
  })

  await t.test('a score that comes out and has had no leaf for an hour is named', async (t) => {
    const { seller_id } = await app.db.one<{ seller_id: number }>(
      `select seller_id from log_leaves where period = '2026-04' order by index limit 1`,
    )
    await app.db.bulkTransaction(
      async (tx) => {
        await tx.run('set local session_replication_role = replica')
        await tx.run(`delete from log_leaves where seller_id = $1 and period = '2026-04'`, [seller_id])
      },
      { timeout: 60_000 },
    )
    const named = async () =>
      (await checkLog(app)).findings.find(({ finding }) => finding === 'score_without_leaf')?.count
    t.equal(await named(), undefined, 'not before')
    for (const finalized_at of [`now() - interval '2 hours'`, `now() + interval '2 hours'`]) {
      await app.db.run(
        `update monthly_scores set finalized_at = ${finalized_at} where seller_id = $1 and period = '2026-04'`,
        [seller_id],
      )
      t.equal(await named(), 1, finalized_at)
    }
  })
})

type Test = Pick<typeof t, 'same' | 'equal'>

const finalMonthWithout = (call: Parameters<typeof finalMonth>[0]) =>
  call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-04' })
