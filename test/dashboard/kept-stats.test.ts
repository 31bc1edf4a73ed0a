import t from 'tap'
import { STATS, versionsOfStats } from '../../plugins/dashboard/queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { inSnapshot } from '../../src/platform/database/statements/in-snapshot.ts'
import { makeSeller, score } from '../account-managers/scored-sellers.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'

const { app, call, DATABASE_URL, user } = await testApp(t, { WORKER: 'off' })
const other = await testApp(t, { WORKER: 'off', DATABASE_URL })
const { db } = app
const PERIOD = '2026-03'
const URL = `/api/dashboard/stats?period=${PERIOD}`
const seller = (await makeSeller(app)).id
await score(app, { seller_id: seller, period: PERIOD, total_sos: 0 })

const versionOfStats = async (db: Sql, period: string) => (await versionsOfStats(db, [period])).get(period)
const stats = async () => (await call('bod', 'GET', URL)).body

/** How often a month is summed up while something is done: only that takes a connection of this pool. */
async function sumsDuring(work: () => Promise<unknown>) {
  let sums = 0
  const count = () => sums++
  db.pool.on('acquire', count)
  await work()
  db.pool.off('acquire', count)
  return sums
}

const addSurcharge = (period: string) =>
  `insert into surcharges (seller_id, period, surcharge_type, amount, status)
   values (${seller}, '${period}', 'planning_overload', 1, 'applied')`
const addRevenue = (period: string) =>
  `insert into revenues (seller_id, period, amount) values (${seller}, '${period}', 1)`
const addAppeal = (period: string) =>
  `insert into appeals (seller_id, period, component_appealed, appeal_reason_type, description, submitted_by_am_id, open_key)
   values (${seller}, '${period}', 'o_score', 'data_error', 'x', ${user.am.am_id}, gen_random_uuid())`

t.test('what has not changed is not summed up again', async (t) => {
  const first = await stats()
  t.equal(await sumsDuring(async () => t.same(await stats(), first)), 0)
  for (const nothing of [
    addSurcharge('2026-04'),
    addAppeal('2026-04'),
    addRevenue('2026-04'),
    `update sellers set status = 'suspended' where id = 0`,
    `delete from monthly_scores where seller_id = 0`,
  ]) {
    await db.run(nothing)
    t.equal(await sumsDuring(async () => t.same(await stats(), first)), 0, nothing)
  }
})

t.test('what has changed in a month before is told: its totals, and what waits in it', async (t) => {
  t.match((await stats()).waiting, { appeals_pending: 0, surcharges_pending: 0 })
  await db.run(addAppeal('2026-02'))
  await db.run(addSurcharge('2026-02').replace('applied', 'pending'))
  t.match((await stats()).waiting, { appeals_pending: 1, surcharges_pending: 1 })
  await score(app, { seller_id: seller, period: '2026-02', total_sos: 40 })
  t.same((await stats()).lowest[0].totals, [
    { period: '2026-02', total_sos: 40, is_rated: true },
    { period: PERIOD, total_sos: 0, is_rated: true },
  ])
})

t.test('no answer lacks what was committed before it was asked for, whoever committed it', async (t) => {
  let committed = 0
  let isOver = false
  /** Moves three figures by one, in one transaction; every fifth is undone. */
  async function write(undone: boolean) {
    const writing = db.transaction(async (tx) => {
      await tx.run(addSurcharge(PERIOD))
      await tx.run`update monthly_scores set total_sos = total_sos + 1 where period = ${PERIOD}`
      await tx.run(addAppeal(PERIOD))
      if (undone) throw new Error('undone')
    })
    if (undone) return t.rejects(writing, { message: 'undone' })
    await writing
    committed += 1
  }
  const writer = async () => {
    for (let n = 1; n <= 20; n++) await write(n % 5 === 0)
  }
  const wrong: unknown[] = []
  const seen = new Set<number>()
  const reader = async (ask: typeof call) => {
    while (!isOver) {
      const before = committed
      const { pending_appeals, active_surcharges, avg_sos } = (await ask('bod', 'GET', URL)).body
      if (
        active_surcharges < before ||
        pending_appeals !== active_surcharges ||
        avg_sos !== active_surcharges
      )
        wrong.push([before, pending_appeals, active_surcharges, avg_sos])
      seen.add(active_surcharges)
    }
  }
  const readers = [call, other.call, call, other.call].map(reader)
  await Promise.all([writer(), writer(), writer()])
  isOver = true
  await Promise.all(readers)
  t.equal(committed, 48)
  t.same(wrong, [])
  t.ok(seen.size > 5, `${seen.size} states seen`)
  for (const ask of [call, other.call])
    t.match((await ask('bod', 'GET', URL)).body, { active_surcharges: 48, avg_sos: 48 })
})

t.test('changes that are gathered are of the same version, and none waits for another', async (t) => {
  const rows = async () => (await db.one<{ n: number }>('select count(*) as n from dashboard_changes')).n
  const note = `select note_dashboard_changes(array['', '${PERIOD}'])`
  t.ok((await rows()) < 250, 'it was gathered while it was written')
  for (let n = 0; n < 60; n++) await db.run(note)
  const before = await versionOfStats(db, PERIOD)
  await db.transaction(async (one) => {
    await one.run('select gather_dashboard_changes()')
    await inSnapshot(db, async (old) => {
      t.equal(await versionOfStats(old, PERIOD), before)
      await db.run('select gather_dashboard_changes()')
      t.equal(await versionOfStats(db, PERIOD), before)
      await db.transaction(async (tx) => {
        await tx.run('set transaction isolation level repeatable read')
        await versionOfStats(tx, PERIOD)
        await db.run(note)
        for (let n = 0; n < 60; n++) await tx.run(note)
      })
      t.equal(await versionOfStats(old, PERIOD), before, 'as it was')
    })
  })
  const noted = await versionOfStats(db, PERIOD)
  t.not(noted, before)
  await db.run('select gather_dashboard_changes()')
  t.equal(await versionOfStats(db, PERIOD), noted)
  const months = await db.one<{ n: number }>('select count(distinct period) as n from dashboard_changes')
  t.equal(await rows(), months.n)
})

t.test('dashboards that wait for their versions leave a connection to other quick reads', async (t) => {
  const holder = await db.pool.connect()
  await holder.query('begin; lock table dashboard_changes')
  const waiting = async () =>
    (
      await holder.query(
        `select from pg_locks where relation = 'dashboard_changes'::regclass and not granted`,
      )
    ).rowCount
  const asked = [stats()]
  await eventually(async () => (await waiting()) === 1)
  asked.push(stats())
  await eventually(async () => (await waiting()) === 2)
  asked.push(stats(), stats(), stats())
  for (let n = 0; n < 3; n++)
    t.equal((await call('bod', 'GET', '/api/sos/sellers/NONE/enforcement')).status, 404)
  await holder.query('commit')
  holder.release()
  await Promise.all(asked)
  t.match(await stats(), { period: PERIOD })
})

t.test('every change of what a month is summed up from has it summed up again', async (t) => {
  const [explained] = await db.rows<object>(`explain (format json) ${STATS}`, [PERIOD, null, null])
  const read = JSON.stringify(explained).matchAll(/"Relation Name":"(\w+)"/g)
  t.same([...new Set(Array.from(read, ([, name]) => name))].sort(), [
    'appeals',
    'config_records',
    'dashboard_changes',
    'monthly_scores',
    'revenues',
    'score_explanations', // changes with its score
    'sellers',
    'surcharges',
  ])
  await makeSeller(app, { seller_code: 'S-LEAVES' })
  for (const change of [
    addSurcharge(PERIOD),
    `update surcharges set status = 'waived' where period = '${PERIOD}'`,
    `update surcharges set period = '2026-01' where period = '${PERIOD}'`,
    `update surcharges set period = '${PERIOD}' where period = '2026-01'`,
    `delete from surcharges where period = '${PERIOD}'`,
    addAppeal(PERIOD),
    `update appeals set status = 'expired', open_key = null where period = '${PERIOD}'`,
    `update appeals set period = '2026-01' where period = '${PERIOD}'`,
    `update appeals set period = '${PERIOD}' where period = '2026-01'`,
    `delete from appeals where period = '${PERIOD}'`,
    `update monthly_scores set total_sos = 66 where period = '${PERIOD}'`,
    `update monthly_scores set period = '2026-01' where period = '${PERIOD}'`,
    `update monthly_scores set period = '${PERIOD}' where period = '2026-01'`,
    `delete from monthly_scores where period = '${PERIOD}'`,
    addRevenue(PERIOD),
    `update revenues set amount = 2 where period = '${PERIOD}'`,
    `update revenues set period = '2026-01' where period = '${PERIOD}'`,
    `update revenues set period = '${PERIOD}' where period = '2026-01'`,
    `delete from revenues where period = '${PERIOD}'`,
    `insert into sellers (seller_code, company_name) values ('S-NEW', 'New')`,
    `update sellers set status = 'terminated' where seller_code = 'S-NEW'`,
    `delete from sellers where seller_code = 'S-LEAVES'`,
    `update config_records set is_active = false where type = 'tiers'`,
    `delete from config_records where type = 'surcharge'`,
    'truncate surcharges',
    'truncate revenues',
    'truncate appeals cascade',
    'truncate monthly_scores',
    // Accounts name sellers: they go along, and come again, so that somebody may ask.
    `do $$ begin
       create temp table kept as table users; truncate sellers cascade; insert into users table kept; drop table kept;
     end $$`,
    'truncate config_records cascade',
  ]) {
    await stats()
    await db.run(change)
    t.equal(await sumsDuring(stats), 1, change)
  }
})

t.test('where changes are not noted, each answer is summed up', async (t) => {
  await db.run(`insert into dashboard_changes (period) values ('')`)
  t.equal(await sumsDuring(stats), 1)
  t.equal(await sumsDuring(stats), 1)
  await db.run('select gather_dashboard_changes()')
  t.equal(await versionOfStats(db, PERIOD), null)
})
