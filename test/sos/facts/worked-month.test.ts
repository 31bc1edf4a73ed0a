import t from 'tap'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { recompute } from '../../scoring/recompute.ts'
import { testApp } from '../../setup/app.ts'
import { RETURN_RATE } from '../setup.ts'

const { done, user } = await testApp(t, { WORKER: 'on', BUSINESS_TIMEZONE: 'America/Sao_Paulo' })

const push = async (feed: string, records: object[]) => {
  const { rejected } = await done('system', 'POST', `/api/sync/${feed}`, {
    records: records.map((record) => ({ seller_code: 'S-1', ...record })),
  })
  if (rejected > 0) throw new Error(`${rejected} records of ${feed} were rejected`)
}

for (const seller_code of ['S-1', 'S-2', 'S-3'])
  await done('bod', 'POST', '/api/sellers', { seller_code, company_name: seller_code })
for (const [campaign_code, start_date, end_date] of [
  ['C-IN', '2026-05-18', '2026-05-20'],
  ['C-OUT', '2026-05-28', '2026-06-02'],
])
  await done('bod', 'POST', '/api/campaigns', {
    campaign_code,
    campaign_name: campaign_code,
    campaign_type: 'mini_campaign',
    start_date,
    end_date,
    warehouses: [String(user.warehouse.warehouse_id)],
  })

/** Forty orders, a day's worth of every fate. */
const FATES = [
  {},
  { ready_by: '2026-05-10T12:00:00Z', ready_at: '2026-05-10T12:00:00Z' },
  { ready_by: '2026-05-10T12:00:00Z', ready_at: '2026-05-10T12:00:01Z' },
  { ready_by: '2026-05-10T12:00:00Z' },
  { ready_by: '2026-06-10T12:00:00Z' },
  { ready_by: '2026-06-10T12:00:00Z', ready_at: '2026-06-09T12:00:00Z' },
  {
    ready_by: '2026-05-10T12:00:00Z',
    cancelled_at: '2026-05-06T12:00:00Z',
    cancel_fault: 'seller',
    units: 50,
  },
  { ready_by: '2026-05-10T12:00:00Z', cancelled_at: '2026-05-06T12:00:00Z', cancel_fault: 'carrier' },
  { cancelled_at: '2026-06-06T12:00:00Z', cancel_fault: 'seller', units: 7 },
  { has_data_error: true, units: 3 },
]
const at = (ordered_at: string) => ({ ordered_at })
await push('orders', [
  ...Array.from({ length: 40 }, (_, n) => ({
    order_code: `O-${n}`,
    ordered_at: '2026-05-05T12:00:00Z',
    ...FATES[n % FATES.length],
  })),
  { order_code: 'before', ...at('2026-05-01T02:59:59.999Z') },
  { order_code: 'first', ...at('2026-05-01T03:00:00Z') },
  { order_code: 'after', ...at('2026-06-01T03:00:00Z') },
  { order_code: 'O-1', ...at('2026-05-05T12:00:00Z'), seller_code: 'S-2' },
  ...Array.from({ length: 40 }, (_, n) => ({
    ...{ order_code: `O-${n}`, ordered_at: '2026-05-05T12:00:00Z', has_data_error: n === 0 },
    seller_code: 'S-3',
  })),
])
await push('forecasts', [
  { period: '2026-05', forecast_orders: 30, submitted_at: '2026-04-26T12:00:00Z' },
  { period: '2026-04', campaign_code: 'C-IN', forecast_orders: 99, submitted_at: '2026-04-20T12:00:00Z' },
  { period: '2026-05', campaign_code: 'C-IN', forecast_orders: 25, submitted_at: '2026-05-07T12:00:00Z' },
  { period: '2026-05', campaign_code: 'C-OUT', forecast_orders: 500, submitted_at: '2026-05-07T12:00:00Z' },
])
await push('campaign-actuals', [
  { campaign_code: 'C-IN', actual_orders: 20 },
  { campaign_code: 'C-OUT', actual_orders: 20 },
])
const opened_at = '2026-05-05T12:00:00Z'
await push('tickets', [
  {
    ticket_code: 'T-1',
    category: 'complaint',
    opened_at,
    replied_at: '2026-05-05T20:00:00Z',
    resolved_at: '2026-05-06T12:00:00Z',
  },
  {
    ticket_code: 'T-2',
    category: 'complaint',
    opened_at,
    replied_at: '2026-05-05T20:00:01Z',
    fault: 'carrier',
  },
  { ticket_code: 'T-3', category: 'question', opened_at },
  {
    ticket_code: 'T-4',
    category: 'delivery',
    opened_at: '2026-06-01T02:00:00Z',
    replied_at: '2026-06-01T04:00:00Z',
  },
  { ticket_code: 'T-5', category: 'delivery', opened_at: '2026-06-01T03:00:00Z' },
])
const issued_on = '2026-04-01'
await push('payments', [
  { invoice_code: 'I-1', issued_on, amount: 0.1, due_on: '2026-05-10' },
  { invoice_code: 'I-2', issued_on, amount: 0.2, due_on: '2026-05-10', paid_amount: 0.05 },
  {
    invoice_code: 'I-3',
    issued_on,
    amount: 123456.78,
    due_on: '2026-05-10',
    paid_amount: 123456.78,
    paid_on: '2026-05-14',
  },
  {
    invoice_code: 'I-4',
    issued_on,
    amount: 99.99,
    due_on: '2026-05-10',
    paid_amount: 99.99,
    paid_on: '2026-06-14',
  },
  { invoice_code: 'I-5', issued_on, amount: 10, due_on: '2026-05-10', paid_amount: 15 },
  {
    invoice_code: 'I-6',
    issued_on,
    amount: 10,
    due_on: '2026-05-10',
    paid_amount: 10,
    paid_on: '2026-04-30',
  },
  { invoice_code: 'I-7', issued_on, amount: 10, due_on: '2026-05-31' },
  { invoice_code: 'I-8', issued_on, amount: 10, due_on: '2026-06-01' },
])
const lot = {
  warehouse_id: user.warehouse.warehouse_id,
  snapshot_on: '2026-05-30',
  received_on: '2026-05-01',
}
await push('inventory', [
  { ...lot, sku: 'A', quantity: 40, volume_m3: 0.1 },
  { ...lot, sku: 'B', quantity: 30, volume_m3: 0.2, received_on: '2025-12-01' }, // 180 days
  { ...lot, sku: 'C', quantity: 20, received_on: '2025-11-30', is_stranded: true },
  { ...lot, sku: 'D', quantity: 5000, snapshot_on: '2026-05-29' },
  { ...lot, sku: 'E', quantity: 7000, snapshot_on: '2026-06-01' },
])
await push('returns', [
  { return_code: 'R-1', order_code: 'O-1', returned_at: '2026-05-12T12:00:00Z' },
  { return_code: 'R-2', returned_at: '2026-06-01T02:59:59Z', fault: 'carrier' },
  { return_code: 'R-3', order_code: 'O-2', returned_at: '2026-06-01T03:00:00Z' },
])
await done('bod', 'POST', '/api/config/o-score', RETURN_RATE)
for (const [score_component_affected, adjustment_rule] of [
  ['o_score', { op: 'add', value: 7.5 }],
  ['t_score', { op: 'exclude' }],
  [null, { op: 'multiply', value: 0.93 }],
  ['o_score', { op: 'cap', value: 20.01 }],
] as const)
  await done('bod', 'POST', '/api/sellers/S-1/exceptions', {
    ...{ exception_type: 'manual_adjustment', effective_from: '2026-05-15' },
    ...{ score_component_affected, adjustment_rule },
  })
await done('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-05' })
const explained = (await done('bod', 'GET', '/api/sos/sellers/S-1/score/explanation?period=2026-05')).metrics

/** All facts behind a metric, page by page. */
async function factsOf(metric: string, limit: number) {
  const url = `/api/sos/sellers/S-1/score/facts?period=2026-05&metric=${metric}&limit=${limit}`
  const first = await done('bod', 'GET', url)
  const rows = [...first.data]
  for (let page = 2; rows.length < first.total && page <= first.total; page++)
    rows.push(...(await done('bod', 'GET', `${url}&page=${page}`)).data)
  return { ...first, rows }
}

const sum = (rows: Record<'numerator' | 'denominator', number>[], name: 'numerator' | 'denominator') =>
  Number(rows.reduce((total, row) => total + row[name], 0).toFixed(6))

/** Numerator, denominator and rows of each metric, by hand: four orders of each of the ten fates, and the `first`. */
const EXPECTED: Record<string, [numerator: number, denominator: number, rows: number]> = {
  forecast_error: [16, 61, 2], // |30 − 41| + |25 − 20| of 41 + 20
  forecast_bias: [6, 61, 2], // |−11 + 5|
  forecast_lateness: [5, 2, 2], // 2 days after April 24, 3 after May 4
  seller_cancel_rate: [4, 41, 41],
  on_time_ready_rate: [4, 16, 41], // of those in time, late, never ready, and cancelled by the seller
  order_data_accuracy: [37, 41, 41],
  return_rate: [1, 41, 43],
  seller_ticket_rate: [3.5, 41, 45], // 2 + 0.5 + 1, with 4 tickets and 41 orders
  ticket_reply_rate: [1, 3, 4],
  ticket_overdue_rate: [2, 3, 4], // one is due in June
  days_beyond_terms: [495933.21, 123577.07, 6], // 21 × (0.1 + 0.2 + 99.99) + 4 × 123456.78
  overdue_share: [100.24, 123577.07, 6], // 0.1 + 0.15 + 99.99
  aged_stock_share: [20, 20.3, 3],
  weeks_of_cover: [2790, 455, 44], // 90 × 31; 7 × (6 × 4 × 1 + 4 × 7 + 4 × 3 + 1)
  stranded_stock_share: [20, 20.3, 3],
}

t.strictSame(
  Object.keys(EXPECTED),
  METRICS.map(({ name }) => name),
  'no metric is left out',
)

for (const [metric, [numerator, denominator, count]] of Object.entries(EXPECTED))
  t.test(`the facts behind ${metric} add up to what it is explained with`, async (t) => {
    const explanation = explained.find((one: { metric: string }) => one.metric === metric)
    t.hasStrict(explanation, { numerator, denominator })
    const facts = await factsOf(metric, 500)
    t.hasStrict(facts, { numerator, denominator, scored: { numerator, denominator }, total: count })
    t.equal(facts.as_of, '2026-06-01T03:00:00.000Z')
    const total = sum(facts.rows, 'numerator')
    t.equal(metric === 'forecast_bias' ? Math.abs(total) : total, numerator)
    t.equal(sum(facts.rows, 'denominator'), denominator)
    t.equal(facts.rows.length, count)
  })

for (const metric of ['seller_ticket_rate', 'weeks_of_cover', 'days_beyond_terms'])
  t.test(`the facts behind ${metric} are the same on small pages`, async (t) => {
    const whole = await factsOf(metric, 500)
    const pages = await factsOf(metric, 3)
    t.strictSame(pages.rows, whole.rows)
  })

for (const seller of ['S-1', 'S-2', 'S-3'])
  t.test(`the score of ${seller} is what its explanation comes to by hand, to the cent`, async (t) => {
    const read = (what: string) =>
      done('bod', 'GET', `/api/sos/sellers/${seller}/score${what}?period=2026-05`)
    const { data: tiers } = await done(null, 'GET', '/api/sos/tiers')
    const { total_sos, components, tier } = await read('')
    const explanation = await read('/explanation')
    t.same({ total_sos, components, tier: tier.name }, recompute(explanation, tiers))
    t.match(explanation, { total_sos, tier: { name: tier.name }, period: '2026-05' })
  })
