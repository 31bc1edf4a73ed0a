import t, { type Test } from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { projectLater } from '../../src/domain/projections/project-later.ts'
import { lockRisks } from '../../src/domain/projections/renew-risks.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { eventually } from '../setup/eventually.ts'
import { LAST, NOW } from '../setup/months.ts'
import { waiters } from '../setup/waiters.ts'
import { addSeller } from '../simulation/april.ts'
import { service } from '../spec/service.ts'
import { projectAll, pushPast } from './setup.ts'

const api = await service(t)
const { app, done } = api
const BEFORE_LAST = shiftPeriod(LAST, -1)
const finalize = (period: string) => done('bod', 'POST', '/api/sos/monthly/finalize', { period })

await addSeller(api, 'S-GOOD')
await addSeller(api, 'S-FALLS')
await pushPast(app.db, 'S-GOOD', { last: 0, others: 0 })
await pushPast(app.db, 'S-FALLS', { last: 0, others: 10 })
for (const period of [BEFORE_LAST, LAST, NOW]) await api.calculate(period)
await finalize(BEFORE_LAST)
await projectAll(api, 2)

type Row = { seller_code: string; last_final: unknown; below_last_final: number }
const listed = async (): Promise<Row[]> =>
  (await done('bod', 'GET', '/api/sos/projections')).data.map(
    ({ seller_code, last_final, below_last_final }: Row) => ({ seller_code, last_final, below_last_final }),
  )

/** Holds the list to the latest final scores, and to what a new projection says of the same month ends. */
async function holds(t: Test, period: string) {
  const shown = await listed()
  for (const { seller_code, last_final } of shown) {
    const { tier } = await api.scoreOf(seller_code, period)
    t.same(last_final, { period, tier: tier.name }, seller_code)
  }
  await projectAll(api, 2)
  t.same(await listed(), shown, 'as if projected anew')
}

t.test('who may fall is compared with the latest final score, as it is now', async (t) => {
  await holds(t, BEFORE_LAST)
  await finalize(LAST)
  await holds(t, LAST)
  await approvedAppeal({ done }, { seller_code: 'S-GOOD', period: LAST }, { total_sos_after: 31 })
  await holds(t, LAST)
})

t.test('a tier that is renamed since the night stays as low', async (t) => {
  const before = await listed()
  t.ok(before.some(({ below_last_final }) => below_last_final > 0))
  for (const { id, name } of (await done('bod', 'GET', '/api/config/tiers')).data)
    await done('bod', 'PUT', `/api/config/tiers/${id}`, { name: `Renamed ${name}` })
  await app.db.run(`update monthly_scores set status = 'draft', finalized_at = null where period = '${LAST}'`)
  await finalize(LAST)
  t.same(await listed(), before)
})

t.test('a finalize while the month is projected is not missed', async (t) => {
  await app.db.run(`update monthly_scores set status = 'draft', finalized_at = null where period = '${LAST}'`)
  await Promise.all([projectAll(api, 2), finalize(LAST)])
  for (const { last_final } of await listed()) t.match(last_final, { period: LAST })
})

t.test('nor is one while the first projections are written and not yet committed', async (t) => {
  await app.db.bulk.run(`
    update monthly_scores set status = 'draft', finalized_at = null where period = '${LAST}';
    delete from projections;
    create function wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
    create constraint trigger wait_at_commit after insert on projections initially deferred
      for each row execute function wait_here()`)
  let finalizing: Promise<unknown> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run`select pg_advisory_xact_lock(4711)`
    await projectLater(app)
    await eventually(async () => (await waiters(app.db)) === 1)
    let isFinal = false
    finalizing = finalize(LAST).finally(() => {
      isFinal = true
    })
    await eventually(async () => isFinal || (await waiters(app.db)) === 2)
  })
  await finalizing
  await eventually(async () => (await listed()).length === 2)
  for (const { last_final } of await listed()) t.match(last_final, { period: LAST })
})

t.test('who projects holds no row while it waits for its turn', async (t) => {
  await app.db.transaction(async (tx) => {
    await lockRisks(tx)
    await projectLater(app)
    await eventually(async () => (await waiters(app.db)) === 1)
    await t.resolves(tx.run`select from projections for update nowait`)
  })
})
