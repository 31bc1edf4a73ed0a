import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { waiters } from '../../setup/waiters.ts'
import { adoptions } from './adoptions.ts'

const service = await testApp(t, { WORKER: 'on' })
const { app, call } = service
const { NEXT, adopt, backtestOf, draftOf, hours, inForce, refused } = adoptions(service)

t.test('of two adoptions at once one wins', async (t) => {
  const id = await draftOf([hours('twice', 1)])
  const backtest_id = await backtestOf(id)
  const answers = await Promise.all([adopt(id, { backtest_id }), adopt(id, { backtest_id }, 'bod')])
  t.same(answers.map(({ status }) => status).sort(), [200, 409])
  t.equal(
    (await inForce('helpdesk', NEXT)).filter((one: { category: string }) => one.category === 'twice').length,
    1,
  )
})

/** Runs `other` while a transaction holds what it waits for, then lets it go on. */
async function whileHeld<Answer>(hold: string, work: string, other: () => Promise<Answer>): Promise<Answer> {
  let waiting: Promise<Answer> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run(hold)
    waiting = other()
    await eventually(async () => (await waiters(app.db)) > 0)
    await tx.run(work)
  })
  return waiting as Promise<Answer>
}

t.test('an adoption sees the change of the draft that it waited for', async (t) => {
  const id = await draftOf([hours('raced', 1)])
  const backtest_id = await backtestOf(id)
  const answer = await whileHeld(
    `select from config_drafts where id = ${id} for update`,
    `update config_drafts set changes_sha256 = 'another', version = version + 1 where id = ${id}`,
    () => adopt(id, { backtest_id }),
  )
  t.match(answer, refused('backtest_needed', /are others than in backtest/))
})

t.test('a change of the draft sees the adoption that it waited for', async (t) => {
  const id = await draftOf([])
  const answer = await whileHeld(
    `select from config_drafts where id = ${id} for update`,
    `update config_drafts set adopted_at = now(), adopted_by = 1, adopted_from = '2026-01' where id = ${id}`,
    () => call('am_head', 'PUT', `/api/config/drafts/${id}`, { name: 'Late' }),
  )
  t.match(answer, refused('draft_adopted', /was adopted/))
})

t.test('an adoption waits for the deletion of its backtest, and a deletion for the adoption', async (t) => {
  const id = await draftOf([hours('forgotten', 1)])
  const first = await backtestOf(id)
  const adopting = await whileHeld(
    `select from backtests where id = ${first} for update`,
    `delete from backtests where id = ${first}`,
    () => adopt(id, { backtest_id: first }),
  )
  t.match(adopting, { status: 400, body: { error: /^backtest_id: there is no backtest/ } })
  const second = await backtestOf(id)
  const deleting = await whileHeld(
    `select from backtests where id = ${second} for key share`,
    `update config_drafts set adopted_at = now(), adopted_by = 1, adopted_from = '2026-01', backtest_id = ${second}
     where id = ${id}`,
    () => call('bod', 'DELETE', `/api/backtests/${second}`),
  )
  t.match(deleting, refused('backtest_adopted', /./))
})

t.test('an adoption sees the change of a rule that it waited for', async (t) => {
  const id = await draftOf([hours('behind', 1)])
  const backtest_id = await backtestOf(id)
  const answer = await whileHeld(
    `select pg_advisory_xact_lock(hashtext('config'), hashtext('tiers'))`,
    `update config_records set version = version + 1 where type = 'tiers' and fields->>'name' = 'Gold'`,
    () => adopt(id, { backtest_id }),
  )
  t.match(answer, refused('rules_changed', /^The rules have changed since backtest/))
})
