import t from 'tap'
import { PERIOD, scoredMonth } from './scored-month.ts'

const { call, user, submit, reviewed, decide, done } = await scoredMonth(t)
const other = await done('am_head', 'POST', '/api/sellers/am/create', { name: 'Other' })
const pending = await submit()
const underReview = await reviewed({ component_appealed: 'p_score' })
const foreign = await submit({ seller_code: 'S-2', submitted_by_am_id: other.id, evidence_urls: undefined })
const rejected = await reviewed({ component_appealed: 'f_score' })
await decide(rejected, { decision: 'reject', notes: 'No', reviewed_by: 'Ada' })
const ids = async (query: string) =>
  (await done('bod', 'GET', `/api/appeals${query}`)).data.map(({ id }: { id: number }) => id)

t.test('appeals are listed whole, the newest first', async (t) => {
  const { data, ...page } = await done('viewer', 'GET', '/api/appeals')
  t.same(page, { total: 4, page: 1, limit: 500 })
  t.same(await ids(''), [rejected, foreign, underReview, pending])
  const [last, second] = data
  const { score_before, created_at, updated_at, expires_at, am, ops, ...rest } = last
  t.same(rest, {
    ...{ id: rejected, seller_code: 'S-1', company_name: 'Company S-1', period: PERIOD },
    ...{ component_appealed: 'f_score', appeal_reason_type: 'system_outage' },
    description: 'The order interface was down',
    evidence_urls: ['https://example.com/outage.pdf'],
    ...{ submitted_by_am_id: user.am.am_id, am_name: 'Test AM' },
    sent_by: { name: 'Test bod', role: 'bod' },
    ...{ status: 'rejected', closed_reason: null, score_adjustment: null, score_after: null },
  })
  t.match(score_before, {
    revision: 1,
    total_sos: 82.5,
    tier: { name: 'Gold', color: '#D4A017' },
    components: { o_score: { raw: 59.17, weighted: 17.75 }, f_score: { raw: 100, weighted: 20 } },
  })
  t.match(ops, { decision: 'approve', notes: null, reviewed_by: 'ops_head' })
  t.match(am, { decision: 'reject', notes: 'No', reviewed_by: 'Ada', reviewed_at: updated_at })
  t.match(updated_at, /Z$/)
  t.equal(Date.parse(expires_at) - Date.parse(created_at), 30 * 24 * 3600_000)
  t.match(second, {
    seller_code: 'S-2',
    am_name: 'Other',
    status: 'pending',
    evidence_urls: [],
    ops: null,
    am: null,
  })
})

t.test('those that wait come first when it is sorted by their end', async (t) => {
  t.same(await ids('?sort=expires_at'), [pending, underReview, foreign, rejected])
})

t.test('filters', async (t) => {
  t.same(await ids('?status=pending'), [foreign, pending])
  t.same(await ids('?status=under_review'), [underReview])
  t.same(await ids('?status=rejected'), [rejected])
  t.same(await ids(`?period=${PERIOD}`), [rejected, foreign, underReview, pending])
  t.same(await ids('?period=2020-01'), [])
  t.same(await ids('?seller_code=S-2'), [foreign])
  t.same(await ids('?seller_code=S-unknown'), [])
  t.same(await ids(`?seller_code=S-1&status=pending&period=${PERIOD}`), [pending])
})

t.test('pages carry the total, also past the end', async (t) => {
  const second = { data: [{ id: foreign }], total: 4, page: 2, limit: 1 }
  t.match(await done('bod', 'GET', '/api/appeals?limit=1&page=2'), second)
  t.same(await done('bod', 'GET', '/api/appeals?page=9'), { data: [], total: 4, page: 9, limit: 500 })
})

t.test('an account manager is told of no appeal of another', async (t) => {
  t.match(await call('am', 'GET', `/api/appeals/${foreign}`), {
    status: 403,
    body: { error: 'This seller is not in your portfolio.' },
  })
})

t.test('a query of another kind answers 400 and says what is known', async (t) => {
  const states = 'pending, under_review, approved, partially_approved, rejected, expired'
  for (const [query, error] of [
    ['status=open', `status must be one of ${states}.`],
    ['status=PENDING_REVIEW', `status must be one of ${states}.`],
    ['period=2026-13', 'period must be a month such as 2026-01.'],
    ['sort=id', /^sort /],
    ['state=pending', /^state is not a known field here/],
  ] as const)
    t.match(await call('bod', 'GET', `/api/appeals?${query}`), { status: 400, body: { error } }, query)
})

t.test('an unknown appeal answers 404', async (t) => {
  for (const path of ['', '/preview'])
    t.match(await call('bod', 'GET', `/api/appeals/999${path}`), {
      status: 404,
      body: { error: 'There is no appeal 999.' },
    })
  t.equal((await call('bod', 'GET', '/api/appeals/x')).status, 400)
  t.equal((await call('bod', 'GET', '/api/appeals/2147483648')).status, 400)
})

t.test('a seller shows its open appeals to those who read appeals', async (t) => {
  const { open_appeals } = await done('am', 'GET', '/api/sellers/S-1')
  t.match(open_appeals, [
    { id: underReview, component_appealed: 'p_score', status: 'under_review', period: PERIOD },
    { id: pending, component_appealed: 'o_score', status: 'pending', appeal_reason_type: 'system_outage' },
  ])
  t.equal(open_appeals.length, 2)
  t.notOk('open_appeals' in (await done('warehouse', 'GET', '/api/sellers/S-1').catch(() => ({}))))
  t.notOk('open_appeals' in (await done('finance', 'GET', '/api/sellers/S-1')))
})
