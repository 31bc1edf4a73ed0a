import t from 'tap'
import { NOW, service } from '../spec/service.ts'
import { addSeller, MONTH } from './april.ts'

const api = await service(t)
const { app, call, done, user } = api
const at = (part: string, seller: string) => `/api/sos/sellers/${seller}/score/${part}`
const whatIf = (seller: string, body: object = {}) => done('viewer', 'POST', at('what-if', seller), body)
const path = (seller: string, body: object = {}) => done('viewer', 'POST', at('path', seller), body)

await addSeller(api, 'S-LIVE', { assigned_am_id: user.am.am_id })
await addSeller(api, 'S-EMPTY')
await api.push('forecasts', {
  ...{ seller_code: 'S-LIVE', period: NOW, forecast_orders: 50, submitted_at: `${MONTH}-01T00:00:00Z` },
})
await api.pushOrders('S-LIVE', NOW, 2)

t.test('the running month is aggregated as of now, as a run would', async (t) => {
  const live = await whatIf('S-LIVE')
  t.match(live, { seller_code: 'S-LIVE', period: NOW, from: 'live', changes: [] })
  t.ok(Math.abs(Date.parse(live.as_of) - Date.now()) < 600_000)
  await api.calculate(NOW)
  const stored = await done('viewer', 'GET', `/api/sos/sellers/S-LIVE/score?period=${NOW}`)
  t.same((await whatIf('S-LIVE')).before, {
    ...{ total_sos: stored.total_sos, tier: stored.tier.name, is_rated: live.before.is_rated },
    components: stored.components,
  })
})

t.test('facts that come count at once, before anything is calculated', async (t) => {
  const { before } = await whatIf('S-LIVE')
  await api.pushOrders('S-LIVE', NOW, 1)
  const moved = await whatIf('S-LIVE')
  t.ok(moved.before.components.o_score.raw > before.components.o_score.raw)
  const { after } = await whatIf('S-LIVE', { facts: { seller_cancelled: 1 } })
  t.same(after, before, 'a what-if takes them back')
})

t.test('exceptions and an earlier score are those of a run', async (t) => {
  const exception = await api.create('/api/sellers/S-LIVE/exceptions', {
    ...{ exception_type: 'system_outage', score_component_affected: 'o_score' },
    ...{ adjustment_rule: { op: 'set', value: 12.5 }, effective_from: `${NOW}-01` },
  })
  t.equal((await whatIf('S-LIVE')).before.components.o_score.raw, 12.5)
  await done('bod', 'DELETE', `/api/sellers/S-LIVE/exceptions/${exception}`)
})

t.test('a path starts from the pace of the month unless it is asked for as it is', async (t) => {
  t.match(await path('S-LIVE'), { from: 'live', basis: 'pace' })
  const asIs = await path('S-LIVE', { basis: 'as_is' })
  const { before } = await whatIf('S-LIVE')
  t.match(asIs, { basis: 'as_is', before: { total_sos: before.total_sos, tier: before.tier } })
  t.match(await done('viewer', 'GET', at('sensitivity', 'S-LIVE')), {
    basis: 'pace',
    levers: { length: Number },
  })
  t.match(await done('viewer', 'GET', at('sensitivity?basis=as_is', 'S-LIVE')), { basis: 'as_is' })
})

t.test('a seller without facts, or one that is not active, gets an answer too', async (t) => {
  t.match(await whatIf('S-EMPTY'), { from: 'live', before: { is_rated: false } })
  t.match(await path('S-EMPTY'), { reachable: false, reason: { code: 'too_little_data' } })
  t.equal((await call('viewer', 'GET', at('sensitivity', 'S-EMPTY'))).status, 200)
  await done('bod', 'PATCH', '/api/sellers/S-EMPTY', { status: 'suspended' })
  t.match(await whatIf('S-EMPTY'), { from: 'live' })
  t.match(await path('S-EMPTY'), { reachable: false })
})

t.test('what an appeal has decided of the running month counts live, too', async (t) => {
  const appeal = await api.create('/api/appeals', {
    ...{
      seller_code: 'S-LIVE',
      period: NOW,
      component_appealed: 'o_score',
      appeal_reason_type: 'data_error',
    },
    ...{ description: 'See the report', submitted_by_am_id: user.am.am_id },
  })
  await done('bod', 'PATCH', `/api/appeals/${appeal}/review-ops`, { decision: 'approve' })
  const score_adjustment = { o_score_raw_after: 33.25 }
  await done('bod', 'PATCH', `/api/appeals/${appeal}/review-am`, { decision: 'approve', score_adjustment })
  t.equal((await whatIf('S-LIVE')).before.components.o_score.raw, 33.25)
  await api.pushOrders('S-LIVE', NOW, 20)
  const { before, after } = await whatIf('S-LIVE', { facts: { seller_cancelled: -5 } })
  t.equal(before.components.o_score.raw, 33.25)
  t.same(after, before, 'the decided raw stands whatever comes')
})

t.test('reading the running month writes nothing and leaves no transaction open', async (t) => {
  const idle = () =>
    app.db.one(
      `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
  await path('S-LIVE')
  t.same(await idle(), { count: 0 })
})
