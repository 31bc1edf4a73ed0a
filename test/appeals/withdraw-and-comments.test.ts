import t from 'tap'
import { scoredMonth } from './scored-month.ts'

const { call, user, done, submit, reviewed, appeal, score, events, audited } = await scoredMonth(t)
const withdraw = (id: number, role: Parameters<typeof call>[0] = 'am') =>
  call(role, 'POST', `/api/appeals/${id}/withdraw`)
const commented = await submit({ component_appealed: 'i_score' })
const url = `/api/appeals/${commented}/comments`
const comment = (role: Parameters<typeof call>[0], body: object) => call(role, 'POST', url, body)

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
  const told = { id, status: 'expired', closed_reason: 'withdrawn', previous: { status: 'pending' } }
  t.match((await events('appeal.decided')).at(-1)?.data, told)

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

t.test('a bod may withdraw, what nobody made answers 404', async (t) => {
  const id = await submit({ component_appealed: 'f_score' })
  t.equal((await withdraw(999_999)).status, 404)
  t.equal((await withdraw(id, 'bod')).status, 200)
  t.match(await appeal(id), { status: 'expired', closed_reason: 'withdrawn' })
})

t.test('those who see an appeal comment on it', async (t) => {
  const made: { id: number; comment: string }[] = []
  for (const role of ['am', 'ops_head', 'am_head', 'bod', 'admin'] as const) {
    const { status, body } = await comment(role, { comment: `From ${role}` })
    t.same([status, body], [200, { success: true, id: body.id }], role)
    made.push({ id: body.id, comment: `From ${role}` })
  }
  const { data, ...page } = await done('viewer', 'GET', url)
  t.same(page, { total: 5, page: 1, limit: 500 })
  t.match(data, made, 'the oldest first')
  const by = { user_id: user.am.id, username: 'am', full_name: 'Test am' }
  t.match(data[0], { appeal_id: commented, ...by, comment: 'From am', created_at: /Z$/ })
  const after = { appeal_id: commented, comment: 'From am' }
  const entry = { action: 'appeal.commented', user_id: user.am.id, after }
  t.match(await audited('appeal_comment', data[0].id), [entry])
})

t.test('pages and CSV', async (t) => {
  const data = [{ comment: 'From am_head' }, { comment: 'From bod' }]
  t.match(await done('bod', 'GET', `${url}?limit=2&page=2`), { data, total: 5 })
  const { body } = await call('bod', 'GET', url, undefined, { accept: 'text/csv' })
  t.match(body, /^\uFEFFid,appeal_id,user_id,username,full_name,comment,created_at\r\n/)
  t.equal(body.trim().split('\r\n').length, 6)
})

t.test('a comment may be called by another usual name', async (t) => {
  for (const body of [{ text: 'Same' }, { message: 'Same', comment: 'Same' }])
    t.equal((await comment('bod', body)).status, 200, JSON.stringify(body))
  for (const [body, error] of [
    [{}, /^comment is required/],
    [{ comment: ' ' }, /^comment is required/],
    [{ comment: 'x'.repeat(5001) }, /^comment must have at most 5000 characters/],
    [{ comment: 'One', text: 'Other' }, /^comment and text are the same field and have different values/],
    [{ comment: 'x', colour: 'red' }, /^colour is not a known field here; known are comment/],
  ] as const)
    t.match(await comment('bod', body), { status: 400, body: { error } }, JSON.stringify(body))
})

t.test('an appeal without comments has an empty list, one that nobody made answers 404', async (t) => {
  const other = await submit({ seller_code: 'S-2' })
  t.match(await done('bod', 'GET', `/api/appeals/${other}/comments`), { data: [], total: 0 })
  t.equal((await call('bod', 'GET', '/api/appeals/999999/comments')).status, 404)
})
