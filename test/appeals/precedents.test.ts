import t from 'tap'
import { MOST_COMPARED } from '../../plugins/appeals/precedents.ts'
import { PERIOD, scoredMonth } from './scored-month.ts'

const { app, call, user, done, calculate, pushOrders, submit, reviewed, decide } = await scoredMonth(t)
const precedents = (id: number, query = '', role: Parameters<typeof call>[0] = 'viewer') =>
  call(role, 'GET', `/api/appeals/${id}/precedents${query}`)
const shown = async (id: number, query = '') =>
  (await precedents(id, query)).body.data.map(({ appeal_id }: { appeal_id: number }) => appeal_id)

/** The sellers are alike but for cancelled orders: S-1 has 2, S-3 3 and S-4 6 of 40. */
for (const [seller_code, cancelled] of [
  ['S-3', 3],
  ['S-4', 6],
] as const) {
  await done('bod', 'POST', '/api/sellers', { seller_code, company_name: `Company ${seller_code}` })
  await pushOrders(seller_code, cancelled)
}
await calculate()
const about = { submitted_by_am_id: user.am.am_id }
const far = await reviewed({ ...about, seller_code: 'S-4' })
const near = await reviewed({ ...about, seller_code: 'S-3' })
const ownReason = 'Fire at Company S-2'
const otherReason = await reviewed({ ...about, seller_code: 'S-2', appeal_reason_type: ownReason })
const elsewhere = await reviewed({ ...about, seller_code: 'S-2', component_appealed: 'f_score' })
const asked = await submit()

t.test('an appeal without a decided one like it has no precedents', async (t) => {
  const { status, body } = await precedents(asked)
  t.equal(status, 200)
  t.same(body, {
    appeal_id: asked,
    component_appealed: 'o_score',
    appeal_reason_type: 'system_outage',
    raw_before: 59.17,
    outcomes: { decided: 0, approved: 0, partially_approved: 0, rejected: 0, approved_share: null },
    data: [],
  })
})

t.test('decided appeals of the component: the same reason first, then the nearest', async (t) => {
  await decide(otherReason, { decision: 'reject', notes: 'S-2 has a report of its own' })
  await decide(far, { decision: 'partially_approve', score_adjustment: { o_score_raw_after: 70 } })
  await decide(near, { decision: 'approve', notes: 'The outage is confirmed' })
  await decide(elsewhere, { decision: 'approve' })
  const { body } = await precedents(asked)
  t.match(body.outcomes, { decided: 2, approved: 1, partially_approved: 1, rejected: 0, approved_share: 1 })
  t.match(body.data, [
    {
      ...{ appeal_id: near, seller_code: 'S-3', company_name: 'Company S-3', period: PERIOD },
      ...{ appeal_reason_type: 'system_outage', same_reason: true },
      distance: 16.25, // 59.17 − 50.42 of the raws, (30 − 15) ÷ 2 of the points
      ...{ decision: 'approved', score_adjustment: null, am_notes: 'The outage is confirmed' },
      ...{ raw_before: 50.42, raw_after: null, total_after: null },
      ...{ is_rated_before: true, is_rated_after: null },
    },
    {
      ...{ appeal_id: far, decision: 'partially_approved', decided_at: String },
      ...{ score_adjustment: { o_score_raw_after: 70 }, raw_before: 41.67, raw_after: 70 },
      ...{ total_before: Number, total_after: Number, is_rated_before: true, is_rated_after: true },
    },
    { appeal_id: otherReason, same_reason: false, distance: 0, decision: 'rejected' },
  ])
  t.same(await shown(asked, '?limit=1'), [near])
  t.same(await shown(otherReason), [near, far], 'itself is none of them')
})

t.test('an account manager sees those of others without names, ids, notes and own reasons', async (t) => {
  const { body } = await precedents(asked, '', 'am')
  t.notMatch(JSON.stringify(body), /S-[234]|confirmed|report|Fire/)
  const unnamed = { appeal_id: null, seller_code: null, company_name: null, am_notes: null }
  t.match(body.data, [
    { ...unnamed, appeal_reason_type: 'system_outage' },
    { decision: 'partially_approved', raw_before: 41.67, raw_after: 70 },
    { appeal_reason_type: null, same_reason: false },
  ])
  const own = await reviewed({ component_appealed: 'p_score' })
  await decide(own, { decision: 'reject', notes: 'No' })
  const like = await submit({ component_appealed: 'p_score' })
  t.match((await precedents(like, '', 'am')).body.data, [
    { appeal_id: own, seller_code: 'S-1', am_notes: 'No', distance: 0 },
  ])
})

t.test('what nobody made answers 404, an odd limit 400', async (t) => {
  t.equal((await precedents(999)).status, 404)
  t.equal((await precedents(asked, '?limit=0')).status, 400)
  t.equal((await precedents(asked, '?limit=100000')).status, 200)
})

t.test('asked again with its tag it is 304 until another is decided', async (t) => {
  const { headers } = await precedents(asked)
  const again = () =>
    call('viewer', 'GET', `/api/appeals/${asked}/precedents`, undefined, {
      'if-none-match': String(headers.etag),
    })
  t.equal((await again()).status, 304)
  await decide(await reviewed({ ...about, seller_code: 'S-3' }), { decision: 'reject' })
  t.match(await again(), {
    status: 200,
    body: { outcomes: { decided: 3, rejected: 1, approved_share: 0.6667 } },
  })
})

t.test('the newest are compared, and all are counted', async (t) => {
  await app.db.run(
    `insert into appeals
     select (jsonb_populate_record(a, jsonb_build_object('id', 10000 + n, 'seller_id', b.seller_id,
              'am_reviewed_at', a.am_reviewed_at + interval '1 day' * n))).*
     from appeals a, generate_series(1, $2::int) n, appeals b where a.id = $1 and b.id = $3`,
    [far, MOST_COMPARED, near],
  )
  const { body } = await precedents(asked, '?limit=100')
  t.equal(body.outcomes.decided, MOST_COMPARED + 3)
  t.equal(body.data.length, 100)
  const found = body.data.map(({ appeal_id }: { appeal_id: number }) => appeal_id)
  t.notOk(found.includes(near), 'nearer, and older than the newest')
  t.equal(found[0], 10000 + MOST_COMPARED, 'equals: the newest first')
})

t.test('a metric with points on one side and a score without an explanation lie far apart', async (t) => {
  const ofSeller = `from sellers s where s.id = e.seller_id and s.seller_code = $1`
  const unmeasure = (seller_code: string) =>
    app.db.run(
      `update score_explanations e set inputs = null, explanation = (
         select jsonb_set(e.explanation::jsonb, '{metrics}', jsonb_agg(m || '{"points": null}'))::json
         from jsonb_array_elements(e.explanation::jsonb -> 'metrics') m)
       ${ofSeller}`,
      [seller_code],
    )
  const distance = async () => (await precedents(asked, '?limit=1')).body.data[0].distance
  await unmeasure('S-3')
  t.equal(await distance(), 117.5, 'points on one side: 59.17 − 41.67 of the raws, and 100')
  await unmeasure('S-1')
  t.equal(await distance(), 17.5, 'nothing but N/A')
  await app.db.run(`delete from score_explanations e ${ofSeller.replace('from', 'using')}`, ['S-3'])
  t.equal(await distance(), 117.5, 'no explanation')
})
