import t from 'tap'
import { scoredMonth } from './scored-month.ts'

const { call, user, submit, done, audited } = await scoredMonth(t)
const id = await submit()
const url = `/api/appeals/${id}/comments`
const comment = (role: Parameters<typeof call>[0], body: object) => call(role, 'POST', url, body)

t.test('those who see an appeal comment on it', async (t) => {
  const ids: number[] = []
  for (const role of ['am', 'ops_head', 'am_head', 'bod', 'admin'] as const) {
    const { status, body } = await comment(role, { comment: `From ${role}` })
    t.same([status, body], [200, { success: true, id: body.id }], role)
    ids.push(body.id)
  }
  const { data, ...page } = await done('viewer', 'GET', url)
  t.same(page, { total: 5, page: 1, limit: 500 })
  t.same(
    data.map(({ id }: { id: number }) => id),
    ids,
    'the oldest first',
  )
  t.match(data[0], {
    appeal_id: id,
    user_id: user.am.id,
    username: 'am',
    full_name: 'Test am',
    comment: 'From am',
    created_at: /Z$/,
  })
  t.match(await audited('appeal_comment', ids[0] as number), [
    { action: 'appeal.commented', user_id: user.am.id, after: { appeal_id: id, comment: 'From am' } },
  ])
})

t.test('pages and CSV', async (t) => {
  t.match(await done('bod', 'GET', `${url}?limit=2&page=2`), {
    data: [{ comment: 'From am_head' }, { comment: 'From bod' }],
    total: 5,
  })
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

t.test('an Idempotency-Key makes one comment of two requests', async (t) => {
  const post = () => call('bod', 'POST', url, { comment: 'Once' }, { 'idempotency-key': 'once' })
  t.same((await post()).body, (await post()).body)
})

t.test('outside of the portfolio neither is read nor written', async (t) => {
  const foreign = await submit({ seller_code: 'S-2' })
  for (const method of ['GET', 'POST'] as const)
    t.match(
      await call(
        'am',
        method,
        `/api/appeals/${foreign}/comments`,
        method === 'POST' ? { comment: 'x' } : undefined,
      ),
      { status: 403, body: { error: 'This seller is not in your portfolio.' } },
    )
  t.match(await done('bod', 'GET', `/api/appeals/${foreign}/comments`), { data: [], total: 0 })
  t.equal((await call('bod', 'GET', '/api/appeals/999999/comments')).status, 404)
})
