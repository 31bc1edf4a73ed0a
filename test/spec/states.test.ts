import t from 'tap'
import { LAST, NOW } from '../setup/months.ts'
import { settled } from '../setup/settled.ts'
import { service } from './service.ts'

// The table of states and transitions, row by row: the trigger, the next state, and what also happens.

const { app, call, done, create, calculate, pushOrders, scoreOf } = await service(t)
const contract_start_date = '2020-01-01'
await create('/api/sellers', { seller_code: 'S-1', company_name: 'First', contract_start_date })
await pushOrders('S-1', LAST, 0)
await pushOrders('S-1', NOW, 2)
await calculate(LAST)
await calculate(NOW)

/** The types of all events so far, oldest first; heads of the log come when its job has run. */
async function told(): Promise<string[]> {
  await settled(app)
  const { data } = await done('bod', 'GET', '/api/events?limit=500')
  return data
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => !type.startsWith('transparency.'))
}
/** The types of the events that a change brings. */
async function toldBy(change: () => Promise<unknown>) {
  const before = await told()
  await change()
  return (await told()).slice(before.length)
}

t.test('a seller that is patched with status suspended is suspended, and changed otherwise', async (t) => {
  await create('/api/sellers', { seller_code: 'S-2', company_name: 'Second' })
  await done('bod', 'PATCH', '/api/sellers/S-2', { status: 'suspended', payment_terms_days: 7 })
  t.match(await done('bod', 'GET', '/api/sellers/S-2'), { status: 'suspended', payment_terms_days: 7 })
  const active = await done('bod', 'GET', '/api/sellers')
  t.equal(active.total, 1, 'the list of active sellers is without it')
})

t.test('a campaign that is deleted is cancelled, and kept', async (t) => {
  const campaign = {
    campaign_code: 'C-1',
    campaign_name: 'First',
    campaign_type: 'mini_campaign',
    start_date: '2999-01-01',
    end_date: '2999-01-02',
  }
  const id = await create('/api/campaigns', campaign)
  t.match(await done('bod', 'GET', '/api/campaigns/C-1'), { id, ...campaign, status: 'upcoming' })
  await done('bod', 'DELETE', '/api/campaigns/C-1')
  t.match(await done('bod', 'GET', `/api/campaigns/${id}`), { id, ...campaign, status: 'cancelled' })
  t.match(await done('bod', 'GET', '/api/campaigns'), { total: 1, data: [{ status: 'cancelled' }] })
  t.match(await done('bod', 'GET', '/api/campaigns?status=cancelled'), { total: 1 })
})

t.test('a monthly score that is finalized is final; the first one changes no tier', async (t) => {
  const { id, status } = await scoreOf('S-1', LAST)
  t.equal(status, 'draft')
  const note = { reviewed_by: 'Olga Brandt', notes: 'Checked' }
  const events = await toldBy(() => done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, note))
  t.same(events, ['seller.score_finalized'])
  t.match(await scoreOf('S-1', LAST), { status: 'final', ...note, finalized_at: /^\d{4}-/ })
})

t.test('a monthly score of another tier than the previous one tells that too', async (t) => {
  const { id } = await scoreOf('S-1', NOW)
  const early = { accept: ['month_not_over'], notes: 'The shop closes today' }
  const finalize = () => done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, early)
  t.same(await toldBy(finalize), ['seller.score_finalized', 'seller.tier_changed'])
  t.same(await toldBy(finalize), [], 'and once only')
  t.match(await scoreOf('S-1', NOW), { status: 'final' })
})

t.test('a surcharge that is patched with status waived is waived', async (t) => {
  const surcharge = { seller_code: 'S-1', period: NOW, surcharge_type: 'planning_overload', amount: 99.95 }
  const id = await create('/api/surcharges', surcharge)
  const list = (query = '') => done('bod', 'GET', `/api/surcharges${query}`)
  t.match(await list('?status=pending'), { data: [{ id, ...surcharge, status: 'pending' }] })
  await done('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'waived' })
  t.match(await list('?status=waived'), { data: [{ id, ...surcharge, status: 'waived' }] })
  const { active_surcharges } = await done('bod', 'GET', '/api/sos/sellers/S-1/enforcement')
  t.same(active_surcharges, [])
})

t.test('a score exception that is deleted has is_active 0, and is kept', async (t) => {
  const exception = {
    exception_type: 'force_majeure',
    score_component_affected: 'o_score',
    adjustment_rule: { op: 'floor', value: 60 },
    reason: 'A flood',
    approved_by: 'Dana Wolf',
    effective_from: `${NOW}-01`,
    effective_to: `${NOW}-28`,
  }
  const id = await create('/api/sellers/S-1/exceptions', exception)
  const list = () => done('bod', 'GET', '/api/sellers/S-1/exceptions')
  t.match(await list(), { total: 1, data: [{ id, ...exception, is_active: 1 }] })
  await done('bod', 'DELETE', `/api/sellers/S-1/exceptions/${id}`)
  t.match(await list(), { total: 1, data: [{ id, ...exception, is_active: 0 }] })
})

t.test('a webhook subscription that is deleted is hidden, and kept', async (t) => {
  const id = await create('/api/webhooks', { url: 'http://127.0.0.1:8080/hooks', events: ['webhook.ping'] })
  t.match(await done('bod', 'GET', '/api/webhooks'), { total: 1, data: [{ id, status: 'active' }] })
  await done('bod', 'DELETE', `/api/webhooks/${id}`)
  t.match(await done('bod', 'GET', '/api/webhooks'), { total: 0, data: [] })
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${id}`, { is_active: true })).status, 404)
  t.match(await app.db.row('select url, deleted_at from webhook_subscriptions where id = $1', [id]), {
    url: 'http://127.0.0.1:8080/hooks',
    deleted_at: /^\d{4}-/,
  })
})

t.test('what does not exist can not be moved: 404', async (t) => {
  for (const [method, path, body] of [
    ['PATCH', 'sellers/S-404', { status: 'suspended' }],
    ['DELETE', 'campaigns/C-404'],
    ['PATCH', 'sos/monthly/2147483647/finalize'],
    ['PATCH', 'surcharges/2147483647', { status: 'waived' }],
    ['DELETE', 'sellers/S-1/exceptions/2147483647'],
    ['DELETE', 'webhooks/2147483647'],
  ] as const)
    t.equal((await call('bod', method, `/api/${path}`, body)).status, 404, `${method} ${path}`)
})
