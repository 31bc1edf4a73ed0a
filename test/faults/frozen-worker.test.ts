import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { inLines, type Outcome } from './client.ts'
import { expectAnswers, expectSteady } from './expect-answers.ts'
import { expectEvents } from './expect-kept.ts'
import { runLoops } from './loops.ts'
import { seconds, sure, within } from './polling.ts'
import { LAST_MONTH, openScene, type Scene } from './scene.ts'
import { SLACK_MS } from './slack.ts'

/** For how long the worker is stopped; in the short form until the run is completed. */
const LASTS_MS = inForm({ short: 0, long: 75_000 })
const TAKEN_OVER_MS = 30_000
/** Sellers whose scores are worked on by hand meanwhile. They are among the first of the batch. */
const BY_HAND = 24
/** A seller of the same batch, far behind them. */
const FAR_BEHIND = 2_400

t.test('a worker that stops in the middle of a batch stops nobody else', async (t) => {
  const scene = await openScene(t, { workers: 2 })
  const { service, client, workers } = scene
  const undisturbed = await digest(scene)
  await spoilScores(scene)
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
    t.equal(await digest(scene), undisturbed, 'the scores are those of an undisturbed run')
  })
  await delay(Math.max(0, stoppedAt + LASTS_MS - Date.now()))

  const wokenAt = Date.now()
  await t.test('what it writes when it wakes is refused', async (t) => {
    const said = frozen.printed().length
    frozen.child.kill('SIGCONT')
    await within(5_000, async () => frozen.printed().length > said) // it logs that its work was in vain
    const hasSettled = async () => !(await hasOpenTransaction(scene, frozen.role))
    t.ok(await within(240_000, hasSettled), 'it has no transaction open any more')
    t.equal(await digest(scene), undisturbed, 'the scores are those of an undisturbed run')
    const { batches_done, batches_total } = (await runOf(scene, begun.run_id)) ?? {}
    t.equal(batches_done, batches_total, 'every batch was counted once')
  })
  await t.test('with it, the next run is completed too', async (t) => {
    const next = await client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', {
      body: { period: LAST_MONTH },
    })
    t.match(next, { status: 200 })
    t.equal(await digest(scene), undisturbed)
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

/** What the run has made of all sellers but those that are worked on by hand. */
async function digest({ server }: Scene): Promise<string> {
  const [row] = await server.query<{ digest: string }>(
    `select md5(string_agg((to_jsonb(m) - 'id' - 'run_id' - 'calculated_at')::text || concat(e.inputs, e.explanation::text), ''
                           order by m.seller_id)) || ' of ' || count(*) as digest
     from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where m.seller_id > ${BY_HAND}`,
  )
  return row?.digest ?? ''
}

/** Every score but those worked on by hand becomes a wrong one, so that those that the run does not rewrite are seen. */
const spoilScores = ({ server }: Scene) =>
  server.query(
    `update monthly_scores set total_sos = 1, tier_name = 'Spoilt', direction = 'down' where seller_id > ${BY_HAND}`,
  )

/** Holds the lock of a score of the first batch, so that who writes it stops there. Answers how to let go. */
async function holdScore(t: { teardown(work: () => unknown): unknown }, { server }: Scene) {
  const client = new pg.Client({ connectionString: server.urlOf(), application_name: 'faults' })
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin')
  await client.query(`select from monthly_scores where seller_id = ${FAR_BEHIND} for update`)
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
        ...{
          appeal_reason_type: 'other',
          description: 'Counted twice',
          evidence_urls: [],
          submitted_by_am_id: 1,
        },
      }
      return client.ask('appeal', 'POST', '/api/appeals', { body: appeal })
    }),
  )
}

async function runOf({ server }: Scene, id: number) {
  const [run] = await server.query<{
    status: string
    batches_done: number
    batches_total: number
    error: string | null
  }>('select status, batches_done, batches_total, error from scoring_runs where id = $1', [id])
  return run
}
