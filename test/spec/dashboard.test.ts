import t from 'tap'
import { LAST, NEXT, NOW } from '../setup/months.ts'
import { service } from './service.ts'

const { done, create, calculate, pushOrders, user } = await service(t)
const { warehouse_id } = user.warehouse
const common = { contract_start_date: '2020-01-01', assigned_am_id: user.am.am_id }
const silent = ['S-3', 'S-4']
for (const seller_code of ['S-1', 'S-2', ...silent])
  await create('/api/sellers', {
    seller_code,
    company_name: `Company ${seller_code}`,
    ...common,
    primary_warehouse_id: seller_code === 'S-1' ? warehouse_id : null,
  })
for (const period of [LAST, NOW]) {
  await pushOrders('S-1', period, period === NOW ? 2 : 0)
  await pushOrders('S-2', period, period === NOW ? 0 : 2)
  await calculate(period)
}
await done('bod', 'PATCH', '/api/sellers/S-4', { status: 'suspended' })
await create('/api/surcharges', { seller_code: 'S-2', period: NOW, surcharge_type: 'other', amount: 1 })
await create('/api/appeals', {
  seller_code: 'S-1',
  period: NOW,
  component_appealed: 'o_score',
  appeal_reason_type: 'data_error',
  description: 'See the report',
  submitted_by_am_id: user.am.am_id,
})

const BRONZE = { name: 'Bronze', color: '#B4692A', benefits: 'improvement plan offered' }
const PLATINUM = {
  name: 'Platinum',
  color: '#5B5BD6',
  benefits: '5 % off handling, first choice of campaign slots',
}
const TIERS = [
  ['Platinum', 6, '#5B5BD6'],
  ['Gold', 5, '#D4A017'],
  ['Silver', 4, '#8A94A6'],
  ['Bronze', 3, '#B4692A'],
  ['At Risk', 2, '#E5533D'],
  ['Critical', 1, '#8B1A1A'],
  ['Unrated', 0, '#C9CED6'],
] as const
const tiers = (counts: Record<string, number>) =>
  TIERS.map(([tier_name, rank, color]) => ({ tier_name, count: counts[tier_name] ?? 0, rank, color }))
const nothing = { draft: 0, under_review: 0, final: 0 }
const waiting = (appeals_pending: number, surcharges_pending: number) => ({
  appeals_pending,
  appeals_under_review: 0,
  surcharges_pending,
  corrections: 0,
  drafts: 0,
})
const fallen = {
  seller_code: 'S-1',
  company_name: 'Company S-1',
  total_sos: 59.17,
  is_rated: true,
  previous_sos: 100,
  sos_delta: -40.83,
  tier: BRONZE,
  is_blocked: false,
  block_reason: null,
  totals: [
    { period: LAST, total_sos: 100, is_rated: true },
    { period: NOW, total_sos: 59.17, is_rated: true },
  ],
  reason: {
    code: 'O1',
    metric: 'seller_cancel_rate',
    points_lost: 40.833333,
    change: -40.833333,
    sentence: '2 of 40 orders were cancelled because of the seller: 5 %. Full points up to 0.5 %.',
  },
}
const risen = {
  seller_code: 'S-2',
  company_name: 'Company S-2',
  total_sos: 100,
  is_rated: true,
  previous_sos: 59.17,
  sos_delta: 40.83,
  tier: PLATINUM,
  is_blocked: false,
  block_reason: null,
  totals: [
    { period: LAST, total_sos: 59.17, is_rated: true },
    { period: NOW, total_sos: 100, is_rated: true },
  ],
  reason: null,
}
const stats = (query = '') => done('bod', 'GET', `/api/dashboard/stats${query}`)

t.test('the statistics of the current month are exactly these', async (t) => {
  const answer = await stats()
  t.same(answer, {
    period: NOW,
    total_sellers: 3,
    avg_sos: 79.59,
    scored_sellers: 4,
    tier_distribution: tiers({ Platinum: 1, Bronze: 1, Unrated: 2 }),
    pending_appeals: 1,
    active_surcharges: 1,
    top_improved: [risen],
    top_declined: [{ ...fallen, reason: { ...fallen.reason, change: -40.83 } }],
    rated: 2,
    unrated: 2,
    unrated_reasons: [
      {
        reason: 'on_time_ready_rate asks for 30 orders that were due to be ready',
        metric: 'on_time_ready_rate',
        sellers: 2,
      },
    ],
    lowest: [fallen, risen],
    urgent: [{ ...fallen, reason: { ...fallen.reason, change: -40.83 } }],
    statuses: { ...nothing, draft: 3, under_review: 1 },
    waiting: waiting(1, 1),
  })
  t.same(await stats(`?period=${NOW}`), answer)
})

t.test('a warehouse counts its own sellers', async (t) => {
  t.same(await stats(`?warehouse_id=${warehouse_id}`), {
    period: NOW,
    total_sellers: 1,
    avg_sos: 59.17,
    scored_sellers: 1,
    tier_distribution: tiers({ Bronze: 1 }),
    pending_appeals: 1,
    active_surcharges: 0,
    top_improved: [],
    top_declined: [{ ...fallen, reason: { ...fallen.reason, change: -40.83 } }],
    rated: 1,
    unrated: 0,
    unrated_reasons: [],
    lowest: [fallen],
    urgent: [{ ...fallen, reason: { ...fallen.reason, change: -40.83 } }],
    statuses: { ...nothing, under_review: 1 },
    waiting: waiting(1, 0),
  })
})

t.test('another month has its own figures, one without scores zeros and no mean', async (t) => {
  t.match(await stats(`?period=${LAST}`), {
    period: LAST,
    avg_sos: 79.59,
    scored_sellers: 4,
    pending_appeals: 0,
    top_improved: [],
    top_declined: [],
  })
  t.same(await stats(`?period=${NEXT}`), {
    period: NEXT,
    total_sellers: 3,
    avg_sos: null,
    scored_sellers: 0,
    tier_distribution: tiers({}),
    pending_appeals: 0,
    active_surcharges: 0,
    top_improved: [],
    top_declined: [],
    rated: 0,
    unrated: 0,
    unrated_reasons: [],
    lowest: [],
    urgent: [],
    statuses: nothing,
    waiting: waiting(1, 1),
  })
})
