import t from 'tap'
import { forgetChanges, giveUpBases } from '../../plugins/sos/runs/unchanged-sellers.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { someOf } from '../setup/form.ts'
import { calculate, MAY, pushDay, pushYear, reportOf, SELLERS } from './a-year.ts'

const HOLD_PERIOD = `select pg_advisory_xact_lock(hashtextextended('scoring of ${MAY}', 0))`
const GATES = someOf(['block', 'warn'], 1)
const WAITING = `select count(*) as n from pg_locks where locktype = 'advisory' and not granted
                 and database = (select oid from pg_database where datname = current_database())`

type Service = Awaited<ReturnType<typeof testApp>>
const finalize = ({ call }: Service) => call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })

/** Finalizes; what is done meanwhile comes after the report, and before the scores are locked. */
async function finalizeWhile(service: Service, meanwhile: () => Promise<unknown>) {
  const { db } = service.app
  const other = await db.pool.connect()
  try {
    await other.query('begin')
    await other.query(HOLD_PERIOD)
    const answer = finalize(service)
    await eventually(async () => ((await db.row<{ n: number }>(WAITING))?.n ?? 0) > 0)
    await meanwhile()
    await other.query('commit')
    return await answer
  } finally {
    other.release(true)
  }
}

t.test('facts that come between the report and the finalize are noticed', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
  await pushYear(service)
  await calculate(service, MAY)
  t.match(await finalizeWhile(service, () => pushDay(service, '2026-05-12', 14)), {
    status: 409,
    body: { error: /facts or campaigns of 2 sellers have changed since the run read them/ },
  })
  await calculate(service, MAY)
  t.match(await finalize(service), {
    status: 200,
    body: { finalized: SELLERS, quality: { result: 'pass' } },
  })
})

t.test(
  'what fails before a report, or after it, keeps nobody from finalizing, unless the gate blocks',
  async (t) => {
    for (const gate of GATES) {
      const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: gate })
      const { db } = service.app
      await pushYear(service)
      await calculate(service, MAY)
      const rename = (from: string, to: string) =>
        db.run(`alter table scoring_runs rename column ${from} to ${to}`)
      const locked = await db.pool.connect()
      t.teardown(() => locked.release(true))
      await locked.query('begin; lock table sync_feed_days in access exclusive mode')
      const before = await finalize(service)
      await locked.query('commit')
      await db.run(`update monthly_scores set status = 'draft', finalized_at = null`)
      const after = await finalizeWhile(service, () => rename('basis', 'basis_of_others'))
      await rename('basis_of_others', 'basis')
      for (const answer of [before, after])
        if (gate === 'warn')
          t.match(answer, {
            status: 200,
            body: { finalized: SELLERS, quality: { result: 'unknown', checks: [] } },
          })
        else
          t.match(answer, {
            status: 503,
            headers: { 'x-error-code': 'quality_not_judged', 'retry-after': String },
          })
      if (gate === 'block') t.equal((await finalize(service)).status, 200, 'once it can be judged it passes')
    }
  },
)

t.test('facts are noticed of which nothing is remembered any more', async (t) => {
  const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: 'block' })
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
