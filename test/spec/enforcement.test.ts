import t from 'tap'
import { LAST, NOW } from '../setup/months.ts'
import { service } from './service.ts'

const { call, done, create } = await service(t)
for (const seller_code of ['S-1', 'S-2', 'S-3'])
  await create('/api/sellers', { seller_code, company_name: `Company ${seller_code}` })
const enforcement = (seller_code: string) =>
  done('system', 'GET', `/api/sos/sellers/${seller_code}/enforcement`)

t.test('a seller that nothing stands against is exactly this', async (t) => {
  t.same(await enforcement('S-1'), { seller_code: 'S-1', is_blocked: false, active_surcharges: [] })
})

t.test('active surcharges are shown, the newest period first; a payment_block blocks', async (t) => {
  const overload = { surcharge_type: 'planning_overload', amount: 126.9, period: LAST }
  const trigger_details = { reason: 'Forecasts were far off.' }
  const surcharges = [
    await create('/api/surcharges', { seller_code: 'S-1', ...overload, trigger_details }),
    await create('/api/surcharges', { seller_code: 'S-1', ...overload, period: NOW, amount: 200 }),
  ]
  const shown = { type: 'planning_overload', amount: 126.9, period: LAST, reason: 'Forecasts were far off.' }
  const answer = await enforcement('S-1')
  const { reason, ...newest } = answer.active_surcharges[0]
  t.match(reason, /^\S.*\.$/, 'a reason that was not given is made')
  t.same(newest, { type: 'planning_overload', amount: 200, period: NOW })
  t.same(
    { ...answer, active_surcharges: answer.active_surcharges.slice(1) },
    { seller_code: 'S-1', is_blocked: false, active_surcharges: [shown] },
  )

  const block = { seller_code: 'S-1', surcharge_type: 'payment_block', amount: 0, period: NOW }
  const id = await create('/api/surcharges', block)
  t.match(await enforcement('S-1'), { is_blocked: true })
  await done('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'applied' })
  t.match(await enforcement('S-1'), { is_blocked: true })
  for (const waived of [id, ...surcharges])
    await done('bod', 'PATCH', `/api/surcharges/${waived}`, { status: 'waived' })
  t.same(await enforcement('S-1'), { seller_code: 'S-1', is_blocked: false, active_surcharges: [] })
})

t.test('a seller that is suspended or terminated is blocked', async (t) => {
  for (const [seller_code, status] of [
    ['S-2', 'suspended'],
    ['S-3', 'terminated'],
  ]) {
    await done('bod', 'PATCH', `/api/sellers/${seller_code}`, { status })
    t.same(await enforcement(String(seller_code)), { seller_code, is_blocked: true, active_surcharges: [] })
  }
  await done('bod', 'PATCH', '/api/sellers/S-2', { status: 'active' })
  t.match(await enforcement('S-2'), { is_blocked: false })
})

t.test('an unknown seller is a 404, never "not blocked"', async (t) => {
  const { status, body } = await call('system', 'GET', '/api/sos/sellers/S-404/enforcement')
  t.same([status, body], [404, { error: 'There is no seller S-404.' }])
})
