import { service, type Test } from '../spec/service.ts'

export const MONTH = '2026-01'

/** Of what belongs to another warehouse. */
export const ELSEWHERE = /ELSEWHERE|Elsewhere/

/** One of the two sellers, with something of everything that is kept of a seller. */
export type Side = Awaited<ReturnType<typeof twoSellers>>['own']

/**
 * The service with two sellers: `own` is the test's AM's, in the test's warehouse, and the test's account of role
 * seller; `foreign` is another's.
 */
export async function twoSellers(t: Test, settings: Parameters<typeof service>[1] = {}) {
  const the = await service(t, settings)
  const { app, done, create, push, calculate, user } = the
  async function side(word: string, am_id: number, warehouse_id: number) {
    const seller_code = `S-${word}`
    const seller_id = await create('/api/sellers', {
      seller_code,
      company_name: `${word} trading`,
      contract_start_date: '2020-01-01',
      assigned_am_id: am_id,
      primary_warehouse_id: warehouse_id,
    })
    const campaign_code = word === 'FOREIGN' ? 'C-ELSEWHERE' : 'C-OWN'
    await create('/api/campaigns', {
      campaign_code,
      campaign_name: campaign_code,
      campaign_type: 'major_campaign',
      start_date: `${MONTH}-01`,
      end_date: `${MONTH}-10`,
      warehouses: [String(warehouse_id)],
    })
    const of = { seller_code, campaign_code }
    await push('orders', { seller_code, order_code: `O-${word}`, ordered_at: `${MONTH}-02T08:00:00Z` })
    const submitted = { period: MONTH, submitted_at: `${MONTH}-01T00:00:00Z` }
    await push('forecasts', { ...of, ...submitted, forecast_orders: 9 })
    await push('campaign-actuals', { ...of, actual_orders: 10 })
    const exception = await create(`/api/sellers/${seller_code}/exceptions`, {
      exception_type: 'system_outage',
      score_component_affected: 'o_score',
      adjustment_rule: { op: 'add', value: 0 },
      effective_from: '2020-01-01',
      reason: `${word} outage`,
    })
    const surcharge = await create('/api/surcharges', {
      seller_code,
      period: MONTH,
      surcharge_type: 'planning_overload',
      amount: 1,
      trigger_details: { reason: `${word} overload` },
    })
    return { word, seller_id, seller_code, am_id, warehouse_id, campaign_code, exception, surcharge }
  }

  const warehouse = await create('/api/warehouses', { code: 'WH-ELSEWHERE', name: 'Elsewhere' })
  const manager = await create('/api/sellers/am/create', { name: 'FOREIGN manager' })
  const sides = [
    await side('OWN', user.am.am_id as number, user.warehouse.warehouse_id as number),
    await side('FOREIGN', manager, warehouse),
  ] as const
  const { run_id } = await calculate(MONTH)

  async function scored({ word, seller_code, am_id, ...of }: (typeof sides)[0]) {
    const appeal = await create('/api/appeals', {
      seller_code,
      period: MONTH,
      component_appealed: 'o_score',
      appeal_reason_type: 'data_error',
      description: `${word} report of the carrier`,
      submitted_by_am_id: am_id,
    })
    await create(`/api/appeals/${appeal}/comments`, { comment: `${word} remark` })
    const url = `/api/sos/monthly?period=${MONTH}&seller_code=${seller_code}`
    const score = (await done('bod', 'GET', url)).data[0].id as number
    return { ...of, word, seller_code, am_id, appeal, score }
  }
  const [own, foreign] = [await scored(sides[0]), await scored(sides[1])]
  await app.db.pool.query(`update users set seller_id = $1 where role = 'seller'`, [own.seller_id])
  app.identities.forget()
  return { ...the, own, foreign, run: run_id as number }
}
