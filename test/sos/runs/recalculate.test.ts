import t, { type Test } from 'tap'
import { findFeedsInUse } from '../../../plugins/sos/metrics/feeds-in-use-queries.ts'
import { readBatch } from '../../../plugins/sos/runs/read-batch.ts'
import { scoringBatch } from '../../../plugins/sos/runs/scoring-batch.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { monthUntilNow } from '../../../plugins/sos/runs/start-queries.ts'
import { randomFor } from '../../../prisma/seed/random.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import { countRated } from '../../../src/domain/scores/unrated.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { testApp } from '../../setup/app.ts'
import { ATTEMPT } from '../setup.ts'
import { factChanges, otherChanges, PERIODS, SELLERS } from './histories.ts'

const HISTORIES = process.env.FAULTS === 'long' ? 2_000 : 200
const ZONE = 'Pacific/Auckland'

const service = await testApp(t, { WORKER: 'off', BUSINESS_TIMEZONE: ZONE })
const { app, call } = service
const { db } = app
const pool = db.pool

await pool.query(`insert into sellers (seller_code, company_name, created_at)
                  select 'R-' || n, 'Seller', '2024-01-01' from generate_series(1, ${SELLERS}) n`)
await pool.query(`insert into campaigns (campaign_code, campaign_name, campaign_type, start_date, end_date)
                  select 'C-' || n, 'Campaign', 'mini_campaign', '2026-03-01', '2026-03-05' from generate_series(1, 2) n`)
await pool.query(
  `insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at)
                  select s, month || '-' || n, month::date + n * interval '8 hours', month::date + 20, month::date + 20
                  from generate_series(1, ${SELLERS}) s, generate_series(1, 40) n, unnest($1::text[]) month`,
  [PERIODS.map((period) => `${period}-01`)],
)

/** Calculates a period and answers the run. */
async function run(period: string, seller_codes?: string[]) {
  const wanted = { period, seller_codes }
  const asked = await call('bod', 'POST', '/api/sos/monthly/calculate', wanted, { prefer: 'respond-async' })
  const { run_id } = asked.body
  await scoringRun.handler(app, { run_id }, ATTEMPT)
  const batches = await db.rows<{ batch: number }>(
    'select batch from scoring_batches where run_id = $1 and done_at is null',
    [run_id],
  )
  for (const { batch } of batches) await scoringBatch.handler(app, { run_id, batch }, ATTEMPT)
  return (await call('bod', 'GET', `/api/sos/runs/${run_id}`)).body
}

/** What a run of all has to come to: computed from the facts, without what any run has kept. */
async function expected(period: string) {
  const month = await monthUntilNow(db, period, ZONE)
  const rules = await scoringRulesOf(db, period)
  const feeds_in_use = await findFeedsInUse(db, month)
  const active = await db.rows<{ id: number }>(`select id from sellers where status = 'active'`)
  const seller_ids = active.map(({ id }) => id)
  const fixed = { id: 0, period, started_at: month.as_of, feeds_in_use, rules, reading: null }
  const sellers = await readBatch(db, { batch: 0, seller_ids, month, run: fixed })
  const prepared = prepareRules(rules)
  return sellers.map(({ context, input }) => ({ context, score: scoreSeller(prepared, input) }))
}

const stored = (period: string) =>
  db.rows<Record<string, unknown> & { seller_id: number; inputs: unknown }>(
    `select m.*, e.inputs from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where period = $1 order by seller_id`,
    [period],
  )

/** The scores of a period are what they would be if all were computed anew, and so are the counts of its run. */
async function isAsComputed(t: Test, period: string, counted: object, message: string) {
  const rows = new Map((await stored(period)).map((row) => [row.seller_id, row]))
  const all = await expected(period)
  const open = all.filter(({ context }) => {
    const row = rows.get(context.seller_id)
    return row?.status !== 'final' && row?.revision === 1
  })
  const computed = open.map(({ context, score }) => ({
    ...context,
    ...scoreColumns(score),
    inputs: score.inputs,
  }))
  const found = open.map(({ context }) => rows.get(context.seller_id))
  const scored = { sellers_scored: open.length, sellers_final: all.length - open.length }
  const { unrated_reasons, ...rated } = countRated(open.map(({ score }) => score))
  return (
    t.match(found, computed, message) &&
    t.match(counted, { ...scored, ...rated, sellers_total: all.length }, message) &&
    t.same(
      new Map(
        (counted as typeof unrated_reasons & { unrated_reasons: typeof unrated_reasons }).unrated_reasons.map(
          (one) => [one.reason, one],
        ),
      ),
      new Map(unrated_reasons.map((one) => [one.reason, one])),
      message,
    )
  )
}

t.test('after any history the sellers that changed are enough', async (t) => {
  const holder = await pool.connect()
  let holds = false
  let kept = 0
  try {
    for (let n = 0; n < HISTORIES; n++) {
      const random = randomFor('history', n)
      const { chance, pick, whole } = random
      if (!holds && chance(30)) {
        await holder.query('begin')
        holds = true
      }
      for (let changes = whole(1, 4); changes > 0; changes--)
        await pick(chance(70) ? factChanges('a') : otherChanges)(pool, random)
      if (holds) await pick(factChanges('held'))(holder, random)
      const period = pick(PERIODS)
      if (chance(10)) await run(period, ['R-1', 'R-2'])
      if (chance(5)) {
        const { id } = await run(period)
        await pool.query(`update scoring_runs set status = 'failed' where id = $1`, [id])
      }
      const counted = await run(period)
      const again = await db.one<{ kept: boolean }>(
        'select exists (select from scoring_batches where run_id = $1 and batch = -1) as kept',
        [counted.id],
      )
      if (again.kept) kept++
      const good = await isAsComputed(t, period, counted, `history ${n}, ${period}`)
      if (holds && chance(50)) {
        await holder.query(pick(['commit', 'commit', 'rollback']))
        holds = false
      }
      if (!good) break
    }
  } finally {
    if (holds) await holder.query('rollback')
    holder.release()
  }
  t.ok(kept > HISTORIES / 5, `${kept} of ${HISTORIES} runs kept scores`)
})
