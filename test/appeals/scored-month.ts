import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import type { Env } from '../../src/env.ts'
import { testApp } from '../setup/app.ts'

type Test = Parameters<typeof testApp>[0]

/** The month before this one. */
export const PERIOD = shiftPeriod(periodOf(new Date(), 'UTC'), -1)

/**
 * A service with two sellers, S-1 of the AM's portfolio and S-2 of nobody's, whose scores of PERIOD are drafts:
 * p 100, o 59.17, f 100, t and i imputed at 82.5, total 82.5, Gold.
 */
export async function scoredMonth(t: Test, settings: Partial<Record<keyof Env, string>> = {}) {
  const service = await testApp(t, { WORKER: 'on', ...settings })
  const { app, call, done, user } = service
  const push = (feed: string, records: object[]) => done('bod', 'POST', `/api/sync/${feed}`, { records })
  const calculate = () => done('bod', 'POST', '/api/sos/monthly/calculate', { period: PERIOD })

  /** Of 40 orders so many are cancelled by the seller's fault. */
  const pushOrders = (seller_code: string, cancelled: number) =>
    push(
      'orders',
      Array.from({ length: 40 }, (_, n) => ({
        order_code: `O-${n}`,
        seller_code,
        ordered_at: `${PERIOD}-05T10:00:00Z`,
        ...(n < cancelled && { cancelled_at: `${PERIOD}-06T10:00:00Z`, cancel_fault: 'seller' }),
      })),
    )

  for (const [seller_code, assigned_am_id] of [
    ['S-1', user.am.am_id],
    ['S-2', null],
  ] as const) {
    const seller = { seller_code, company_name: `Company ${seller_code}`, assigned_am_id }
    await done('bod', 'POST', '/api/sellers', { ...seller, contract_start_date: '2020-01-01' })
    await pushOrders(seller_code, 2)
    await push('forecasts', [
      { seller_code, period: PERIOD, forecast_orders: 40, submitted_at: '2020-01-01T00:00:00Z' },
    ])
    const dates = { issued_on: `${PERIOD}-01`, due_on: `${PERIOD}-20`, paid_on: `${PERIOD}-10` }
    await push('payments', [{ seller_code, invoice_code: 'I-1', amount: 100, paid_amount: 100, ...dates }])
  }
  await calculate()

  /** What an appeal against o_score of S-1 says. */
  const anAppeal = (more: object = {}) => ({
    seller_code: 'S-1',
    period: PERIOD,
    component_appealed: 'o_score',
    appeal_reason_type: 'system_outage',
    description: 'The order interface was down',
    evidence_urls: ['https://example.com/outage.pdf'],
    submitted_by_am_id: user.am.am_id,
    ...more,
  })
  /** The id of a new appeal. */
  const submit = async (more: object = {}): Promise<number> =>
    (await done('bod', 'POST', '/api/appeals', anAppeal(more))).id
  /** The id of a new appeal that awaits its decision. */
  const reviewed = async (more: object = {}): Promise<number> => {
    const id = await submit(more)
    await done('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
    return id
  }
  const decide = (id: number, body: object, role: Parameters<typeof call>[0] = 'am_head') =>
    call(role, 'PATCH', `/api/appeals/${id}/review-am`, body)
  const appeal = (id: number) => done('bod', 'GET', `/api/appeals/${id}`)
  /** The record of a seller's score. */
  const score = async (seller_code = 'S-1') =>
    (await done('bod', 'GET', `/api/sos/monthly?period=${PERIOD}`)).data.find(
      (one: { seller_code: string }) => one.seller_code === seller_code,
    )
  /** The events of a type, oldest first; read from the table, because the feed holds back what may be overtaken. */
  const events = (type: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
    app.db.rows<{ sequence: number; data: any }>(
      `select sequence, data from events where type = $1 order by id`,
      [type],
    )
  const audited = async (entity: string, id: number) =>
    app.db.rows<{ action: string; user_id: number | null; before: unknown; after: unknown }>(
      `select action, user_id, before, after from audit_log where entity = $1 and entity_id = $2 order by id`,
      [entity, String(id)],
    )

  const ask = { anAppeal, submit, reviewed, decide }
  return { ...service, ...ask, calculate, pushOrders, appeal, score, events, audited }
}
