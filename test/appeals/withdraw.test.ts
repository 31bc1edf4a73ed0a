import t from 'tap'
import { scoredMonth } from './scored-month.ts'

const { call, user, submit, reviewed, done, appeal, score, events, audited } = await scoredMonth(t)
const withdraw = (id: number, role: Parameters<typeof call>[0] = 'am') =>
  call(role, 'POST', `/api/appeals/${id}/withdraw`)

t.test('its account manager takes a pending appeal back', async (t) => {
  const id = await submit()
  t.same((await withdraw(id)).body, { success: true })
  const withdrawn = await appeal(id)
  t.match(withdrawn, { status: 'expired', closed_reason: 'withdrawn', ops: null, am: null, preview: null })
  t.match(withdrawn.course.at(-1), {
    step: 'withdrawn',
    at: withdrawn.updated_at,
    user: { id: user.am.id, username: 'am' },
    by: 'Test AM',
  })
  t.equal((await score()).status, 'under_review', 'and the score stays under review')
  t.match((await audited('appeal', id)).at(-1), {
    action: 'appeal.withdrawn',
    user_id: user.am.id,
    before: { status: 'pending' },
    after: { status: 'expired', closed_reason: 'withdrawn' },
  })
  t.match((await events('appeal.decided')).at(-1)?.data, {
    id,
    status: 'expired',
    closed_reason: 'withdrawn',
    previous: { status: 'pending' },
  })

  await t.test('again changes nothing', async (t) => {
    t.same((await withdraw(id)).body, { success: true })
    t.same(await appeal(id), withdrawn)
    t.equal((await events('appeal.decided')).length, 1)
  })

  await t.test('which makes room for another one, and ends its reviews', async (t) => {
    t.match(await call('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' }), {
      status: 409,
      body: { error: 'The appeal was withdrawn, which is final.' },
    })
    t.ok(await submit())
  })
})

t.test('only a pending one can be withdrawn', async (t) => {
  const id = await reviewed({ component_appealed: 'p_score' })
  t.match(await withdraw(id), { status: 409, body: { error: /is under review/ } })
  t.match(await appeal(id), { status: 'under_review', closed_reason: null })
})

t.test('of a withdrawal and a review at once the second is refused', async (t) => {
  const id = await submit({ component_appealed: 't_score' })
  const review = call('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
  const answers = await Promise.all([withdraw(id), review])
  t.same(answers.map(({ status }) => status).sort(), [200, 409])
})

t.test('who may withdraw', async (t) => {
  const id = await submit({ component_appealed: 'f_score' })
  const foreign = await submit({ seller_code: 'S-2' })
  t.match(await withdraw(foreign), { status: 403, body: { error: 'This seller is not in your portfolio.' } })
  t.equal((await withdraw(999_999)).status, 404)
  const expired = async () => (await done('bod', 'GET', '/api/appeals?status=expired')).total
  const before = await expired()
  t.equal((await withdraw(id, 'bod')).status, 200)
  t.equal(await expired(), before + 1)
})
