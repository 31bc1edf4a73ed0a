import t from 'tap'
import { appealExpiry } from '../../plugins/appeals/appeal-expiry.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { meetsOnce, waiters } from '../setup/waiters.ts'
import { scoredMonth } from './scored-month.ts'

const month = await scoredMonth(t)
const { app, call, submit, reviewed, decide, appeal, score, events, audited, DATABASE_URL } = month
const attempt = { signal: AbortSignal.abort(), failure: null }
const run = () => appealExpiry.handler(app, {}, attempt)
/** Lets time pass for an appeal, in days. */
const age = (id: number, days: number) =>
  app.db.rows(
    `update appeals set created_at = created_at - $2 * interval '1 day', expires_at = expires_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  )

const pending = await submit()
const underReview = await reviewed({ component_appealed: 'p_score' })
const young = await submit({ component_appealed: 'f_score' })
const decided = await reviewed({ component_appealed: 't_score' })
await decide(decided, { decision: 'reject' })
await Promise.all([age(pending, 30), age(underReview, 31), age(young, 29), age(decided, 60)])
await run()

t.test('appeals that are open for 30 days expire, others stay as they are', async (t) => {
  t.equal((await appeal(young)).status, 'pending')
  t.equal((await appeal(decided)).status, 'rejected')
  t.equal((await appeal(pending)).status, 'expired')
  const shown = { status: 'expired', ops: { decision: 'approve' }, am: null, preview: null }
  t.match(await appeal(underReview), shown)
})

t.test('expiry is published, logged and shown in the timeline', async (t) => {
  const published = (await events('appeal.decided')).filter(({ data }) => data.status === 'expired')
  t.match(published, [
    { data: { id: pending, previous: { status: 'pending' }, am: null } },
    { data: { id: underReview, previous: { status: 'under_review' }, am: null } },
  ])
  t.match((await audited('appeal', underReview)).at(-1), {
    action: 'appeal.expired',
    user_id: null,
    before: { status: 'under_review' },
    after: { status: 'expired' },
  })
  const { course } = await appeal(underReview)
  t.match(course.at(-1), { step: 'expired', user: null, by: null, decision: null })
  t.equal(course.length, 3)
})

t.test('a second run finds nothing left', async (t) => {
  const before = (await events('appeal.decided')).length
  await Promise.all([run(), run()])
  t.equal((await events('appeal.decided')).length, before)
})

t.test('an expired appeal takes no review: 409', async (t) => {
  const refused = { status: 409, body: { error: 'The appeal has expired, which is final.' } }
  t.match(
    await call('ops_head', 'PATCH', `/api/appeals/${pending}/review-ops`, { decision: 'approve' }),
    refused,
  )
  t.match(await decide(pending, { decision: 'approve' }), refused)
})

t.test('the score stays under review, and there is room for another appeal', async (t) => {
  t.match(await score(), { status: 'under_review', revision: 1 })
  t.ok(await submit())
})

t.test('an expiry that waits for a decision leaves it as it is', async (t) => {
  const id = await reviewed({ seller_code: 'S-2' })
  await age(id, 30)
  const decision = await clientOf(t, app.db.connectionString)
  await decision.query(`begin; update appeals set status = 'approved', open_key = null where id = ${id}`)
  const expiry = run()
  await eventually(async () => (await waiters(app.db, 'expired')) === 1)
  await decision.query('commit')
  await expiry
  t.equal((await appeal(id)).status, 'approved')
})

t.test('an expiry that is begun again is logged once', async (t) => {
  await age(await submit({ seller_code: 'S-2', component_appealed: 'p_score' }), 30)
  await meetsOnce(app.db, '40001', 'constraint trigger meets after update on appeals initially deferred')
  const logged = t.capture(app.log, 'info')
  await run()
  const said = logged().filter(({ args }) => args.at(-1) === 'appeals have expired')
  t.match(said, [{ args: { 0: { appeals: 1 } } }])
})

t.test('a night that nobody worked through is made up for at the next start', async (t) => {
  await age(young, 1)
  await testApp(t, { WORKER: 'on', DATABASE_URL })
  t.equal((await appeal(young)).status, 'expired')
})
