import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { clientOf } from '../setup/client.ts'
import { inForm } from '../setup/form.ts'
import { inLines, type Outcome } from './client.ts'
import { expectAnswers, expectSteady } from './expect-answers.ts'
import { expectEvents } from './expect-kept.ts'
import { runLoops } from './loops.ts'
import { SLACK_MS, seconds, sure, within } from './polling.ts'
import { digestOf, LAST_MONTH, openScene, type Scene, spoilScores } from './scene.ts'

/** For how long the worker is stopped; in the short form until the run is completed. */
const LASTS_MS = inForm({ short: 0, long: 75_000 })
const TAKEN_OVER_MS = 30_000
/** Sellers whose scores are worked on by hand meanwhile. They are among the first of the batch. */
const BY_HAND = 24
/** A seller of the same batch, far behind them. */
const FAR_BEHIND = 2_400
/** All scores but those. */
const MEANT = `m.seller_id > ${BY_HAND}`

t.test('a worker that stops in the middle of a batch stops nobody else', async (t) => {
  const scene = await openScene(t, { workers: 2 })
  const { service, client, workers } = scene
  const undisturbed = await digestOf(scene, MEANT)
  await spoilScores(scene, MEANT)
  const loops = runLoops(service, [
    {
      pauseMs: 50,
      turn: (n) => client.ask('enforcement', 'GET', `/api/sos/sellers/S-${1 + (n % 99)}/enforcement`),
    },
    { pauseMs: 100, turn: () => client.ask('readiness', 'GET', '/api/health/ready') },
  ])

  const release = await holdScore(t, scene)
  const asked = { body: { period: LAST_MONTH }, headers: { prefer: 'respond-async' } }
  const { body: begun } = await client.ask('calculate', 'POST', '/api/sos/monthly/calculate', asked)
  const frozen = await sure('A worker that waits for the score', 240_000, () => whoWaits(scene))
  frozen.child.kill('SIGSTOP')
  t.teardown(() => frozen.child.kill('SIGCONT'))
  const stoppedAt = Date.now()
  await release()
  const isOpen = await within(10_000, () => hasOpenTransaction(scene, frozen.role))
  t.ok(isOpen, 'it was stopped with its transaction open')

  await t.test('what people do with the scores of its batch does not hang', async (t) => {
    const outcomes = await workByHand(scene)
    for (const line of inLines(outcomes)) t.comment(line)
    t.same(inLines(outcomes.filter(({ status }) => status !== 200 && status !== 503)), [])
  })
  await t.test('another worker completes the run', async (t) => {
    const run = async () => (await runOf(scene, begun.run_id))?.status === 'completed'
    await within(stoppedAt + TAKEN_OVER_MS + SLACK_MS - Date.now(), run)
    t.comment(`looked for the end of the run for ${seconds(Date.now() - stoppedAt)}`)
    const { batches_total, ...done } = (await runOf(scene, begun.run_id)) ?? {}
    t.match(done, { status: 'completed', batches_done: batches_total, error: null })
    t.equal(await digestOf(scene, MEANT), undisturbed, 'the scores are those of an undisturbed run')
  })
  await delay(Math.max(0, stoppedAt + LASTS_MS - Date.now()))

  const wokenAt = Date.now()
  await t.test('what it writes when it wakes is refused', async (t) => {
    const said = frozen.printed().length
    frozen.child.kill('SIGCONT')
    await within(5_000, async () => frozen.printed().length > said) // it logs that its work was in vain
    const hasSettled = async () => !(await hasOpenTransaction(scene, frozen.role))
    t.ok(await within(240_000, hasSettled), 'it has no transaction open any more')
    t.equal(await digestOf(scene, MEANT), undisturbed, 'the scores are those of an undisturbed run')
    const { batches_done, batches_total } = (await runOf(scene, begun.run_id)) ?? {}
    t.equal(batches_done, batches_total, 'every batch was counted once')
  })
  await t.test('with it, the next run is completed too', async (t) => {
    const next = await client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', {
      body: { period: LAST_MONTH },
    })
    t.match(next, { status: 200 })
    t.equal(await digestOf(scene, MEANT), undisturbed)
  })
  await loops.stop()
  await t.test('enforcement was served all the time', async (t) => {
    for (const line of inLines(client.outcomes)) t.comment(line)
    expectSteady(t, client.outcomes, ['enforcement', 'readiness'], stoppedAt, wokenAt)
  })
  await expectAnswers(t, scene)
  await t.test('every committed event is delivered', (t) => expectEvents(t, scene, []))
  await t.test('the processes are those that were', async (t) => {
    t.same(
      [service, ...workers].map(({ ending }) => ending()),
      ['', '', ''],
    )
  })
})

/** Holds the lock of a score of the first batch, so that who writes it stops there. Answers how to let go. */
async function holdScore(t: Test, { server }: Scene) {
  const client = await clientOf(t, server.urlOf())
  await client.query(`begin; select from monthly_scores where seller_id = ${FAR_BEHIND} for update`)
  return () => client.query('rollback')
}

async function whoWaits({ server, workers }: Scene) {
  const [row] = await server.query<{ usename: string }>(
    `select usename from pg_stat_activity where usename like 'worker%' and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return workers.find(({ role }) => role === row?.usename)
}

async function hasOpenTransaction({ server }: Scene, role: string) {
  const open = await server.query(
    `select from pg_stat_activity where usename = $1 and state like 'idle in transaction%' and backend_xid is not null`,
    [role],
  )
  return open.length > 0
}

/** Many at once, as many as would take all connections of a process if they waited. */
async function workByHand({ server, client }: Scene): Promise<Outcome[]> {
  const scores = await server.query<{ id: number; seller_id: number }>(
    `select id, seller_id from monthly_scores where seller_id <= ${BY_HAND} order by seller_id`,
  )
  return Promise.all(
    scores.map(({ id, seller_id }, n) => {
      if (n % 3 === 0) return client.ask('finalize', 'PATCH', `/api/sos/monthly/${id}/finalize`, { body: {} })
      if (n % 3 === 1) return client.ask('review', 'PATCH', `/api/sos/monthly/${id}/review`, { body: {} })
      const appeal = {
        ...{ seller_code: `S-${seller_id}`, period: LAST_MONTH, component_appealed: 'o_score' },
        ...{ appeal_reason_type: 'other', description: 'Counted twice', submitted_by_am_id: 1 },
      }
      return client.ask('appeal', 'POST', '/api/appeals', { body: appeal })
    }),
  )
}

async function runOf({ server }: Scene, id: number) {
  const [run] = await server.query<Record<'status' | 'batches_done' | 'batches_total' | 'error', unknown>>(
    'select status, batches_done, batches_total, error from scoring_runs where id = $1',
    [id],
  )
  return run
}
