import t from 'tap'
import { forgetChanges, giveUpBases } from '../../plugins/sos/changes/forget-queries.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { calculate, MAY, pushDay, pushYear, reportOf, SELLERS } from './a-year.ts'

const HOLD_PERIOD = `select pg_advisory_xact_lock(hashtextextended('scoring of ${MAY}', 0))`
const WAITING = `select count(*) as n from pg_locks where locktype = 'advisory' and not granted
                 and database = (select oid from pg_database where datname = current_database())`

t.test('facts that come between the report and the finalize are noticed', async (t) => {
  const service = await testApp(t, { QUALITY_GATE: 'block' })
  const { app, call } = service
  await pushYear(service)
  await calculate(service, MAY)
  const other = await app.db.pool.connect()
  t.teardown(() => other.release(true))
  await other.query('begin')
  await other.query(HOLD_PERIOD)
  const finalize = () => call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })
  const answer = finalize()
  await eventually(async () => ((await app.db.row<{ n: number }>(WAITING))?.n ?? 0) > 0)
  await pushDay(service, '2026-05-12', 14)
  await other.query('commit')
  t.match(await answer, {
    status: 409,
    body: { error: /facts of 2 sellers came after the run had read them/ },
  })
  await calculate(service, MAY)
  t.match(await finalize(), { status: 200, body: { finalized: SELLERS, quality: { result: 'pass' } } })
})

t.test('a report that fails keeps nobody from finalizing, unless the gate blocks', async (t) => {
  for (const gate of ['warn', 'block']) {
    const service = await testApp(t, { QUALITY_GATE: gate })
    const { app, call } = service
    await pushYear(service)
    await calculate(service, MAY)
    const other = await app.db.pool.connect()
    t.teardown(() => other.release(true))
    await other.query('begin')
    await other.query('lock table sync_feed_days in access exclusive mode')
    const finalize = () => call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })
    const { status, body, headers } = await finalize()
    if (gate === 'warn') {
      t.equal(status, 200)
      t.match(body, { finalized: SELLERS, quality: { result: 'unknown', checks: [] } })
    } else {
      t.equal(status, 503)
      t.equal(headers['x-error-code'], 'quality_not_judged')
      t.ok(headers['retry-after'])
    }
    await other.query('commit')
    if (gate === 'block') t.equal((await finalize()).status, 200, 'once it can be judged it passes')
  }
})

t.test('what fails between the report and the finalize keeps nobody from finalizing either', async (t) => {
  for (const gate of ['warn', 'block']) {
    const service = await testApp(t, { QUALITY_GATE: gate })
    const { app, call } = service
    await pushYear(service)
    await calculate(service, MAY)
    const other = await app.db.pool.connect()
    t.teardown(() => other.release(true))
    await other.query('begin')
    await other.query(HOLD_PERIOD)
    const answer = call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })
    await eventually(async () => ((await app.db.row<{ n: number }>(WAITING))?.n ?? 0) > 0)
    await app.db.run('alter table scoring_runs rename column basis to basis_of_others')
    await other.query('commit')
    const { status, body, headers } = await answer
    if (gate === 'warn') {
      t.equal(status, 200)
      t.match(body, { finalized: SELLERS, quality: { result: 'unknown' } })
    } else {
      t.equal(status, 503)
      t.equal(headers['x-error-code'], 'quality_not_judged')
    }
  }
})

t.test('facts are noticed of which nothing is remembered any more', async (t) => {
  const service = await testApp(t)
  const { db } = service.app
  await pushYear(service)
  await calculate(service, MAY)
  await db.run(`update scoring_runs set finished_at = now() - interval '100 days'`)
  await giveUpBases(db)
  t.same((await reportOf(service)).ids, [], 'old is not outdated')
  await pushDay(service, '2026-05-12', 14)
  await eventually(async () => {
    await forgetChanges(db)
    return (await db.rows('select from fact_changes')).length === 0
  })
  t.match((await reportOf(service)).checks, [{ id: 'recalculate', level: 'block', value: 2 }])
  await calculate(service, MAY)
  t.same((await reportOf(service)).ids, [])
  await db.run(`delete from fact_changes`)
  await db.run(`update scoring_runs set snapshot = '9000000000:9000000000:' where basis is not null`)
  t.same((await reportOf(service)).ids, [])
  await pushDay(service, '2026-05-13', 13)
  t.match((await reportOf(service)).checks, [{ id: 'recalculate', value: 1 }], 'nor in a restored database')
})
