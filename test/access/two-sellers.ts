import { testApp } from '../setup/app.ts'

type Test = Parameters<typeof testApp>[0]
export const MONTH = '2026-01'

/** What the marks of the other seller's rows have in common, whatever of it is shown. */
export const FOREIGN = /foreign/i
/** Of what belongs to another warehouse. */
export const ELSEWHERE = /ELSEWHERE|Elsewhere/

/** One of the two sellers, with something of everything that is kept of a seller. */
export type Side = Awaited<ReturnType<typeof twoSellers>>['own']

/**
 * The service with two sellers: `own` is the test's AM's, in the test's warehouse, and the test's account of role
 * seller; `foreign` is another's.
 */
export async function twoSellers(t: Test, settings: Parameters<typeof testApp>[1] = {}) {
  const the = await testApp(t, { WORKER: 'on', ...settings })
  const { app, call, done, user } = the
  async function side(word: string, am_id: number, warehouse_id: number) {
    const seller_code = `S-${word}`
    const { id: seller_id } = await done('bod', 'POST', '/api/sellers', {
      seller_code,
      company_name: `${word} trading`,
      contract_start_date: '2020-01-01',
      assigned_am_id: am_id,
      primary_warehouse_id: warehouse_id,
    })
    const campaign_code = word === 'FOREIGN' ? 'C-ELSEWHERE' : 'C-OWN'
    const { id: campaign } = await done('bod', 'POST', '/api/campaigns', {
      campaign_code,
      campaign_name: campaign_code,
      campaign_type: 'major_campaign',
      start_date: `${MONTH}-01`,
      end_date: `${MONTH}-10`,
      warehouses: [String(warehouse_id)],
    })
    const push = (feed: string, record: object) =>
      done('bod', 'POST', `/api/sync/${feed}`, { records: [{ seller_code, ...record }] })
    await push('orders', { order_code: `O-${word}`, ordered_at: `${MONTH}-02T08:00:00Z` })
    const forecast = {
      campaign_code,
      period: MONTH,
      forecast_orders: 9,
      submitted_at: `${MONTH}-01T00:00:00Z`,
    }
    await push('forecasts', forecast)
    await push('campaign-actuals', { campaign_code, actual_orders: 10 })
    const { id: exception } = await done('bod', 'POST', `/api/sellers/${seller_code}/exceptions`, {
      exception_type: 'system_outage',
      score_component_affected: 'o_score',
      adjustment_rule: { op: 'add', value: 0 },
      effective_from: '2020-01-01',
      reason: `${word} outage`,
    })
    const { id: surcharge } = await done('bod', 'POST', '/api/surcharges', {
      seller_code,
      period: MONTH,
      surcharge_type: 'planning_overload',
      amount: 1,
      trigger_details: { reason: `${word} overload` },
    })
    return {
      word,
      seller_id,
      seller_code,
      am_id,
      warehouse_id,
      campaign,
      campaign_code,
      exception,
      surcharge,
    }
  }

  const { id: warehouse } = await done('bod', 'POST', '/api/warehouses', {
    code: 'WH-ELSEWHERE',
    name: 'Elsewhere',
  })
  const { id: manager } = await done('bod', 'POST', '/api/sellers/am/create', { name: 'FOREIGN manager' })
  const sides = [
    await side('OWN', user.am.am_id as number, user.warehouse.warehouse_id as number),
    await side('FOREIGN', manager, warehouse),
  ] as const
  const { body } = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  const appeals = await Promise.all(
    sides.map(({ word, seller_code, am_id }) =>
      done('bod', 'POST', '/api/appeals', {
        seller_code,
        period: MONTH,
        component_appealed: 'o_score',
        appeal_reason_type: 'data_error',
        description: `${word} report of the carrier`,
        submitted_by_am_id: am_id,
      }),
    ),
  )
  const scores = await Promise.all(
    sides.map(async ({ seller_code }) => {
      const { body } = await call('bod', 'GET', `/api/sos/monthly?period=${MONTH}&seller_code=${seller_code}`)
      return body.data[0].id as number
    }),
  )
  type Whole = (typeof sides)[0] & { appeal: number; score: number }
  const [own, foreign] = sides.map((one, n) => ({
    ...one,
    appeal: appeals[n].id,
    score: scores[n],
  })) as [Whole, Whole]
  for (const { appeal, word } of [own, foreign])
    await done('bod', 'POST', `/api/appeals/${appeal}/comments`, { comment: `${word} remark` })
  await app.db.pool.query(`update users set seller_id = $1 where role = 'seller'`, [own.seller_id])
  app.identities.forget()
  return { ...the, own, foreign, run: body.run_id as number }
}
