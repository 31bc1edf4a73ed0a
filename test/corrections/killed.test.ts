import t from 'tap'
import { CHANGES } from '../backtests/draft.ts'
import { calculate, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { startService } from '../setup/service.ts'
import { waiters } from '../setup/waiters.ts'
import { tools } from './setup.ts'

const PERIOD = '2026-05'
const [STRICTER] = CHANGES as [Parameters<ReturnType<typeof tools>['changeRule']>[0]]

/** Two batches (compute.ts). */
const SELLERS = 1_020

t.test(
  'a correction whose worker is killed is finished by another, once',
  { timeout: 300_000 },
  async (t) => {
    const one = await testApp(t)
    const { app, call, DATABASE_URL } = one
    const { done, url, get, ask, settled, sellers, finalize, changeRule } = tools(one)
    await makeWorld(app.db, SELLERS)
    const worker = () =>
      startService(t, { DATABASE_URL, NODE_ENV: 'test', LOG_LEVEL: 'error' }, 'src/worker.js')
    const holder = await clientOf(t, DATABASE_URL)
    /** Keeps a table from being written until a worker that wants to is dead, in the middle of its transaction. */
    const killIn = async (
      table: string,
      running: ReturnType<typeof worker>,
      work: () => Promise<unknown>,
    ) => {
      await holder.query(`begin; lock table ${table} in share mode`)
      const result = await work()
      await eventually(async () => (await waiters(app.db, `into ${table}`)) > 0)
      running.child.kill('SIGKILL')
      await running.ended
      await holder.query('rollback')
      return result
    }

    const first = worker()
    await calculate(one, [PERIOD])
    await finalize(PERIOD)
    await changeRule(STRICTER)
    const shown = await ask({ period: PERIOD, dry_run: true })
    t.match(shown, { status: 'computed', sellers: SELLERS, batches_total: 2 })
    const found = async (id: number) =>
      (await sellers(id)).map(({ result: _, ...row }: Record<string, unknown>) => row)
    const undisturbed = await found(shown.id)

    const { id } = (await killIn('correction_scores', first, () =>
      done('ops_head', 'POST', url, { period: PERIOD, reason: 'killed' }),
    )) as { id: number }
    t.match(await get(id), { status: 'computing', batches_done: 0 })
    const second = worker()
    t.match(await settled(id), { status: 'proposed', changed: shown.changed })
    t.same(await found(id), undisturbed, 'it is computed as one that nobody disturbed')

    await killIn('score_revisions', second, () => done('am_head', 'POST', `${url}/${id}/approve`))
    t.match(await get(id), { status: 'applying', corrected: 0 })
    worker()
    t.match(await settled(id), { status: 'completed', corrected: shown.changed, left_out: 0 })
    const counts = await app.db.one<Record<string, number>>`
    select (select count(*) from monthly_scores where revision = 2) as scores,
           (select count(*) from score_revisions where correction_id = ${id}) as revisions,
           (select count(*) from score_explanations where revision = 2) as explanations,
           (select count(*) from events where type = 'seller.score_adjusted') as events,
           (select count(*) from audit_log where action = 'score.corrected') as audited,
           (select count(*) from monthly_scores m join correction_scores c on c.seller_id = m.seller_id
            where c.correction_id = ${id} and m.period = ${PERIOD} and m.total_sos = c.total_after) as same`
    t.same(new Set(Object.values(counts)), new Set([shown.changed]), JSON.stringify(counts))
    t.equal((await call('am_head', 'POST', `${url}/${id}/approve`)).status, 409)
  },
)
