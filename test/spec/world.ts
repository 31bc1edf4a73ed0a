import type { Env } from '../../src/env.ts'
import { periodOf, shiftPeriod } from '../../src/platform/business-time.ts'
import { testApp } from '../setup/app.ts'
import { configRecords } from './config-endpoints.ts'

type Test = Parameters<typeof testApp>[0]
type Call = Awaited<ReturnType<typeof testApp>>['call']

/** The current month, the one before and the one after. */
export const NOW = periodOf(new Date(), 'UTC')
export const LAST = shiftPeriod(NOW, -1)
export const NEXT = shiftPeriod(NOW, 1)

/** The service, with an asker for what must succeed. */
export async function service(t: Test, settings: Partial<Record<keyof Env, string>> = {}) {
  const app = await testApp(t, settings)
  const done = async (...asked: Parameters<Call>) => {
    const { status, body } = await app.call(...asked)
    if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${body.error}`)
    return body
  }
  const create = async (url: string, body: object): Promise<number> =>
    (await done('bod', 'POST', url, body)).id
  const push = (feed: string, ...records: object[]) =>
    done('system', 'POST', `/api/sync/${feed}`, { records })
  const calculate = (period: string) => done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  /** Forty orders of a month, so many of them cancelled by the seller's fault. */
  const pushOrders = (seller_code: string, period: string, cancelled: number) =>
    push(
      'orders',
      ...Array.from({ length: 40 }, (_, n) => ({
        order_code: `${period}-${n}`,
        seller_code,
        ordered_at: `${period}-01T00:00:00Z`,
        ...(n < cancelled && { cancelled_at: `${period}-01T00:00:00Z`, cancel_fault: 'seller' }),
      })),
    )
  const scoreOf = async (seller_code: string, period: string) =>
    (await done('bod', 'GET', `/api/sos/monthly?period=${period}`)).data.find(
      (score: { seller_code: string }) => score.seller_code === seller_code,
    )
  /** The KPIs of an account manager, once these months have one: a job computes them after the scores. */
  const kpisOf = async (am_id: number | null, ...periods: string[]): Promise<{ period: string }[]> => {
    for (;;) {
      const { data } = await done('bod', 'GET', `/api/am/portfolio/${am_id}/history`)
      const known = data.map(({ period }: { period: string }) => period)
      if (periods.every((period) => known.includes(period))) return data
    }
  }
  return { ...app, done, create, push, calculate, pushOrders, scoreOf, kpisOf }
}

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

  const { id: employee_id } = await app.db.prisma.employee.create({
    data: { employee_code: 'E-1', full_name: 'First employee' },
  })
  await done('bod', 'PATCH', `/api/users/${user.bod.id}`, { employee_id })
  const login = { email: 'bod@example.com', password: 'any' }
  const { access_token } = (await done(null, 'POST', '/api/auth/idp-login', login)).session

  return {
    ...all,
    am_id: am_id as number,
    bearer: { authorization: `Bearer ${access_token}` },
    config: await configRecords(all),
    exception: await create('/api/sellers/S-1/exceptions', exception),
    score: (await scoreOf('S-2', LAST)).id as number,
    appeal: await create('/api/appeals', appeal('o_score')),
    reviewed,
    surcharge: await create('/api/surcharges', surcharge),
    records: {
      orders: { seller_code: 'S-1', order_code: 'O-1', ordered_at: `${NOW}-01T00:00:00Z` },
      forecasts: {
        seller_code: 'S-1',
        period: NOW,
        forecast_orders: 40,
        submitted_at: `${LAST}-01T00:00:00Z`,
      },
      'campaign-actuals': { seller_code: 'S-1', campaign_code: 'C-2', actual_orders: 1 },
      tickets: {
        seller_code: 'S-1',
        ticket_code: 'T-1',
        category: 'question',
        opened_at: `${NOW}-01T00:00:00Z`,
      },
      payments: { seller_code: 'S-1', invoice_code: 'I-1', amount: 99.5, issued_on: `${NOW}-01` },
      inventory: {
        seller_code: 'S-1',
        warehouse_id,
        sku: 'A',
        snapshot_on: `${NOW}-01`,
        received_on: `${LAST}-01`,
        quantity: 1,
      },
      revenue: { seller_code: 'S-1', period: NOW, amount: 1000 },
    },
    bodies: { campaign: { ...later, campaign_code: 'C-9' }, exception, appeal: appeal('t_score'), surcharge },
  }
}

export type World = Awaited<ReturnType<typeof world>>
