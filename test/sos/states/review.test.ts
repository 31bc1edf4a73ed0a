import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { overlapping } from '../../setup/waiters.ts'
import { makeSeller } from '../setup.ts'

t.test('review', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  await makeSeller(app)
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
  const score = async () => (await call('bod', 'GET', '/api/sos/monthly?period=2026-03')).body.data[0]
  const { id } = await score()

  t.test('puts a draft under review with what is said about it', async (t) => {
    const answer = await call('ops_head', 'PATCH', `/api/sos/monthly/${id}/review`, {
      notes: 'odd',
      reviewed_by: 'Ada',
    })
    t.same([answer.status, answer.body], [200, { success: true }])
    t.match(await score(), { status: 'under_review', notes: 'odd', reviewed_by: 'Ada', finalized_at: null })
    t.match((await call('bod', 'GET', `/api/audit?entity=monthly_score&entity_id=${id}`)).body.data, [
      {
        action: 'score.reviewed',
        before: { status: 'draft' },
        after: { status: 'under_review', notes: 'odd' },
      },
    ])
  })

  t.test('again adds to it, and keeps what is not said again', async (t) => {
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${id}/review`, { notes: 'odder' })).status, 200)
    t.match(await score(), { status: 'under_review', notes: 'odder', reviewed_by: 'Ada' })
  })

  t.test('emits nothing', async (t) => {
    t.same(await app.db.rows('select type from events where seller_id is not null'), [])
  })

  t.test('of a score that is final, or becomes so meanwhile, answers 409', async (t) => {
    const of = `/api/sos/monthly/${id}`
    const review = () => call('bod', 'PATCH', `${of}/review`)
    const [, meanwhile] = await overlapping(t, app.db, 'audit_log', [
      () => call('bod', 'PATCH', `${of}/finalize`),
      review,
    ])
    for (const answer of [meanwhile, await review()])
      t.match(answer, { status: 409, body: { error: /is final/ } })
    t.match(await score(), { status: 'final' })
  })
})
