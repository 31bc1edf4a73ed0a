import { once } from 'node:events'
import { createServer } from 'node:http'
import { until } from '../flows/over-http.ts'
import { LAST, NOW } from '../setup/months.ts'
import { configRecords } from './config-endpoints.ts'
import { service, type Test } from './service.ts'

/**
 * Something of everything the endpoints speak of: S-1, of the test's AM and warehouse, whose score rises from last
 * month to this one, and S-2, of nobody, whose score falls.
 */
export async function world(t: Test) {
  const all = await service(t)
  const { app, done, create, push, calculate, pushOrders, scoreOf, kpisOf, user } = all
  const { am_id } = user.am
  const { warehouse_id } = user.warehouse

  const contract_start_date = '2020-01-01'
  const own = { primary_warehouse_id: warehouse_id, assigned_am_id: am_id }
  await create('/api/sellers', { seller_code: 'S-1', company_name: 'First', contract_start_date, ...own })
  await create('/api/sellers', { seller_code: 'S-2', company_name: 'Second', contract_start_date })
  const campaign = {
    campaign_code: 'C-1',
    campaign_name: 'First campaign',
    campaign_type: 'major_campaign',
    start_date: `${LAST}-01`,
    end_date: `${LAST}-10`,
    warehouses: [String(warehouse_id)],
  }
  await create('/api/campaigns', campaign)
  const later = { ...campaign, start_date: '2999-01-01', end_date: '2999-01-02' }
  await create('/api/campaigns', { ...later, campaign_code: 'C-2' })
  await create('/api/campaigns', { ...later, campaign_code: 'C-3' })

  for (const [seller_code, last, now] of [
    ['S-1', 2, 0],
    ['S-2', 0, 2],
  ] as const) {
    await pushOrders(seller_code, LAST, last)
    await pushOrders(seller_code, NOW, now)
    const forecast = { seller_code, campaign_code: 'C-1', period: LAST, forecast_orders: 90 }
    await push('forecasts', { ...forecast, submitted_at: `${LAST}-01T00:00:00Z` })
    await push('campaign-actuals', { seller_code, campaign_code: 'C-1', actual_orders: 100 })
  }
  await calculate(LAST)
  await calculate(NOW)
  await kpisOf(am_id, LAST, NOW)

  const exception = {
    exception_type: 'system_outage',
    score_component_affected: 'o_score',
    adjustment_rule: { op: 'add', value: 0 },
    effective_from: '2020-01-01',
  }
  const appeal = (component_appealed: string) => ({
    seller_code: 'S-1',
    period: LAST,
    component_appealed,
    appeal_reason_type: 'data_error',
    description: 'See the report',
    evidence_urls: ['https://example.com/report.pdf'],
    submitted_by_am_id: am_id,
  })
  const surcharge = { seller_code: 'S-1', period: NOW, surcharge_type: 'planning_overload', amount: 12.5 }
  const reviewed = await create('/api/appeals', appeal('p_score'))
  await done('ops_head', 'PATCH', `/api/appeals/${reviewed}/review-ops`, { decision: 'approve' })

  const person = { full_name: 'A person', role: 'viewer' }
  const { id: employee_id } = await app.db.prisma.employee.create({
    data: { employee_code: 'E-1', full_name: 'First employee' },
  })
  await done('bod', 'PATCH', `/api/users/${user.bod.id}`, { employee_id })
  const login = { email: 'bod@example.com', password: 'any' }
  const { access_token } = (await done(null, 'POST', '/api/auth/idp-login', login)).session

  const gone = await create('/api/employees', { employee_code: 'E-2', full_name: 'Second employee' })
  const leaver = await create('/api/users', { ...person, username: 'leaver', email: 'leaver@example.com' })
  const loser = await create('/api/users', { ...person, username: 'loser', email: 'loser@example.com' })
  const { token } = await done('bod', 'POST', `/api/users/${loser}/password-reset`)

  const webhook = { url: await receiver(t), events: ['webhook.ping'] }
  const subscription = await create('/api/webhooks', webhook)
  await done('bod', 'POST', `/api/webhooks/${subscription}/test`)
  await until(
    () => done('bod', 'GET', '/api/webhooks/logs'),
    ({ total }) => total > 0,
  )

  const ofSeller = { seller_code: 'S-1' }
  const first = `${NOW}-01T00:00:00Z`
  const counted = { snapshot_on: `${NOW}-01`, received_on: `${LAST}-01` }
  return {
    ...all,
    am_id: am_id as number,
    person: { user: leaver, employee: gone, reset: token as string },
    webhook: subscription,
    bearer: { authorization: `Bearer ${access_token}` },
    config: await configRecords(all),
    exception: await create('/api/sellers/S-1/exceptions', exception),
    score: (await scoreOf('S-2', LAST)).id as number,
    appeal: await create('/api/appeals', appeal('o_score')),
    reviewed,
    surcharge: await create('/api/surcharges', surcharge),
    records: {
      orders: { ...ofSeller, order_code: 'O-1', ordered_at: first },
      forecasts: { ...ofSeller, period: NOW, forecast_orders: 40, submitted_at: `${LAST}-01T00:00:00Z` },
      'campaign-actuals': { ...ofSeller, campaign_code: 'C-2', actual_orders: 1 },
      tickets: { ...ofSeller, ticket_code: 'T-1', category: 'question', opened_at: first },
      payments: { ...ofSeller, invoice_code: 'I-1', amount: 99.5, issued_on: `${NOW}-01` },
      inventory: { ...ofSeller, ...counted, warehouse_id, sku: 'A', quantity: 1 },
      revenue: { ...ofSeller, period: NOW, amount: 1000 },
    },
    bodies: {
      campaign: { ...later, campaign_code: 'C-9' },
      exception,
      appeal: appeal('t_score'),
      surcharge,
      webhook,
    },
  }
}

/** The address of a server that takes everything. */
async function receiver(t: Test) {
  const server = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/hooks`
}

export type World = Awaited<ReturnType<typeof world>>
