import t, { type Test as Tap } from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { toHex } from '../../src/transparency/bytes.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { calculateAlone, head, leavesOf, MONTH, withoutTriggers } from './setup.ts'

/** Three transactions of leaves. */
const SELLERS = 1_100

t.test('the log is one, whoever writes it and whatever ends them', async (t) => {
  const service = await testApp(t)
  const { app, call, DATABASE_URL } = service
  const second = await testApp(t, { DATABASE_URL })
  await app.db.run(
    `insert into sellers (seller_code, company_name, contract_start_date)
     select 'CERT-' || n, 'Seller', date '2024-01-01' from generate_series(1, ${SELLERS}) n`,
  )
  await calculateAlone(t, service)
  const finalized = await call('bod', 'POST', '/api/sos/monthly/finalize', { period: MONTH })
  t.match(finalized, { status: 200, body: { finalized: SELLERS } })

  const isWhole = async (t: Pick<Tap, 'equal' | 'fail'>, count: number) => {
    const leaves = await leavesOf(app)
    t.equal(leaves.length, count)
    for (const [n, { index }] of leaves.entries()) if (index !== n) t.fail(`a gap before ${index}`)
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

  await t.test('a score that comes out and has had no leaf for an hour is named', async (t) => {
    const [leaf] = await leavesOf(app)
    const of = `seller_id = ${leaf?.seller_id} and period = '${MONTH}'`
    await withoutTriggers(app, `delete from log_leaves where ${of}`)
    const named = async () =>
      (await checkLog(app)).findings.find(({ finding }) => finding === 'score_without_leaf')?.count
    t.equal(await named(), undefined, 'not before')
    for (const finalized_at of [`now() - interval '2 hours'`, `now() + interval '2 hours'`]) {
      await app.db.run(`update monthly_scores set finalized_at = ${finalized_at} where ${of}`)
      t.equal(await named(), 1, finalized_at)
    }
  })
})
