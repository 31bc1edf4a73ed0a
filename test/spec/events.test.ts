import t from 'tap'
import { LAST, NOW } from '../setup/months.ts'
import { settled } from '../setup/settled.ts'
import { service } from './service.ts'

// The table of events, row by row: by what and when each is emitted, and what it tells.

const { app, done, create, calculate, pushOrders, scoreOf } = await service(t)
const contract_start_date = '2020-01-01'
await create('/api/sellers', { seller_code: 'S-1', company_name: 'First', contract_start_date })
await create('/api/sellers', { seller_code: 'S-2', company_name: 'Second', contract_start_date })
for (const period of [LAST, NOW]) {
  await pushOrders('S-1', period, period === NOW ? 2 : 0)
  await pushOrders('S-2', period, 0)
  await calculate(period)
}

interface Told {
  id: string
  type: string
  sequence: number
  data: Record<string, unknown>
}
async function events(type?: string): Promise<Told[]> {
  await settled(app)
  return (await done('bod', 'GET', `/api/events?limit=500${type ? `&type=${type}` : ''}`)).data
}
/** The running month is not over. */
const EARLY = { accept: ['month_not_over'], notes: 'The shop closes today' }
const finalize = async (seller_code: string, period: string) => {
  const { id } = await scoreOf(seller_code, period)
  await done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, period === NOW ? EARLY : {})
  // Whether orders are blocked is of the seller, not of the score.
  const { is_blocked, ...score } = await scoreOf(seller_code, period)
  return score
}

t.test('seller.score_finalized comes with every finalize, and holds the score', async (t) => {
  for (const seller_code of ['S-1', 'S-2']) {
    const score = await finalize(seller_code, LAST)
    const { data, type } = (await events('seller.score_finalized')).at(-1) as Told
    t.same([type, data], ['seller.score_finalized', { ...score, reasons: [], previous: { status: 'draft' } }])
  }
  t.same(await events('seller.tier_changed'), [], 'there is no previous period to differ from')
})

t.test('seller.tier_changed comes when the tier differs from the previous period', async (t) => {
  const score = await finalize('S-1', NOW)
  await finalize('S-2', NOW)
  const changed = await events('seller.tier_changed')
  t.equal(changed.length, 1, 'the other seller stays in its tier')
  t.match(changed[0]?.data, {
    ...score,
    tier: { name: 'Bronze' },
    reasons: [{ points_lost: Number }],
    previous: { period: LAST, total_sos: 100, tier: { name: 'Platinum' } },
  })
})

t.test('seller.surcharge_created comes with every surcharge', async (t) => {
  const surcharge = { seller_code: 'S-1', period: NOW, surcharge_type: 'planning_overload', amount: 12.3 }
  const id = await create('/api/surcharges', { ...surcharge, trigger_details: { reason: 'Off', by: 63 } })
  const created = await events('seller.surcharge_created')
  t.equal(created.length, 1)
  t.match(created[0]?.data, {
    id,
    ...surcharge,
    trigger_details: { reason: 'Off', by: 63 },
    status: 'pending',
  })
  t.same(await events('seller.order_blocked'), [])
})

t.test('seller.order_blocked comes beside it for a payment_block', async (t) => {
  const surcharge = { seller_code: 'S-2', period: NOW, surcharge_type: 'payment_block', amount: 0 }
  const id = await create('/api/surcharges', surcharge)
  t.equal((await events('seller.surcharge_created')).length, 2)
  const blocked = await events('seller.order_blocked')
  t.equal(blocked.length, 1)
  t.match(blocked[0]?.data, {
    seller_code: 'S-2',
    is_blocked: true,
    surcharge: { id, surcharge_type: 'payment_block', reason: String },
  })
})

t.test('every event has an id of its own, and a place among those of its seller without gaps', async (t) => {
  const all = await events()
  t.equal(new Set(all.map(({ id }) => id)).size, all.length)
  for (const seller of ['S-1', 'S-2']) {
    const own = all.filter(({ data }) => data.seller_code === seller)
    t.same(
      own.map(({ sequence }) => sequence),
      own.map((_, index) => index + 1),
      seller,
    )
  }
})
