import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { settled } from '../setup/settled.ts'
import { listening } from './over-http.ts'

// A score that its account manager does not accept: appeal, two reviews, a new revision, and who is told.

const MONTH = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const { app, ask, done, as, user } = await listening(t)
const score = () => done(as.bod, 'GET', '/api/sos/sellers/S-1/score')
const record = async () => (await done(as.bod, 'GET', `/api/sos/monthly?period=${MONTH}`)).data[0]
const told = async () =>
  (await done(as.viewer, 'GET', '/api/events')).data.map(({ type }: { type: string }) => type)

t.before(async () => {
  await done(as.ops_head, 'POST', '/api/sellers', {
    seller_code: 'S-1',
    company_name: 'First',
    contract_start_date: '2020-01-01',
    assigned_am_id: user.am.am_id,
  })
  const records = Array.from({ length: 40 }, (_, n) => ({
    seller_code: 'S-1',
    order_code: `O-${n}`,
    ordered_at: `${MONTH}-05T10:00:00Z`,
    ...(n < 2 && { cancelled_at: `${MONTH}-06T10:00:00Z`, cancel_fault: 'seller' }),
  }))
  await done(as.system, 'POST', '/api/sync/orders', { records })
  await done(as.am_head, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  const { id } = await record()
  await done(as.am_head, 'PATCH', `/api/sos/monthly/${id}/finalize`, { notes: 'As calculated' })
})

let id: number
let revision_1: { total_sos: number }

t.test('the account manager appeals against the final score', async (t) => {
  revision_1 = await score()
  t.match(revision_1, { total_sos: 59.17, tier: { name: 'Bronze' }, status: 'final' })
  const appeal = {
    seller_code: 'S-1',
    period: MONTH,
    component_appealed: 'o_score',
    appeal_reason_type: 'system_outage',
    description: 'Both orders were cancelled by our own interface',
    evidence_urls: ['https://example.com/outage.pdf'],
    submitted_by_am_id: user.am.am_id,
  }
  const created = await done(as.am, 'POST', '/api/appeals', appeal)
  id = created.id
  const detail = await done(as.am, 'GET', `/api/appeals/${id}`)
  t.match(detail, { id, ...appeal, status: 'pending', ops: null, am: null, score_after: null })
  t.match(detail.score_before, { revision: 1, total_sos: 59.17 })
  t.equal((await ask(as.am, 'POST', '/api/appeals', appeal)).status, 409, 'one open appeal at a time')
})

t.test('before the decision everybody can see what approving would do', async (t) => {
  const preview = await done(as.viewer, 'GET', `/api/appeals/${id}/preview?o_score_raw_after=90`)
  t.match(preview, {
    score_before: { total_sos: 59.17 },
    score_after: { total_sos: 68.42, tier: { name: 'Silver' } },
  })
  t.same(await score(), revision_1, 'and nothing is done yet')
})

t.test('the operations head recommends, the AM head decides, and neither out of turn', async (t) => {
  const review = (who: keyof typeof as, step: string, body: object) =>
    ask(as[who], 'PATCH', `/api/appeals/${id}/review-${step}`, body)
  const approve = { decision: 'approve', score_adjustment: { o_score_raw_after: 90 } }
  t.equal((await review('am', 'ops', { decision: 'approve' })).status, 403)
  t.equal((await review('am_head', 'am', approve)).status, 409, 'not before the first review')

  const ops = { decision: 'approve', notes: 'The outage is confirmed', reviewed_by: 'Olga Brandt' }
  t.equal((await review('ops_head', 'ops', ops)).status, 200)
  t.equal((await review('ops_head', 'ops', ops)).status, 409, 'not twice')
  t.equal((await review('ops_head', 'am', approve)).status, 403)
  t.match(await done(as.am, 'GET', `/api/appeals/${id}`), { status: 'under_review', ops })

  const am = { ...approve, notes: 'Agreed', reviewed_by: 'Ada Marsh' }
  t.equal((await review('am_head', 'am', am)).status, 200)
  t.equal((await review('am_head', 'am', am)).status, 409, 'a decision is final')
  const decided = await done(as.am, 'GET', `/api/appeals/${id}`)
  t.match(decided, { status: 'approved', score_after: { revision: 2, total_sos: 68.42 }, preview: null })
  t.same(
    decided.course.map(({ step, by }: Record<string, string>) => [step, by]),
    [
      ['submitted', 'Test AM'],
      ['ops_review', 'Olga Brandt'],
      ['am_review', 'Ada Marsh'],
    ],
  )
})

t.test('the score has a second revision, which every reader shows; it stays final', async (t) => {
  const now = await score()
  const raw = { raw: 90 }
  t.match(now, { total_sos: 68.42, tier: { name: 'Silver' }, components: { o_score: raw }, status: 'final' })
  const { data } = await done(as.bod, 'GET', '/api/sos/sellers/S-1/score/history')
  t.match(data, [{ period: MONTH, total_sos: 68.42, revision: 2, status: 'final' }])
  t.match(await record(), { total_sos: 68.42, revision: 2, status: 'final' })
  const stats = await done(as.bod, 'GET', `/api/dashboard/stats?period=${MONTH}`)
  const inUse = stats.tier_distribution.filter(({ count }: { count: number }) => count > 0)
  t.match(inUse, [{ tier_name: 'Silver', count: 1 }])
  t.equal(inUse.length, 1)
  t.match(stats, {
    avg_sos: 68.42,
    pending_appeals: 0,
  })

  const explain = (query = '') => done(as.am, 'GET', `/api/sos/sellers/S-1/score/explanation${query}`)
  t.match(await explain(), { revision: 2, total_sos: 68.42, appeal: { component: 'o_score', raw_after: 90 } })
  t.match(await explain('?revision=1'), { revision: 1, total_sos: 59.17 })

  const again = await done(as.am_head, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  t.match(again, { sellers_scored: 0, sellers_final: 1 })
  t.same(await score(), now)
})

t.test('all of it was told in its order, and is in the audit log', async (t) => {
  await settled(app)
  t.same(
    (await told()).filter((type: string) => !/^(scoring|transparency)\./.test(type)),
    [
      'seller.score_finalized',
      'appeal.submitted',
      'seller.score_adjusted',
      'seller.tier_changed',
      'appeal.decided',
    ],
  )
  const { data } = await done(as.bod, 'GET', `/api/audit?entity=appeal&entity_id=${id}`)
  t.same(
    data.map(({ action, username }: Record<string, string>) => `${action} by ${username}`),
    ['appeal.decided by am_head', 'appeal.reviewed by ops_head', 'appeal.submitted by am'],
  )
})
