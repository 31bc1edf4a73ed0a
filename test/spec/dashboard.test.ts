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
const tiers = (counts: Record<string, number>) =>
  ['Platinum', 'Gold', 'Silver', 'Bronze', 'At Risk', 'Critical', 'Unrated'].map((tier_name) => ({
    tier_name,
    count: counts[tier_name] ?? 0,
  }))
const fallen = {
  seller_code: 'S-1',
  company_name: 'Company S-1',
  total_sos: 59.17,
  is_rated: true,
  previous_sos: 100,
  sos_delta: -40.83,
  tier: BRONZE,
}
const risen = {
  seller_code: 'S-2',
  company_name: 'Company S-2',
  total_sos: 100,
  is_rated: true,
  previous_sos: 59.17,
  sos_delta: 40.83,
  tier: PLATINUM,
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
    top_declined: [fallen],
    rated: 2,
    unrated: 2,
    unrated_reasons: [
      {
        reason: 'on_time_ready_rate asks for 30 orders that were due to be ready',
        metric: 'on_time_ready_rate',
        sellers: 2,
      },
    ],
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
    top_declined: [fallen],
    rated: 1,
    unrated: 0,
    unrated_reasons: [],
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
  })
})
