import t from 'tap'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { NOW } from '../setup/months.ts'
import { service } from '../spec/service.ts'
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

/** Some of all feeds but forecasts in the running month, much of it late. */
async function pushRunning(seller_code: string) {
  const day = `${NOW}-01`
  const { warehouse_id } = user.warehouse
  const many = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n))
  const orders = many(40, (n) => ({
    ...{ seller_code, order_code: `R-${n}`, ordered_at: `${day}T00:00:00Z`, units: 2, has_data_error: n < 5 },
    ...{ ready_by: `${day}T00:05:00Z`, ready_at: `${day}T00:0${n < 6 ? 6 : 1}:00Z` },
  }))
  const payments = many(2, (n) => ({
    ...{ seller_code, invoice_code: `R-${n}`, issued_on: '2026-01-01', amount: 2000 + n / 4, due_on: day },
    paid_amount: n * 1000,
  }))
  const inventory = many(3, (n) => ({
    ...{ seller_code, warehouse_id, sku: `R-${n}`, snapshot_on: day, quantity: 30, volume_m3: 1.5 },
    ...{ received_on: '2025-01-01', is_stranded: n === 0 },
  }))
  for (const [feed, records] of Object.entries({ orders, payments, inventory }))
    await api.push(feed, ...records)
}

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

t.test('the facts of a path bring a what-if of the same basis to where the path leads', async (t) => {
  for (const seller of ['S-SOME', 'S-MORE']) await addSeller(api, seller)
  await api.pushOrders('S-SOME', NOW, 30)
  await pushRunning('S-MORE')
  let moved = 0
  for (const seller of ['S-LIVE', 'S-SOME', 'S-MORE', 'S-EMPTY'])
    for (const basis of ['pace', 'as_is'])
      for (const target of ['Silver', 'Gold', 'Platinum']) {
        const { reachable, before, after, best, ...found } = await path(seller, { basis, target })
        const steps: { facts: object }[] = reachable ? found.steps : best.steps
        const facts = Object.assign({}, ...steps.map(({ facts }) => facts))
        const asked = await whatIf(seller, { basis, facts })
        const { total_sos, tier } = reachable ? after : best
        t.match(asked, { basis, before, after: { total_sos, tier } }, `${seller} ${basis} ${target}`)
        if (basis === 'pace') moved += steps.length
      }
  t.ok(moved > 0, 'paths at the pace have steps')
  t.same((await whatIf('S-MORE')).basis, 'as_is', 'the default')
  const past = await call('viewer', 'POST', at('what-if', 'S-LIVE'), { period: MONTH, basis: 'pace' })
  t.match(past, { status: 400, body: { error: /^basis pace is for the running month/ } })
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
  await approvedAppeal({ done }, { seller_code: 'S-LIVE', period: NOW }, { o_score_raw_after: 33.25 })
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
