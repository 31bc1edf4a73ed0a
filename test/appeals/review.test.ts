import t from 'tap'
import { bearer } from '../auth/accounts.ts'
import { ownFields } from '../config/a-record.ts'
import { testApp } from '../setup/app.ts'
import { PERIOD, scoredMonth } from './scored-month.ts'

const month = await scoredMonth(t)
const { call, user, done, calculate, pushOrders, submit, reviewed } = month
const { decide, appeal, score, events, audited } = month
const reviewOps = (id: number, body: object, role: 'bod' | 'ops_head' | 'admin' = 'ops_head') =>
  call(role, 'PATCH', `/api/appeals/${id}/review-ops`, body)
let component = 0
/** Each test appeals against another component, so that none meets the open appeal of another. */
const next = () => ({
  seller_code: component >= 5 ? 'S-2' : 'S-1',
  component_appealed: ['p_score', 'o_score', 't_score', 'f_score', 'i_score'][component++ % 5],
})

t.test('an appeal that nobody made answers 404', async (t) => {
  t.equal((await reviewOps(999, { decision: 'approve' })).status, 404)
  t.equal((await decide(999, { decision: 'approve' })).status, 404)
})

t.test('the first review is kept as a recommendation', async (t) => {
  const id = await submit(next())
  const body = { decision: 'partially_approve', notes: 'Half of it was ours', reviewed_by: 'Olga Brandt' }
  t.match(await reviewOps(id, body), { status: 200, body: { success: true } })
  const after = await appeal(id)
  t.match(after, { status: 'under_review', ops: body, am: null, score_adjustment: null, score_after: null })
  t.match(await audited('appeal', id), [
    { action: 'appeal.submitted' },
    {
      action: 'appeal.reviewed',
      user_id: user.ops_head.id,
      before: { status: 'pending' },
      after: { status: 'under_review', ops_decision: 'partially_approve' },
    },
  ])

  t.equal((await decide(id, { decision: 'reject' })).status, 200, 'it binds nobody')
  const am = { decision: 'reject', notes: null, reviewed_by: 'am_head' }
  t.match(await appeal(id), { status: 'rejected', ops: body, am })
})

t.test('a rejected recommendation still goes to the AM head', async (t) => {
  const id = await submit(next())
  await reviewOps(id, { decision: 'reject' })
  t.equal((await appeal(id)).status, 'under_review')
  t.equal((await decide(id, { decision: 'partially_approve' })).status, 200)
  t.equal((await appeal(id)).status, 'partially_approved')
})

t.test('a review in the wrong state answers 409', async (t) => {
  const id = await submit(next())
  const refused = async (answer: Promise<{ status: number; body: unknown }>, why: string) => {
    const { status, body } = await answer
    t.same([status, body], [409, { error: `The appeal ${why}.` }])
  }
  await refused(decide(id, { decision: 'approve' }), 'is pending: the operations head reviews it first')
  await reviewOps(id, { decision: 'approve' })
  await refused(
    reviewOps(id, { decision: 'reject' }, 'admin'),
    'is under review: Test ops_head has recommended on it, and the head of account management decides',
  )
  await decide(id, { decision: 'approve' })
  for (const role of ['am_head', 'bod'] as const)
    await refused(decide(id, { decision: 'reject' }, role), 'was approved by Test am_head, which is final')
  await refused(reviewOps(id, { decision: 'reject' }), 'was approved by Test am_head, which is final')
  t.match(await appeal(id), { status: 'approved', ops: { decision: 'approve' }, am: { decision: 'approve' } })
})

t.test('both reviews by one user answer 409, unless it is a bod', async (t) => {
  const id = await submit(next())
  await reviewOps(id, { decision: 'approve' }, 'admin')
  const error = 'You have recommended on it; somebody else must decide.'
  t.match(await decide(id, { decision: 'approve' }, 'admin'), { status: 409, body: { error } })
  t.equal((await appeal(id)).status, 'under_review')
  t.equal((await decide(id, { decision: 'approve' })).status, 200, 'another user decides')

  const second = await submit(next())
  await reviewOps(second, { decision: 'approve' }, 'bod')
  t.equal((await decide(second, { decision: 'approve' }, 'bod')).status, 200, 'a bod does both')
})

t.test('nor does the API key of a bod make a bod of its user', async (t) => {
  const { DATABASE_URL } = month
  const JWT_SECRET = 'a secret that only these tests know'
  const verified = await testApp(t, { DATABASE_URL, AUTH_MODE: 'verified', JWT_SECRET })
  const patch = async (role: 'admin' | 'bod', path: string) => {
    const ofBod = { name: 'k', user_id: user[role].id, role: 'bod' }
    const { key } = await done('bod', 'POST', '/api/auth/api-keys', ofBod)
    return verified.call(role, 'PATCH', `/api/appeals/${path}`, { decision: 'approve' }, bearer(key))
  }
  for (const [role, status] of [
    ['admin', 409],
    ['bod', 200],
  ] as const) {
    const id = await submit({ seller_code: 'S-2', component_appealed: 'p_score' })
    t.equal((await patch(role, `${id}/review-ops`)).status, 200)
    t.equal((await patch(role, `${id}/review-am`)).status, status, role)
    if (status === 409) await decide(id, { decision: 'reject' })
  }
})

t.test('a wrong body answers 400 and changes nothing', async (t) => {
  const id = await reviewed({ seller_code: 'S-2', component_appealed: 't_score' })
  const adjusted = (score_adjustment: object) => ({ decision: 'approve', score_adjustment })
  const score_adjustment = { f_score_raw_after: 1 }
  const known =
    'p_score_raw_after, o_score_raw_after, t_score_raw_after, f_score_raw_after, i_score_raw_after, total_sos_after'
  const cases: [object, string][] = [
    [{}, 'decision is required.'],
    [{ decision: 'maybe' }, 'decision must be one of approve, partially_approve, reject.'],
    [
      { decision: 'approve', note: 'x' },
      'note is not a known field here; known are decision, notes, reviewed_by, score_adjustment.',
    ],
    [{ decision: 'reject', score_adjustment }, 'score_adjustment is not allowed with reject.'],
    [{ decision: 'Rejected', score_adjustment }, 'score_adjustment is not allowed with reject.'],
    [adjusted({}), 'score_adjustment must name at least one field.'],
    [adjusted({ o_score: 80 }), `score_adjustment.o_score is not a known field here; known are ${known}.`],
    [adjusted({ t_score_raw_after: 'high' }), 'score_adjustment.t_score_raw_after must be a number.'],
    [adjusted({ t_score_raw_after: 100.01 }), 'score_adjustment.t_score_raw_after must be at most 100.'],
    [adjusted({ total_sos_after: -0.01 }), 'score_adjustment.total_sos_after must be at least 0.'],
    [
      adjusted({ total_sos_after: 80.005 }),
      'score_adjustment.total_sos_after must have at most two decimals.',
    ],
  ]
  for (const [wrong, error] of cases) {
    const { status, body } = await decide(id, wrong)
    t.same([status, body], [400, { error }])
  }
  t.match(await appeal(id), { status: 'under_review', am: null })
  const pending = await submit({ seller_code: 'S-2', component_appealed: 'o_score' })
  for (const body of [{}, { decision: 'maybe' }, { decision: 'approve', total_sos_after: 1 }])
    t.equal((await reviewOps(pending, body)).status, 400)
  t.equal((await reviewOps(pending, { decision: 'approve', notes: [] })).status, 400)
})

t.test('decisions are also taken as the state that they lead to, and names as numbers', async (t) => {
  for (const [given, decision, status] of [
    ['approved', 'approve', 'approved'],
    ['partial', 'partially_approve', 'partially_approved'],
    ['Partially Approved', 'partially_approve', 'partially_approved'],
    ['partially_approved', 'partially_approve', 'partially_approved'],
    ['rejected', 'reject', 'rejected'],
    ['Reject', 'reject', 'rejected'],
    ['APPROVED', 'approve', 'approved'],
  ] as const) {
    const id = await submit({ seller_code: 'S-2', component_appealed: 'p_score' })
    const nothing = { notes: null, score_adjustment: null }
    t.equal((await reviewOps(id, { decision: given, reviewed_by: 7, ...nothing })).status, 200, given)
    t.equal((await decide(id, { decision: given, reviewed_by: 8, ...nothing })).status, 200, given)
    const [ops, am] = ['7', '8'].map((reviewed_by) => ({ decision, reviewed_by }))
    t.match(await appeal(id), { status, ops, am })
  }
})

t.test('every decision is published once, and makes room for another appeal', async (t) => {
  const published = await events('appeal.decided')
  const decided = (await done('bod', 'GET', '/api/appeals')).data.filter(({ am }: { am: unknown }) => am)
  t.same(published.map(({ data }) => data.id).sort(), decided.map(({ id }: { id: number }) => id).sort())
  for (const { data } of published) {
    t.match(data, { previous: { status: 'under_review' }, am: { decision: String } })
    t.notOk('notes' in data.am || 'notes' in data.ops || 'description' in data)
  }
  t.match(await calculate(), { sellers_scored: 2, sellers_final: 0 }, 'no score was adjusted')
  const { seller_code, component_appealed } = decided[0]
  t.ok(await submit({ seller_code, component_appealed }))
})

t.test('a recommendation may propose points, which an approval takes', async (t) => {
  for (const [decision, raw] of [
    ['approve', 91.5],
    ['partially_approve', 92.5],
  ] as const) {
    const id = await submit({ seller_code: 'S-1', component_appealed: 't_score' })
    const score_adjustment = { t_score_raw_after: raw }
    for (const [body, error] of [
      [{ decision: 'reject', score_adjustment }, /not allowed with reject/],
      [{ decision: 'approve', score_adjustment: { o_score_raw_after: 1.234 } }, /at most two decimals/],
    ] as const)
      t.match(await reviewOps(id, body), { status: 400, body: { error } })
    t.equal((await reviewOps(id, { decision: 'partially_approve', score_adjustment })).status, 200)
    t.match(await appeal(id), { status: 'under_review', score_adjustment, score_after: null })
    t.match((await call('am_head', 'GET', `/api/appeals/${id}/preview`)).body, { score_adjustment })
    t.equal((await decide(id, { decision })).status, 200)
    t.match(await appeal(id), { score_adjustment, score_after: { components: { t_score: { raw } } } })
  }
})

t.test('an approval takes what was proposed while it is of the same score', async (t) => {
  const outdated = {
    status: 409,
    body: {
      error:
        'The score has changed since operations recommended: give points of your own (score_adjustment), or reject the appeal.',
    },
    headers: { 'x-error-code': 'proposal_outdated' },
  }
  const score_adjustment = { o_score_raw_after: 70 }
  const seller = { seller_code: 'S-9', company_name: 'Ninth', contract_start_date: '2020-01-01' }
  await done('bod', 'POST', '/api/sellers', seller)
  await pushOrders('S-9', 2)
  await calculate()
  const proposed = async () => {
    const id = await submit({ seller_code: 'S-9', component_appealed: 'o_score' })
    t.equal((await reviewOps(id, { decision: 'approve', score_adjustment })).status, 200)
    return id
  }
  const preview = (id: number) => call('am_head', 'GET', `/api/appeals/${id}/preview`)

  await t.test('not once it is calculated to other numbers, at the same revision', async (t) => {
    const id = await proposed()
    const { run_id, total_sos } = await score('S-9')
    await done('bod', 'POST', '/api/sos/monthly/calculate', { period: PERIOD, seller_codes: ['S-9'] })
    const again = await score('S-9')
    t.same([again.run_id > run_id, again.total_sos], [true, total_sos])
    const shown = { status: 200, body: { score_adjustment } }
    t.match(await preview(id), shown, 'a run that came to the same counts for nothing')
    const { data } = await done('bod', 'GET', '/api/config/tiers')
    const tier = data.find(({ name }: { name: string }) => name === again.tier.name)
    const benefits = 'A parking place'
    await done('bod', 'PUT', `/api/config/tiers/${tier.id}`, { ...ownFields(tier), benefits })
    await calculate()
    t.match((await score('S-9')).tier, { name: tier.name, benefits })
    t.match(await preview(id), { status: 200 }, 'nor do other benefits of the same tier')
    await pushOrders('S-9', 0)
    await calculate()
    const calculated = await score('S-9')
    t.match(calculated, { revision: 1, components: { o_score: { raw: 100 } } })
    t.match(await preview(id), outdated)
    t.match(await decide(id, { decision: 'approve' }), outdated)
    t.match(await appeal(id), { status: 'under_review', score_adjustment, score_before: { revision: 1 } })
    t.same(await score('S-9'), calculated)
    t.match(await decide(id, { decision: 'reject' }), { status: 200 })
  })

  await t.test('nor once another appeal has revised it, but by points of the decision', async (t) => {
    const id = await proposed()
    const other = await reviewed({ seller_code: 'S-9', component_appealed: 'p_score' })
    await decide(other, { decision: 'approve', score_adjustment: { p_score_raw_after: 95 } })
    t.match(await decide(id, { decision: 'approve' }), outdated)
    const points = { o_score_raw_after: 99 }
    t.match(await decide(id, { decision: 'approve', score_adjustment: points }), { status: 200 })
    t.match(await score('S-9'), { revision: 3, components: { o_score: { raw: 99 } } })
  })

  await t.test('whatever it was when the appeal was made', async (t) => {
    const id = await submit({ seller_code: 'S-9', component_appealed: 'o_score' })
    const other = await reviewed({ seller_code: 'S-9', component_appealed: 'p_score' })
    await decide(other, { decision: 'approve', score_adjustment: { p_score_raw_after: 90 } })
    await reviewOps(id, { decision: 'approve', score_adjustment })
    t.match(await appeal(id), { score_before: { revision: 4 }, score: { revision: 4 } })
    const { body } = await preview(id)
    t.match(await decide(id, { decision: 'approve' }), { status: 200 })
    t.same((await appeal(id)).score_after, body.score_after, 'and it does what its preview says')
  })
})
