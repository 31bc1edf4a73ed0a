import t from 'tap'
import { PERIOD, scoredMonth } from './scored-month.ts'

const { app, call, user, done, calculate, pushOrders, submit, reviewed, decide, appeal, score } =
  await scoredMonth(t)
const preview = (id: number, query = '') => call('viewer', 'GET', `/api/appeals/${id}/preview${query}`)
const open = await submit()
const untouched = await score()

t.test('an open appeal shows what it can bring at most', async (t) => {
  const { id, preview: shown, course, score: current } = await appeal(open)
  t.match(shown, {
    score_adjustment: { o_score_raw_after: 100 },
    score_before: { revision: 1, total_sos: 82.5, tier: { name: 'Gold' } },
    score_after: {
      revision: 2,
      total_sos: 94.75,
      tier: { name: 'Platinum' },
      components: { o_score: { raw: 100 } },
    },
    tier_changed: true,
    sentence:
      'An appeal about Operations changed its score from 59.17 to 100.00. The total went from 82.50 to 94.75.',
    tier_sentence: 'Platinum is the highest tier.',
  })
  t.same(Object.keys(shown.score_adjustment), ['o_score_raw_after'])
  t.match(current, { id: untouched.id, status: 'under_review', revision: 1, total_sos: 82.5 })
  t.match(course, [
    {
      ...{ step: 'submitted', user: { id: user.bod.id, username: 'bod', full_name: 'Test bod' } },
      ...{ by: 'Test AM', decision: null, notes: null },
    },
  ])
  t.same((await preview(id)).body, shown, 'as its preview does')
})

t.test('a preview takes what an adjustment would name', async (t) => {
  const cases: [string, object][] = [
    ['?o_score_raw_after=40', { total_sos: 76.75, tier: { name: 'Silver' } }],
    ['?total_sos_after=66', { total_sos: 66, components: { o_score: { raw: 59.17 } } }],
    [
      '?p_score_raw_after=50',
      { total_sos: 72.5, components: { o_score: { raw: 59.17 }, p_score: { raw: 50 } } },
    ],
    ['?o_score_raw_after=90&total_sos_after=50.5', { total_sos: 50.5, components: { o_score: { raw: 90 } } }],
  ]
  for (const [query, score_after] of cases)
    t.match(await preview(open, query), { status: 200, body: { score_after } }, query)
  const same = { tier_changed: false, score_after: { total_sos: 82.5 } }
  t.match((await preview(open, '?o_score_raw_after=59.17')).body, same)
})

t.test('a preview changes nothing', async (t) => {
  t.same(await score(), untouched)
  t.same(await app.db.rows('select from score_revisions'), [])
})

t.test('a preview is refused as the adjustment would be', async (t) => {
  const cases: [string, string][] = [
    ['?o_score_raw_after=101', 'o_score_raw_after must be at most 100.'],
    ['?o_score_raw_after=-1', 'o_score_raw_after must be at least 0.'],
    ['?o_score_raw_after=1.234', 'o_score_raw_after must have at most two decimals.'],
    ['?o_score_raw_after=much', 'o_score_raw_after must be a number.'],
    [
      '?o_score=1',
      'o_score is not a known field here; known are p_score_raw_after, o_score_raw_after, t_score_raw_after, f_score_raw_after, i_score_raw_after, total_sos_after.',
    ],
  ]
  for (const [query, error] of cases)
    t.match(await preview(open, query), { status: 400, body: { error } }, query)
})

t.test('a preview is of the score as it is now', async (t) => {
  await pushOrders('S-1', 0)
  await calculate()
  const score_before = { revision: 1, total_sos: 100 }
  t.match((await preview(open)).body, { score_before, score_after: { total_sos: 100 } })
  const kept = { score_before: { total_sos: 82.5 }, score: { total_sos: 100 } }
  t.match(await appeal(open), kept, 'the appeal keeps what it was made against')
})

t.test('a decided appeal shows its whole timeline and has no preview', async (t) => {
  const id = await reviewed({ seller_code: 'S-2' })
  await decide(id, { decision: 'reject', notes: 'Too late', reviewed_by: 'Ada Marsh' })
  const { course, preview: shown, score_before } = await appeal(id)
  t.match(course, [
    { step: 'submitted', user: { username: 'bod' } },
    { step: 'ops_review', user: { username: 'ops_head' }, by: 'ops_head', decision: 'approve', notes: null },
    {
      ...{ step: 'am_review', user: { username: 'am_head' }, by: 'Ada Marsh' },
      ...{ decision: 'reject', notes: 'Too late' },
    },
  ])
  const times = course.map(({ at }: { at: string }) => at)
  t.same(times, times.toSorted())
  t.equal(shown, null)
  t.match(score_before, { total_sos: 82.5 })
  const error = 'The appeal is rejected: there is nothing to preview.'
  t.match(await preview(id), { status: 409, body: { error } })
})

t.test('what the preview says is what the approval does', async (t) => {
  const id = await reviewed({ seller_code: 'S-2', component_appealed: 't_score' })
  const { body } = await preview(id, '?t_score_raw_after=12.34')
  await decide(id, { decision: 'approve', score_adjustment: { t_score_raw_after: 12.34 } })
  const after = await appeal(id)
  t.same(after.score_after, body.score_after)
  t.equal(
    (await done('bod', 'GET', `/api/sos/sellers/S-2/score/explanation?period=${PERIOD}`)).appeal.sentence,
    body.sentence,
  )
})
