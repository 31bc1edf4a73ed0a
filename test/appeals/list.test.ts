import t from 'tap'
import { APPEAL_STATUSES } from '../../src/domain/appeals/appeal-record.ts'
import { PERIOD, scoredMonth } from './scored-month.ts'

const { call, user, submit, reviewed, decide, done } = await scoredMonth(t)
const other = await done('am_head', 'POST', '/api/sellers/am/create', {
  name: 'Other',
  email: 'other@example.com',
})
const pending = await submit()
const underReview = await reviewed({ component_appealed: 'p_score' })
const foreign = await submit({ seller_code: 'S-2', submitted_by_am_id: other.id, evidence_urls: undefined })
const rejected = await reviewed({ component_appealed: 'f_score' })
await decide(rejected, { decision: 'reject', notes: 'No', reviewed_by: 'Ada' })
const ids = async (query: string, role: 'bod' | 'am' = 'bod') =>
  (await done(role, 'GET', `/api/appeals${query}`)).data.map(({ id }: { id: number }) => id)

t.test('appeals are listed whole, the newest first', async (t) => {
  const { data, ...page } = await done('viewer', 'GET', '/api/appeals')
  t.same(page, { total: 4, page: 1, limit: 500 })
  t.same(
    data.map(({ id }: { id: number }) => id),
    [rejected, foreign, underReview, pending],
  )
  const [last, second] = data
  const { score_before, created_at, updated_at, expires_at, am, ops, ...rest } = last
  t.same(rest, {
    id: rejected,
    seller_code: 'S-1',
    company_name: 'Company S-1',
    period: PERIOD,
    component_appealed: 'f_score',
    appeal_reason_type: 'system_outage',
    description: 'The order interface was down',
    evidence_urls: ['https://example.com/outage.pdf'],
    submitted_by_am_id: user.am.am_id,
    am_name: 'Test AM',
    sent_by: { name: 'Test bod', role: 'bod' },
    status: 'rejected',
    closed_reason: null,
    score_adjustment: null,
    score_after: null,
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
  t.match(await call('bod', 'GET', '/api/appeals?sort=id'), { status: 400, body: { error: /^sort / } })
})

t.test('filters', async (t) => {
  t.same(await ids('?status=pending'), [foreign, pending])
  t.same(await ids('?status=under_review'), [underReview])
  t.same(await ids('?status=rejected'), [rejected])
  t.same(await ids('?status=approved'), [])
  t.same(await ids(`?period=${PERIOD}`), [rejected, foreign, underReview, pending])
  t.same(await ids('?period=2020-01'), [])
  t.same(await ids('?seller_code=S-2'), [foreign])
  t.same(await ids('?seller_code=S-unknown'), [])
  t.same(await ids(`?seller_code=S-1&status=pending&period=${PERIOD}`), [pending])
})

t.test('pages carry the total, also past the end', async (t) => {
  t.match(await done('bod', 'GET', '/api/appeals?limit=1&page=2'), {
    data: [{ id: foreign }],
    total: 4,
    page: 2,
    limit: 1,
  })
  t.same(await done('bod', 'GET', '/api/appeals?page=9'), { data: [], total: 4, page: 9, limit: 500 })
})

t.test('another status answers 400 and names the six', async (t) => {
  for (const status of ['open', 'PENDING_REVIEW'])
    t.same(
      await call('bod', 'GET', `/api/appeals?status=${status}`).then(({ status, body }) => [status, body]),
      [400, { error: `status must be one of ${APPEAL_STATUSES.join(', ')}.` }],
    )
  t.same(APPEAL_STATUSES, [
    'pending',
    'under_review',
    'approved',
    'partially_approved',
    'rejected',
    'expired',
  ])
})

t.test('a wrong period, page or unknown parameter answers 400', async (t) => {
  for (const query of ['period=2026-13', 'period=now', 'page=0', 'limit=0', 'state=pending'])
    t.equal((await call('bod', 'GET', `/api/appeals?${query}`)).status, 400, query)
})

t.test('an account manager sees the appeals of the own portfolio', async (t) => {
  t.same(await ids('', 'am'), [rejected, underReview, pending])
  t.same(await ids('?seller_code=S-2', 'am'), [])
  t.equal((await done('am', 'GET', '/api/appeals')).total, 3)
  t.equal((await done('am', 'GET', `/api/appeals/${pending}`)).id, pending)
  for (const path of ['', '/preview'])
    t.match(await call('am', 'GET', `/api/appeals/${foreign}${path}`), {
      status: 403,
      body: { error: 'This seller is not in your portfolio.' },
    })
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
