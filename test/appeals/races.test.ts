import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { PERIOD, scoredMonth } from './scored-month.ts'

const first = await scoredMonth(t)
const second = await testApp(t, { DATABASE_URL: first.DATABASE_URL })
const { app, call, done, calculate, pushOrders, submit, reviewed, decide, appeal, score, events } = first
const { pool } = app.db
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const approve = (raws: object) => ({ decision: 'approve', score_adjustment: raws })

/** One more seller, of whom there are only orders. */
async function scoredSeller(seller_code: string) {
  const contract_start_date = '2020-01-01'
  await done('bod', 'POST', '/api/sellers', { seller_code, company_name: 'One more', contract_start_date })
  await pushOrders(seller_code, 2)
  await calculate()
}

/**
 * Begins these, each once the one before waits or has ended, while every transaction that writes to a table waits right
 * there, holding what it has locked by then.
 */
async function heldUpAt(table: string, event: string, works: (() => Promise<unknown>)[]) {
  const client = await pool.connect()
  await client.query(`
    create or replace function wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
    create trigger wait_here before ${event} on ${table} for each row execute function wait_here()`)
  await client.query('select pg_advisory_lock(4711)')
  const begun: Promise<unknown>[] = []
  let ended = 0
  for (const work of works) {
    begun.push(work().finally(() => ended++))
    await eventually(async () => ended + (await waiters(app.db)) >= begun.length)
  }
  await client.query('select pg_advisory_unlock(4711)')
  client.release()
  const answers = await Promise.all(begun)
  await pool.query(`drop trigger wait_here on ${table}`)
  return answers
}

t.test('of first reviews at once, in two processes, one counts', async (t) => {
  const id = await submit({ component_appealed: 'i_score' })
  const answers = await Promise.all(
    (['ops_head', 'admin', 'bod', 'ops_head'] as const).map((role, n) =>
      (n % 2 ? second.call : call)(role, 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' }),
    ),
  )
  t.same(statuses(answers), [200, 409, 409, 409])
})

t.test('of decisions at once, in two processes, one counts', async (t) => {
  const id = await reviewed()
  const answers = await Promise.all([
    decide(id, approve({ o_score_raw_after: 70 }), 'am_head'),
    second.call('bod', 'PATCH', `/api/appeals/${id}/review-am`, approve({ o_score_raw_after: 80 })),
    decide(id, approve({ o_score_raw_after: 90 }), 'admin'),
  ])
  t.same(statuses(answers), [200, 409, 409])
  const { score_adjustment, score_after } = await appeal(id)
  t.match(await score(), {
    revision: 2,
    total_sos: score_after.total_sos,
    components: { o_score: { raw: score_adjustment.o_score_raw_after } },
  })
  t.equal((await events('appeal.decided')).length, 1)
})

t.test('appeals of two components that are decided at once both count', async (t) => {
  const p = await reviewed({ seller_code: 'S-2', component_appealed: 'p_score' })
  const f = await reviewed({ seller_code: 'S-2', component_appealed: 'f_score' })
  const answers = await heldUpAt('score_revisions', 'insert', [
    () => decide(p, approve({ p_score_raw_after: 90 })),
    () => decide(f, approve({ f_score_raw_after: 80 }), 'bod'),
  ])
  t.match(answers, [{ status: 200 }, { status: 200 }])
  t.match(await score('S-2'), {
    revision: 3,
    total_sos: 76.5, // 82.5 − 20 % of 10 − 20 % of 20
    components: { p_score: { raw: 90 }, f_score: { raw: 80 } },
  })
  const [one, other] = [(await appeal(p)).score_after, (await appeal(f)).score_after].sort(
    (a, b) => a.revision - b.revision,
  )
  t.match([one.revision, other.revision, other.total_sos], [2, 3, 76.5])
})

t.test('an approval waits for a run that is writing the score, and revises what the run wrote', async (t) => {
  await scoredSeller('S-3')
  const id = await reviewed({ seller_code: 'S-3' })
  const before = await score('S-3')
  await pushOrders('S-3', 4)
  const answers = await heldUpAt('scoring_runs', 'update of batches_done', [
    calculate,
    () => decide(id, approve({ o_score_raw_after: 100 })),
  ])
  const ran = { sellers_scored: 1, sellers_final: 2, results: [{ seller_id: 'S-3' }] }
  t.match(answers, [ran, { status: 200 }])
  const { score_before, score_after } = await appeal(id)
  t.match(score_before, { revision: 1 })
  t.ok(
    score_before.components.o_score.raw < before.components.o_score.raw,
    'the decision found the new score',
  )
  t.match(score_after, { revision: 2, components: { o_score: { raw: 100 } } })
  t.match(await score('S-3'), {
    revision: 2,
    total_sos: score_after.total_sos,
    components: { o_score: { raw: 100 } },
  })
  const explained = await done('bod', 'GET', '/api/sos/sellers/S-3/score/explanation?revision=1')
  t.equal(explained.total_sos, score_before.total_sos, 'and the run left the explanation of what it wrote')
})

t.test('a run waits for an approval that is revising the score, and leaves it alone', async (t) => {
  await scoredSeller('S-4')
  const id = await reviewed({ seller_code: 'S-4' })
  await pushOrders('S-4', 8)
  const answers = await heldUpAt('score_revisions', 'insert', [
    () => decide(id, approve({ o_score_raw_after: 77 })),
    calculate,
  ])
  t.match(answers, [{ status: 200 }, { sellers_scored: 0, sellers_final: 4, results: [] }])
  t.match(await score('S-4'), { revision: 2, components: { o_score: { raw: 77 } } })
})

t.test('a month that is first scored beside an approval is compared with the revision', async (t) => {
  const period = shiftPeriod(PERIOD, 1)
  await scoredSeller('S-7')
  const id = await reviewed({ seller_code: 'S-7' })
  await heldUpAt('appeals', 'update', [
    () => decide(id, approve({ o_score_raw_after: 77 })),
    () => done('bod', 'POST', '/api/sos/monthly/calculate', { period }),
  ])
  const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${period}`)
  const { trend } = data.find((one: { seller_code: string }) => one.seller_code === 'S-7')
  t.equal(trend.previous_sos, (await score('S-7')).total_sos)
})

t.test('an approval waits for a later score before its turn among those who renew trends', async (t) => {
  const id = await reviewed({ seller_code: 'S-7', component_appealed: 'p_score' })
  const holder = await clientOf(t, app.db.connectionString)
  await holder.query('begin')
  await holder.query(`select from monthly_scores where code = 'S-7' and period > '${PERIOD}' for update`)
  const decision = decide(id, approve({ p_score_raw_after: 50 }))
  await eventually(async () => (await waiters(app.db, 'monthly_scores')) === 1)
  const turn = `select pg_try_advisory_xact_lock(hashtextextended('trends', 0)) as is_free`
  t.same((await holder.query(turn)).rows, [{ is_free: true }])
  await holder.query('rollback')
  t.equal((await decision).status, 200)
})

t.test('a finalize waits for an approval, and finalizes the revision', async (t) => {
  await scoredSeller('S-5')
  const id = await reviewed({ seller_code: 'S-5' })
  const { id: scoreId } = await score('S-5')
  const answers = await heldUpAt('score_revisions', 'insert', [
    () => decide(id, approve({ o_score_raw_after: 77 })),
    () => call('bod', 'PATCH', `/api/sos/monthly/${scoreId}/finalize`),
  ])
  t.match(answers, [{ status: 200 }, { status: 200 }])
  t.match(await score('S-5'), { status: 'final', revision: 2, components: { o_score: { raw: 77 } } })
  t.match((await events('seller.score_finalized')).at(-1)?.data, { seller_code: 'S-5', revision: 2 })
})

t.test('a recommendation waits for a run that is writing the score, and is for what it wrote', async (t) => {
  await scoredSeller('S-6')
  const id = await submit({ seller_code: 'S-6' })
  await pushOrders('S-6', 4)
  const review = approve({ o_score_raw_after: 88 })
  const [, recommended] = await heldUpAt('scoring_runs', 'update of batches_done', [
    calculate,
    () => call('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, review),
  ])
  t.match(recommended, { status: 200 })
  t.equal((await appeal(id)).score_before.total_sos, (await score('S-6')).total_sos)
  t.match(await decide(id, { decision: 'approve' }), { status: 200 })
})
