import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { readBatch, scoringBatch } from '../../../plugins/sos/runs/scoring-batch.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { KEPT_BATCH } from '../../../plugins/sos/runs/unchanged-sellers.ts'
import { type Random, randomFor } from '../../../prisma/seed/random.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../../src/feeds/sums-queries.ts'
import { retentionJob } from '../../../src/platform/jobs/retention.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { inForm } from '../../setup/form.ts'
import { settled } from '../../setup/settled.ts'
import { waiters } from '../../setup/waiters.ts'
import { ATTEMPT } from '../setup.ts'

/** Where a change is made: any connection, in a transaction or not. */
interface Place {
  query(text: string, values?: unknown[]): Promise<unknown>
}

const PERIODS = ['2026-02', '2026-03', '2026-04'] as const
const BORDERS = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']

/** An instant from January to May 2026, every other one so near to the border of a month that time zones decide. */
function instant({ chance, pick, whole }: Random) {
  const hours = chance(50) ? whole(-20, 20) : whole(-300, 300)
  return new Date(Date.parse(pick(BORDERS)) + hours * 3_600_000).toISOString()
}

const day = (random: Random) => instant(random).slice(0, 10)
const maybeInstant = (random: Random) => (random.chance(60) ? instant(random) : null)
const maybeDay = (random: Random) => (random.chance(60) ? day(random) : null)
const oneOrMany = ({ pick }: Random) => pick([1, 1, 40])
const hours = ({ whole, pick }: Random) => [whole(1, 48), pick([72, 400, 1_000])]

/** Any of the sellers that all begins with; each has a history of its own. */
const seller = ({ whole }: Random) => whole(1, SELLERS)
const SELLERS = 200

type Change = (place: Place, random: Random) => Promise<unknown>
const change =
  (text: string, values: (random: Random) => unknown[]): Change =>
  (place, random) =>
    place.query(text, values(random))

/** Changes of facts. `mark` is in their keys: what one transaction holds, no other one must wait for. */
function factChanges(mark: string): Change[] {
  const group = ({ whole }: Random) => `${mark}${whole(1, 3)}-`
  const withoutMark = ({ whole }: Random) => (mark === 'held' ? SELLERS : whole(1, SELLERS - 1))
  return [
    change(
      `insert into orders (seller_id, order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault)
       select $1, $2 || n, $3::timestamptz + n * interval '7 minutes', $4, $5, $6, $7, 'seller' from generate_series(1, $8::int) n
       on conflict (seller_id, order_code) do update set
         ordered_at = excluded.ordered_at, units = excluded.units, ready_by = excluded.ready_by,
         ready_at = excluded.ready_at, cancelled_at = excluded.cancelled_at`,
      (r) => [
        ...[seller(r), group(r), instant(r), r.whole(1, 5)],
        ...[maybeInstant(r), maybeInstant(r), maybeInstant(r), oneOrMany(r)],
      ],
    ),
    change('delete from orders where seller_id = $1 and order_code like $2', (r) => [
      seller(r),
      `${group(r)}%`,
    ]),
    change(
      `insert into tickets (seller_id, ticket_code, category, opened_at, replied_at, resolved_at)
       select $1, $2 || n, 'delivery', $3, $4, $5 from generate_series(1, $6::int) n
       on conflict (seller_id, ticket_code) do update set
         opened_at = excluded.opened_at, replied_at = excluded.replied_at, resolved_at = excluded.resolved_at`,
      (r) => [seller(r), group(r), instant(r), maybeInstant(r), maybeInstant(r), oneOrMany(r)],
    ),
    change('delete from tickets where seller_id <= $1 and ticket_code like $2', (r) => [
      seller(r),
      `${group(r)}%`,
    ]),
    change(
      `insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on)
       values ($1, $2, $3, '2026-01-01', $4, $5)
       on conflict (seller_id, invoice_code) do update set
         amount = excluded.amount, due_on = excluded.due_on, paid_on = excluded.paid_on`,
      (r) => [seller(r), group(r), r.whole(1, 999), day(r), maybeDay(r)],
    ),
    change('delete from invoices where seller_id = $1 and invoice_code = $2', (r) => [seller(r), group(r)]),
    change(
      `insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity)
       values ($1, 1, $2, $3, '2025-10-01', $4)
       on conflict (seller_id, warehouse_id, sku, snapshot_on, received_on) do update set quantity = excluded.quantity`,
      (r) => [seller(r), mark, day(r), r.whole(1, 99)],
    ),
    change('delete from inventory_snapshots where sku = $1 and snapshot_on = $2', (r) => [mark, day(r)]),
    change(
      `insert into forecasts (seller_id, period, campaign_id, forecast_orders, submitted_at) values ($1, $2, $3, $4, $5)
       on conflict (seller_id, period, campaign_id) do update set
         forecast_orders = excluded.forecast_orders, submitted_at = excluded.submitted_at`,
      (r) => [withoutMark(r), r.pick(PERIODS), r.whole(0, 2), r.whole(0, 60), instant(r)],
    ),
    change(
      `insert into campaign_actuals (seller_id, campaign_id, actual_orders) values ($1, $2, $3)
       on conflict (seller_id, campaign_id) do update set actual_orders = excluded.actual_orders`,
      (r) => [withoutMark(r), r.whole(1, 2), r.whole(0, 60)],
    ),
  ]
}

/** Changes of what else the score of a seller is made of, and of scores. */
const sellerChanges: Change[] = [
  change(
    `insert into score_exceptions (seller_id, exception_type, score_component_affected, adjustment_rule, effective_from)
     values ($1, 'other', $2, $3, $4)`,
    (r) => [
      ...[seller(r), r.pick(['o_score', 'f_score', null])],
      ...[{ op: 'cap', value: r.whole(0, 90) }, day(r)],
    ],
  ),
  change(`update score_exceptions set is_active = 0 where seller_id = $1`, (r) => [seller(r)]),
  change(`update sellers set status = $2 where id = $1`, (r) => [
    seller(r),
    r.pick(['active', 'active', 'suspended']),
  ]),
  change(`update sellers set contract_start_date = $2, contract_type = $3 where id = $1`, (r) => [
    ...[seller(r), r.pick(['2024-01-01', '2026-01-20']), r.pick(['fixed_fee', null])],
  ]),
  change(`update sellers set assigned_am_id = $2, primary_warehouse_id = $3 where id = $1`, (r) => [
    ...[seller(r), r.pick([1, null]), r.pick([1, null])],
  ]),
  change(
    `insert into sellers (seller_code, company_name, created_at) select 'NEW-' || $1, 'New', $2
     on conflict do nothing`,
    (r) => [r.whole(1, 50), instant(r)],
  ),
  change(
    `update monthly_scores set status = 'final', finalized_at = now() where seller_id = $1 and period = $2`,
    (r) => [seller(r), r.pick(PERIODS)],
  ),
  change(
    `with revised as (
       update monthly_scores set revision = 2, total_sos = $3, is_rated = true
       where seller_id = $1 and period = $2 and status <> 'final' returning seller_id, period)
     insert into score_explanations (seller_id, period, revision, run_id, explanation)
     select seller_id, period, 2, 1, '{}' from revised on conflict do nothing`,
    (r) => [seller(r), r.pick(PERIODS), r.whole(1, 99)],
  ),
]

/** Changes that any seller may be concerned by. */
const commonChanges: Change[] = [
  change(`update campaigns set start_date = $2::date - 3, end_date = $2, status = $3 where id = $1`, (r) => [
    ...[r.whole(1, 2), day(r), r.pick(['completed', 'cancelled', 'active'])],
  ]),
  change(
    `update config_records set fields = jsonb_set(fields, '{days}', to_jsonb($1::int)) where type = 'grace-period'`,
    (r) => [r.pick([90, 90, 30])],
  ),
  change(
    `update config_records set fields = fields || jsonb_build_object('reply_hours', $1::int, 'resolve_hours', $2::int)
     where type = 'helpdesk' and effective_from <> '2026-03'`,
    hours,
  ),
  change(
    `with before as (delete from config_records where type = 'helpdesk' and effective_from = '2026-03')
     insert into config_records (type, fields, effective_from, effective_to)
     values ('helpdesk', jsonb_build_object('category', 'delivery', 'weight', 2, 'reply_hours', $1::int, 'resolve_hours', $2::int),
             '2026-03', '2026-03')`,
    hours,
  ),
]

/** In each of them some of the sellers' histories go on. */
const ROUNDS = inForm({ short: 30, long: 1_000 })
const ZONE = 'Pacific/Auckland'

const { app, call } = await testApp(t, { BUSINESS_TIMEZONE: ZONE })
const { db } = app
const { pool } = db

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

interface Run {
  id: number
  status: string
  sellers_total: number
  sellers_scored: number
  sellers_final: number
  rated: number
  unrated: number
  unrated_reasons: { reason: string }[]
  /** Sellers whose scores it left as they were. */
  kept: number[] | null
}

/** Does a run of a period, of all sellers or of some. */
async function run(period: string, sellers: number[] = []): Promise<Run> {
  const opened = await db.one<{ id: number }>(
    'insert into scoring_runs (period, open_period, seller_ids) values ($1, $1, $2) returning id',
    [period, sellers],
  )
  await scoringRun.handler(app, { run_id: opened.id }, ATTEMPT)
  const batches = await db.rows<{ batch: number }>(
    'select batch from scoring_batches where run_id = $1 and done_at is null',
    [opened.id],
  )
  for (const { batch } of batches) await scoringBatch.handler(app, { run_id: opened.id, batch }, ATTEMPT)
  return db.one<Run>(
    `select r.*, (select seller_ids from scoring_batches where run_id = r.id and batch = ${KEPT_BATCH}) as kept
     from scoring_runs r where id = $1`,
    [opened.id],
  )
}

/** What a run of all has to come to: computed from the facts, without anything that runs have kept. */
async function computed(period: string) {
  const month = await monthUntilNow(db, period, ZONE)
  const rules = await scoringRulesOf(db, period)
  const feeds_in_use = await findFeedsInUse(db, { month, rules }, FEEDS)
  const active = await db.rows<{ id: number }>(`select id from sellers where status = 'active'`)
  const seller_ids = active.map(({ id }) => id)
  const fixed = { id: 0, period, started_at: month.as_of, feeds_in_use, rules, transaction: null }
  const sellers = await readBatch(app, { batch: 0, seller_ids, month, run: fixed })
  const prepared = prepareRules(rules)
  return sellers.map(({ input, unnamed: _, ...context }) => ({
    ...context,
    score: scoreSeller(prepared, input),
  }))
}

const stored = (period: string) =>
  db.rows<{ seller_id: number; status: string; revision: number } & Record<string, unknown>>(
    `select m.*, e.inputs from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where period = $1`,
    [period],
  )

/** The scores of a period and the counts of its run, as they are and as they have to be. */
async function compared(period: string, run: Run) {
  const rows = new Map((await stored(period)).map((row) => [row.seller_id, row]))
  const all = await computed(period)
  const isOpen = (row: { status: string; revision: number } | undefined) =>
    row?.status !== 'final' && row?.revision === 1
  const open = all.filter(({ seller_id }) => isOpen(rows.get(seller_id)))
  const counted = open.filter(({ before_contract }) => !before_contract).map(({ score }) => score)
  const [rated, unrated] = [
    counted.filter(({ is_rated }) => is_rated),
    counted.flatMap((one) => one.unrated ?? []),
  ]
  const unrated_reasons = [...Map.groupBy(unrated, ({ reason }) => reason).values()].map((same) => ({
    ...same[0],
    reason: same[0]?.reason ?? '',
    sellers: same.length,
  }))
  const scores = open.map(({ score, ...context }) => ({
    ...context,
    ...scoreColumns(score),
    inputs: score.inputs,
  }))
  const names = Object.keys(scores[0] ?? {})
  const inOrder = (reasons: { reason: string }[]) =>
    reasons.toSorted((one, other) => one.reason.localeCompare(other.reason))
  return {
    found: {
      scores: open.map(({ seller_id }) => {
        const row = rows.get(seller_id)
        return Object.fromEntries(names.map((name) => [name, row?.[name]]))
      }),
      counts: [run.status, run.sellers_total, run.sellers_scored, run.sellers_final, run.rated, run.unrated],
      reasons: inOrder(run.unrated_reasons),
    },
    wanted: {
      scores,
      counts: ['completed', all.length, open.length, all.length - open.length, rated.length, unrated.length],
      reasons: inOrder(unrated_reasons),
    },
  }
}

t.test('after any history it is enough to score the sellers that have changed', async (t) => {
  const holder = await pool.connect()
  let holds = false
  let kept = 0
  t.teardown(() => holder.release())
  for (let round = 0; round < ROUNDS; round++) {
    const random = randomFor('round', round)
    const { chance, pick, whole } = random
    if (!holds && chance(50)) {
      await holder.query('begin')
      holds = true
    }
    for (let changes = whole(1, 40); changes > 0; changes--)
      await pick(chance(80) ? factChanges('a') : sellerChanges)(pool, random)
    if (chance(20)) await pick(commonChanges)(pool, random)
    for (let changes = whole(1, 5); holds && changes > 0; changes--)
      await pick(factChanges('held'))(holder, random)
    const period = pick(PERIODS)
    if (chance(10)) await run(period, [1, 2])
    if (chance(10)) {
      const { id } = await run(period)
      await pool.query(`update scoring_runs set status = 'failed' where id = $1`, [id])
    }
    const last = await run(period)
    if (last.kept) kept++
    const { found, wanted } = await compared(period, last)
    if (!isDeepStrictEqual(found, wanted)) {
      t.same(found, wanted, `round ${round}, ${period}`)
      break
    }
    if (holds && chance(50)) {
      await holder.query(pick(['commit', 'commit', 'rollback']))
      holds = false
    }
    if (chance(5)) await retentionJob.handler(app, {}, ATTEMPT)
  }
  if (holds) await holder.query('rollback')
  t.ok(kept > ROUNDS / 3, `${kept} of ${ROUNDS} runs kept scores`)
})

/** The ids of sellers without a history: what becomes of the others is up to theirs. */
const newSellers = async (count: number) =>
  (
    await db.rows<{ id: number }>(
      `insert into sellers (seller_code, company_name, created_at)
       select 'R-' || gen_random_uuid(), 'Seller', '2024-01-01' from generate_series(1, $1::int) returning id`,
      [count],
    )
  ).map(({ id }) => id)

t.test('a score that is kept stays with its run, and the answer has it all the same', async (t) => {
  const [period] = PERIODS
  const [late] = await newSellers(1)
  await run(period)
  await pool.query(
    `insert into orders (seller_id, order_code, ordered_at) values (${late}, 'late', '${period}-10')`,
  )
  const { id, kept } = await run(period)
  t.ok(kept)
  t.notOk(kept?.includes(late as number))
  const runs = await db.rows<{ seller_id: number }>(
    'select seller_id from monthly_scores where period = $1 and run_id = $2',
    [period, id],
  )
  t.same(runs, [{ seller_id: late }])
  const { resultsOfRun } = await import('../../../plugins/sos/runs/score-queries.ts')
  const results = await resultsOfRun(db, { id, period })
  t.equal(results.length, (kept?.length ?? 0) + 1)
  t.match((await call('bod', 'GET', `/api/sos/runs/${id}`)).body, { batches_total: 1, batches_done: 1 })
})

t.test('a clean-up after a run of some sellers leaves the run of all to go on from', async (t) => {
  const [period] = PERIODS
  const [all, some] = await newSellers(2)
  await run(period)
  await run(period, [some as number])
  await retentionJob.handler(app, {}, ATTEMPT)
  const { kept } = await run(period)
  t.ok(kept?.includes(all as number), 'who was in neither keeps the score')
  t.notOk(kept?.includes(some as number), 'the other run is not gone on from')
})

t.test('a push that began before a run and ended after it is read by the next', async (t) => {
  const [period] = PERIODS
  await run(period)
  const { kept } = await run(period)
  const [seller] = kept ?? []
  const holder = await pool.connect()
  t.teardown(() => holder.release())
  await holder.query('begin')
  await holder.query(
    `insert into orders (seller_id, order_code, ordered_at) values ($1, 'long', '${period}-11')`,
    [seller],
  )
  t.ok((await run(period)).kept?.includes(Number(seller)), 'it is not seen yet')
  await holder.query('commit')
  const last = await run(period)
  t.same(last.kept, kept?.slice(1))
  const { found, wanted } = await compared(period, last)
  t.same(found, wanted)
})

t.test('all are scored again when nothing says what has changed', async (t) => {
  const [period] = PERIODS
  const all = async (message: string) => t.equal((await run(period)).kept, null, message)
  await run(period)
  t.ok((await run(period)).kept)
  await pool.query(`update scoring_runs set basis = 'of another server, release or zone'`)
  await all('after a run on another basis')
  await pool.query('truncate revenues, tickets')
  await all('after a feed was emptied')
  await pool.query(`update config_records set fields = fields || '{"days": 91}' where type = 'grace-period'`)
  await all('after a change of rules')
  await pool.query('update scoring_batches set code = null')
  await all('after batches that another release has computed')
  await pool.query(
    `insert into scoring_runs (period, status, basis, snapshot) values ($1, 'completed', null, null)`,
    [period],
  )
  await all('after a run that an earlier release has made')
})

t.test('a run that began to wait while one with nothing to do read the facts starts after it', async (t) => {
  const [period] = PERIODS
  const inserted = async (open: string | null) =>
    (
      await db.one<{ id: number }>(
        'insert into scoring_runs (period, open_period) values ($1, $2) returning id',
        [period, open],
      )
    ).id
  const stateOf = (id: number) => db.row('select status, open_period from scoring_runs where id = $1', [id])
  const ended = { status: 'completed', open_period: null }
  const start = (run_id: number) => scoringRun.handler(app, { run_id }, ATTEMPT)
  await run(period)
  const first = await inserted(period)
  const holder = await pool.connect()
  t.teardown(() => holder.release())
  await holder.query('begin')
  await holder.query('select from scoring_runs where id = $1 for update', [first])
  const starting = start(first)
  await eventually(async () => (await waiters(db)) > 0)
  const second = await inserted(null)
  await holder.query('commit')
  await starting
  t.same(await stateOf(first), ended)
  t.same(await stateOf(second), { status: 'queued', open_period: period })
  const third = await inserted(null)
  await start(second)
  t.same(await stateOf(second), ended)
  await db.run('update scoring_runs set open_period = null where id = $1', [third]) // as if killed before it let it start
  await start(second)
  t.same(
    await stateOf(third),
    { status: 'queued', open_period: period },
    'the job that runs again lets it start',
  )
  await start(third)
  t.same(await stateOf(third), ended)
})

t.test('what every run has seen is forgotten, and only that', async (t) => {
  const changes = async () => (await db.one<{ n: number }>('select count(*) as n from fact_changes')).n
  const night = () => retentionJob.handler(app, {}, ATTEMPT)
  /** A transaction of another test on the same server may still need them for a moment. */
  const nightUntil = (isWanted: (n: number) => boolean) =>
    eventually(async () => {
      await night()
      return isWanted(await changes())
    })
  for (let round = 0; round < 2; round++) {
    await settled(app, 'fact_changes') // what the runs of the first round have changed, too
    for (const period of PERIODS) await run(period)
  }
  await nightUntil((n) => n === 0)
  await pool.query(`update orders set units = 7 where seller_id = 1`)
  const logged = await changes()
  await settled(app, 'fact_changes')
  await run(PERIODS[0])
  await nightUntil((n) => n < logged)
  t.ok((await changes()) > 0, 'two months have not seen it')
  const { id } = await db.one<{ id: number }>(
    `insert into scoring_runs (period, open_period) values ($1, $1) returning id`,
    [PERIODS[1]],
  )
  await pool.query(`update scoring_runs set basis = null`)
  await night()
  t.ok((await changes()) > 0, 'a run that has not begun to read may need it')
  await pool.query(`update scoring_runs set status = 'failed', open_period = null where id = $1`, [id])
  await pool.query(`insert into fact_changes (xact, source) values ('999999999999', 'another server')`)
  await nightUntil((n) => n === 0)
})

t.test('what is deleted in a clean-up, or of a month that is not over, is not logged', async (t) => {
  await pool.query(
    `insert into orders (seller_id, order_code, ordered_at)
     values (1, 'old', '2001-05-05'), (1, 'new', now() + interval '3 days')`, // it is over two days early
  )
  t.match(await db.rows('select period, seller_ids from fact_changes'), [
    { period: '2001-05', seller_ids: [1] },
  ])
  await pool.query(`delete from fact_changes`)
  await retentionJob.handler(app, {}, ATTEMPT)
  t.same(await db.rows(`select order_code from orders where order_code = 'old'`), [])
  t.same(await db.rows('select * from fact_changes'), [])
})
