import t from 'tap'
import { partsAtOnce } from '../../plugins/backtests/jobs.ts'
import { giveWay, readInTurn } from '../../plugins/backtests/score-draft.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { CHANGES } from './draft.ts'
import { calculate, ended, MONTHS, makeDraft, makeWorld, request } from './setup.ts'

const one = await testApp(t, { WORKER: 'on' })
const { app, call, DATABASE_URL } = one
await makeWorld(app.db, 20)
await calculate(one, MONTHS)
const draft_id = await makeDraft(app.db, CHANGES)

t.test('a calculation does not wait for two backtests that are on their way', async (t) => {
  const holder = await clientOf(t, DATABASE_URL)
  await holder.query('begin; lock table backtest_scores in share mode')
  const ids = [await request(one, { draft_id }), await request(one, { draft_id })]
  await eventually(async () => (await waiters(app.db, 'into backtest_scores')) > 0)
  await calculate(one, ['2026-04'])
  for (const id of ids)
    t.match((await call('viewer', 'GET', `/api/backtests/${id}`)).body, { finished_at: null, parts_done: 0 })
  await holder.query('rollback')
  const [first, second] = [await ended(one, ids[0] as number), await ended(one, ids[1] as number)]
  t.match([first.status, second.status], ['completed', 'completed'])
  for (const name of ['migration', 'movers', 'money', 'psi', 'spearman'])
    t.same(first[name], second[name], name)
})

t.test('a part of a backtest waits while scores are calculated', async (t) => {
  await app.db
    .run`insert into scoring_runs (period, open_period, status) values ('2020-01', '2020-01', 'running')`
  await t.rejects(
    giveWay(app.db, AbortSignal.abort()),
    { name: 'AbortError' },
    'and no longer than its job is its own',
  )
  const end = () => app.db.run`
    update scoring_runs set open_period = null, status = 'completed', finished_at = now() where period = '2020-01'`
  let asked = 0
  /** The database, on which the calculation ends when it is asked for the nth time; before, it may say that none runs. */
  const endingAt = (nth: number, before?: boolean) => {
    asked = 0
    const value = async (...query: Parameters<Sql['value']>) => {
      asked += 1
      if (asked < nth && before !== undefined) return before
      if (asked === nth) await end()
      return app.db.value(...query)
    }
    return { ...app.db, value } as unknown as Database
  }
  await giveWay(endingAt(3), new AbortController().signal)
  t.equal(asked, 3)

  // A calculation begins while a part waits for its connection.
  await app.db
    .run`update scoring_runs set open_period = period, status = 'running', finished_at = null where period = '2020-01'`
  let reads = 0
  const read = await readInTurn(endingAt(2, false), new AbortController().signal, async (tx) => {
    reads += 1
    return tx.one<{ open: number }>('select count(*) as open from scoring_runs where open_period is not null')
  })
  t.same([read, reads, asked], [{ open: 0 }, 1, 2], 'it reads once, when the calculation has ended')
})

t.test('a process does two parts at a time where calculations keep more than one connection', async (t) => {
  t.same(
    [1, 3, 4, 20].map((connections) => partsAtOnce({ connections })),
    [1, 1, 2, 2],
  )
})
