import t from 'tap'
import { makeAm, makeSeller, score } from '../account-managers/scored-sellers.ts'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const PERIOD = '2026-03'
const url = '/api/dashboard/stats'
const am = await makeAm(app, 'Ada')
const own = user.am.am_id as number
const north = user.warehouse.warehouse_id as number
const { id: south } = await app.db.prisma.warehouse.create({ data: { code: 'S', name: 'South' } })

const MONTH: [string, Record<string, unknown>][] = [
  ['S-01', { total_sos: 92, previous_sos: 82, tier_name: 'Platinum', tier_rank: 6, tier_color: '#5B5BD6' }],
  ['S-02', { total_sos: 70, previous_sos: 69 }],
  ['S-03', { total_sos: 70, previous_sos: 68 }],
  ['S-04', { total_sos: 70, previous_sos: 67 }],
  ['S-05', { total_sos: 70, previous_sos: 66 }],
  ['S-06', { total_sos: 70, previous_sos: 65 }],
  ['S-07', { total_sos: 70, previous_sos: 70 }],
  ['S-08', { total_sos: 60, previous_sos: 61.25 }],
  ['S-09', { total_sos: 60, previous_sos: 90, tier_name: 'Bronze', tier_rank: 3 }],
  ['S-10', { total_sos: 55, tier_name: 'Bronze', tier_rank: 3 }],
  ['S-11', { total_sos: 99, previous_sos: 9, is_rated: false, tier_name: 'Unrated', tier_rank: 0 }],
  ['S-12', { total_sos: 65, previous_sos: 5, previous_rated: false }],
]
for (const [seller_code, given] of MONTH) {
  const place = { am_id: am.id, warehouse_id: north }
  const { id } = await makeSeller(app, { seller_code, assigned_am_id: am.id, primary_warehouse_id: north })
  await score(app, { seller_id: id, period: PERIOD, ...place, ...given })
  if (seller_code === 'S-01') await score(app, { seller_id: id, period: '2026-02', ...place, total_sos: 82 })
}
// One that has moved since, to another warehouse and account manager.
const moved = await makeSeller(app, { seller_code: 'S-13', assigned_am_id: own, primary_warehouse_id: south })
await score(app, { seller_id: moved.id, period: PERIOD, am_id: am.id, warehouse_id: north, total_sos: 65 })
const early = await makeSeller(app, {
  ...{ seller_code: 'S-14', status: 'suspended', assigned_am_id: am.id, primary_warehouse_id: north },
})
await score(app, {
  ...{ seller_id: early.id, period: PERIOD, am_id: am.id, warehouse_id: north },
  ...{ total_sos: 1, previous_sos: 99, before_contract: true }, // so it is in no figure
})

const appeal = (fields: object) =>
  app.db.prisma.appeal.create({
    data: {
      ...{ seller_id: moved.id, period: PERIOD, component_appealed: 'o_score', description: 'x' },
      ...{ appeal_reason_type: 'data_error', submitted_by_am_id: am.id, ...fields },
    },
  })
await appeal({ status: 'pending', open_key: 'a' })
await appeal({ status: 'under_review', open_key: 'b' })
await appeal({ status: 'rejected' })
await appeal({ status: 'pending', open_key: 'c', period: '2026-02' })
for (const [status, period] of [
  ['pending', PERIOD],
  ['applied', PERIOD],
  ['waived', PERIOD],
  ['applied', '2026-02'],
] as const)
  await app.db.prisma.surcharge.create({
    data: { seller_id: moved.id, period, status, surcharge_type: 'planning_overload', amount: 1 },
  })

const stats = async (query = `?period=${PERIOD}`) => (await call('bod', 'GET', url + query)).body

t.test('counts, and the mean of the rated sellers', async (t) => {
  t.match(await stats(), {
    period: PERIOD,
    total_sellers: 13,
    scored_sellers: 13,
    avg_sos: 68.08, // 817 ÷ 12
    pending_appeals: 1,
    active_surcharges: 2,
  })
})

t.test('why sellers are unrated, the most frequent reason first, with a warning when most are', async (t) => {
  const period = '2026-04'
  const reasons = ['o lacks orders', 'f is excluded', 'o lacks orders', null]
  for (const [place, unrated_reason] of reasons.entries()) {
    const { id } = await makeSeller(app, { seller_code: `U-${place}`, status: 'suspended' })
    const unrated_metric = unrated_reason?.startsWith('o') ? 'on_time_ready_rate' : null
    const unrated = { is_rated: unrated_reason === null, unrated_reason, unrated_metric }
    await score(app, { seller_id: id, period, ...unrated })
  }
  t.match(await stats(`?period=${period}`), {
    scored_sellers: 4,
    rated: 1,
    unrated: 3,
    unrated_reasons: [
      { reason: 'o lacks orders', metric: 'on_time_ready_rate', sellers: 2 },
      { reason: 'f is excluded', metric: null, sellers: 1 },
    ],
    warnings: ['3 of 4 sellers are unrated; the most frequent reason: o lacks orders (2 of them).'],
  })
  t.same((await stats(`?period=${period}&warehouse_id=${north}`)).unrated_reasons, [], 'of no seller there')
  t.match(await stats(), { rated: 12, unrated: 1, unrated_reasons: [] })
  t.notOk((await stats()).warnings)
})

t.test('tiers are those of the period, and those that its scores were given', async (t) => {
  const diamond = { name: 'Diamond', rank: 7, min_score: 97, min_component_score: 0, color: '#AADDFF' }
  const later = { ...diamond, benefits: '', effective_from: '2026-06' }
  t.equal((await call('bod', 'POST', '/api/config/tiers', later)).status, 200)
  const opal = { tier_name: 'Opal', tier_rank: 9, tier_color: '#777777' }
  await score(app, { seller_id: moved.id, period: '2026-05', ...opal })
  const tiersOf = async (period: string) => (await stats(`?period=${period}`)).tier_distribution.slice(0, 2)
  const platinum = { tier_name: 'Platinum', count: 0, rank: 6, color: '#5B5BD6' }
  t.same(await tiersOf('2026-05'), [{ tier_name: 'Opal', count: 1, rank: 9, color: '#777777' }, platinum])
  t.same(await tiersOf('2026-06'), [{ tier_name: 'Diamond', count: 0, rank: 7, color: '#AADDFF' }, platinum])
})

t.test('the five that rose most, of those rated now and before', async (t) => {
  const { top_improved } = await stats()
  t.same(top_improved[0], {
    seller_code: 'S-01',
    company_name: 'Seller S-01',
    total_sos: 92,
    is_rated: true,
    previous_sos: 82,
    sos_delta: 10,
    tier: { name: 'Platinum', color: '#5B5BD6', benefits: 'standard terms' },
    is_blocked: false,
    block_reason: null,
    block_period: null,
    totals: [
      { period: '2026-02', total_sos: 82, is_rated: true },
      { period: PERIOD, total_sos: 92, is_rated: true },
    ],
    reason: null, // nothing is kept of what it was made of
  })
  t.same(
    top_improved.map(({ seller_code }: { seller_code: string }) => seller_code),
    ['S-01', 'S-06', 'S-05', 'S-04', 'S-03'],
  )
})

t.test('those that fell most, and no other; one whose orders are held back is marked', async (t) => {
  const { seller_id } = await app.db.one<{ seller_id: number }>(
    "select id as seller_id from sellers where seller_code = 'S-09'",
  )
  const block = await app.db.prisma.surcharge.create({
    data: { seller_id, period: PERIOD, status: 'pending', surcharge_type: 'payment_block', amount: 0 },
  })
  t.match((await stats()).top_declined, [
    {
      seller_code: 'S-09',
      sos_delta: -30,
      is_blocked: true,
      block_reason: 'Payment block for March 2026.',
      block_period: PERIOD,
    },
    { seller_code: 'S-08', sos_delta: -1.25, is_blocked: false, block_reason: null },
  ])
  await app.db.prisma.surcharge.deleteMany({ where: { id: block.id } })
  t.equal((await stats()).top_declined[0].is_blocked, false)
})

t.test('who is blocked comes before who only fell, and nobody else is urgent', async (t) => {
  const codes = async () =>
    (await stats()).urgent.map(({ seller_code }: { seller_code: string }) => seller_code)
  t.same(await codes(), ['S-09', 'S-08'])
  const { urgent, top_declined } = await stats()
  t.same(urgent, top_declined)
  const set = (status: string, ...more: string[]) =>
    app.db.prisma.seller.updateMany({
      where: { seller_code: { in: ['S-02', 'S-07', 'S-08', 'S-11', ...more] } },
      data: { status },
    })
  await set('suspended')
  t.same(await codes(), ['S-08', 'S-07', 'S-02', 'S-09'], 'S-11 is not rated')
  await set('suspended', 'S-03')
  t.same(
    await codes(),
    ['S-08', 'S-07', 'S-02', 'S-09', 'S-03'],
    'a large fall before the fourth who is blocked',
  )
  await set('active', 'S-03')
})

t.test('those with the lowest totals, rated ones alone', async (t) => {
  const { lowest } = await stats()
  t.same(
    lowest.map(({ seller_code }: { seller_code: string }) => seller_code),
    ['S-10', 'S-08', 'S-09', 'S-12', 'S-13'],
  )
})

const NOTHING = {
  appeals_pending: 0,
  appeals_under_review: 0,
  surcharges_pending: 0,
  corrections: 0,
  drafts: 0,
}
const NO_SCORES = {
  avg_sos: null,
  scored_sellers: 0,
  top_improved: [],
  top_declined: [],
  rated: 0,
  unrated: 0,
  unrated_reasons: [],
  lowest: [],
  urgent: [],
  statuses: { draft: 0, under_review: 0, final: 0 },
}

t.test('what waits is of the month and those before it; states are of the month', async (t) => {
  t.match(await stats(), {
    waiting: { ...NOTHING, appeals_pending: 2, appeals_under_review: 1, surcharges_pending: 1 },
    statuses: { draft: 13, under_review: 0, final: 0 },
  })
  t.same((await stats('?period=2026-02')).waiting, { ...NOTHING, appeals_pending: 1 })
  t.match(await stats(`?period=${PERIOD}&warehouse_id=${north}`), {
    waiting: NOTHING,
  })
})

t.test(
  'of one warehouse: the scores made there, and the sellers, appeals and surcharges there now',
  async (t) => {
    t.match(await stats(`?period=${PERIOD}&warehouse_id=${north}`), {
      total_sellers: 12,
      scored_sellers: 13,
      pending_appeals: 0,
      active_surcharges: 0,
    })
    const { tier_distribution, waiting, ...figures } = await stats(`?period=${PERIOD}&warehouse_id=${south}`)
    t.same(figures, {
      ...NO_SCORES,
      period: PERIOD,
      total_sellers: 1,
      pending_appeals: 1,
      active_surcharges: 2,
    })
    t.match(waiting, { appeals_pending: 2, appeals_under_review: 1, surcharges_pending: 1 })
    t.match(tier_distribution, Array(7).fill({ count: 0 }))
  },
)

t.test('an account manager sees the figures of the own portfolio as it is now', async (t) => {
  const { id } = await app.db.prisma.user.create({
    data: { username: 'ada', full_name: 'Ada', role: 'am', am_id: am.id },
  })
  const asAda = { 'x-user-id': String(id) }
  const { body } = await call(null, 'GET', `${url}?period=${PERIOD}`, undefined, asAda)
  t.match(body, { total_sellers: 12, scored_sellers: 12, pending_appeals: 0 })
  const named = (lowest: { seller_code: string }[]) =>
    lowest.some(({ seller_code }) => seller_code === 'S-13')
  t.same([named(body.lowest), named((await stats()).lowest)], [false, true], 'one handed over is not named')
  t.match((await call('am', 'GET', `${url}?period=${PERIOD}`)).body, {
    total_sellers: 1,
    scored_sellers: 1,
    pending_appeals: 1,
  })
})

t.test('a period without scores has zeros, no mean and every tier', async (t) => {
  const { tier_distribution, ...figures } = await stats('?period=2020-01')
  const nothing = { pending_appeals: 0, active_surcharges: 0, waiting: NOTHING }
  t.same(figures, { ...NO_SCORES, period: '2020-01', total_sellers: 13, ...nothing })
  t.match(tier_distribution, Array(7).fill({ count: 0 }))
})

t.test('a draft of rules waits once it changes something', async (t) => {
  const post = (changes: object[]) => call('am_head', 'POST', '/api/config/drafts', { name: 'Gold', changes })
  await post([])
  t.equal((await stats()).waiting.drafts, 0)
  const fields = { category: 'LATE', weight: 2, reply_hours: 4, resolve_hours: 8 }
  t.equal((await post([{ type: 'helpdesk', op: 'put', fields }])).status, 200)
  t.equal((await stats()).waiting.drafts, 1)
})

t.test('without a period it is the current month', async (t) => {
  t.equal((await stats('')).period, new Date().toISOString().slice(0, 7))
})

t.test('a score that an appeal has revised counts as it is now', async (t) => {
  const where = { seller_id: moved.id, period: PERIOD }
  await app.db.prisma.monthly_score.updateMany({ where, data: { total_sos: 77, revision: 2 } })
  t.equal((await stats()).avg_sos, 69.08)
  await app.db.prisma.monthly_score.updateMany({ where, data: { total_sos: 65, revision: 1 } })
})

t.test('all figures come in one round trip, and the tiers of the period in another', async (t) => {
  await call('bod', 'GET', url)
  let asked = 0
  const count = () => asked++
  app.db.pool.on('acquire', count)
  t.teardown(() => app.db.pool.off('acquire', count))
  await call('bod', 'GET', `${url}?period=${PERIOD}`)
  t.equal(asked, 2, 'who asks is found on other connections')
})
