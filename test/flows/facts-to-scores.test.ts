import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { amountsOfThoseFacts, fortyOrders, monthOfFacts } from './a-month-of-facts.ts'
import { listening } from './over-http.ts'
import { recompute } from './recompute.ts'

const MONTH = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const { done, as, user } = await listening(t)
const { warehouse_id } = user.warehouse as { warehouse_id: number }
const calculate = () => done(as.ops_head, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
const read = (seller: string, what = '') => done(as.bod, 'GET', `/api/sos/sellers/${seller}/score${what}`)
const push = (feed: string, records: object[]) => done(as.system, 'POST', `/api/sync/${feed}`, { records })

t.before(async () => {
  await done(as.ops_head, 'POST', '/api/campaigns', {
    campaign_code: 'C-1',
    campaign_name: 'First',
    campaign_type: 'mini_campaign',
    start_date: `${MONTH}-10`,
    end_date: `${MONTH}-12`,
  })
  const contract_start_date = '2020-01-01'
  const sellers = ['FULL', 'ORDERS', 'EXCEPT', 'SILENT'].map((seller_code) => ({
    seller_code,
    contract_start_date,
  }))
  await push(
    'sellers',
    sellers.map((seller) => ({ ...seller, company_name: `Company ${seller.seller_code}` })),
  )
})

t.test('every feed takes its facts, and the same facts again change nothing', async (t) => {
  for (const [feed, records] of Object.entries(monthOfFacts('FULL', warehouse_id, MONTH)))
    await t.test(feed, async (t) => {
      const count = records.length
      const none = {
        success: true,
        received: count,
        created: 0,
        updated: 0,
        unchanged: 0,
        repeated: 0,
        deleted: 0,
        left_out: 0,
        rejected: 0,
        late: 0,
        errors: [],
      }
      for (const done of [{ created: count }, { unchanged: count }]) {
        const { push_id, ...answer } = await push(feed, records)
        t.type(push_id, 'string')
        t.same(answer, { ...none, ...done })
      }
    })
  await push('orders', fortyOrders('ORDERS', MONTH))
  for (const [feed, records] of Object.entries(monthOfFacts('EXCEPT', warehouse_id, MONTH)))
    await push(feed, records)
})

t.test('calculate scores every seller, also the one without a fact', async (t) => {
  for (const [score_component_affected, adjustment_rule] of [
    ['o_score', { op: 'add', value: 7.5 }],
    ['t_score', { op: 'exclude' }],
    [null, { op: 'multiply', value: 0.93 }],
    ['o_score', { op: 'cap', value: 81.11 }],
  ] as const)
    await done(as.ops_head, 'POST', '/api/sellers/EXCEPT/exceptions', {
      exception_type: 'manual_adjustment',
      score_component_affected,
      adjustment_rule,
      effective_from: `${MONTH}-15`,
    })
  const { sellers_scored, results } = await calculate()
  t.equal(sellers_scored, 4)
  t.same(
    results.map(({ seller_id }: { seller_id: string }) => seller_id),
    ['EXCEPT', 'FULL', 'ORDERS', 'SILENT'],
  )
})

t.test('each metric is what the facts come to by hand', async (t) => {
  const { metrics } = await read('FULL', '/explanation')
  const amounts = amountsOfThoseFacts(MONTH)
  t.same(metrics.map(({ metric }: { metric: string }) => metric).sort(), Object.keys(amounts).sort())
  for (const { metric, numerator, denominator } of metrics)
    t.same([numerator, denominator].map(sixDecimals), amounts[metric]?.map(sixDecimals), metric)
})

t.test('each score is what its explanation comes to by hand, to the cent', async (t) => {
  const { data: tiers } = await done({}, 'GET', '/api/sos/tiers')
  for (const seller of ['FULL', 'ORDERS', 'EXCEPT', 'SILENT'])
    await t.test(seller, async (t) => {
      const { total_sos, components, tier } = await read(seller)
      const explanation = await read(seller, '/explanation')
      t.same({ total_sos, components, tier: tier.name }, recompute(explanation, tiers))
      t.match(explanation, { total_sos, tier: { name: tier.name }, period: MONTH })
    })
  t.match(await read('SILENT'), { total_sos: 0, tier: { name: 'Unrated' } })
})

t.test('the facts of each metric add up to its numerator and denominator', async (t) => {
  for (const seller of ['FULL', 'ORDERS', 'EXCEPT']) {
    const { metrics } = await read(seller, '/explanation')
    for (const { metric, numerator, denominator, facts } of metrics)
      await t.test(`${seller} ${metric}`, async (t) => {
        const rows: { numerator: number; denominator: number }[] = []
        for (let page = 1; ; page++) {
          const { data, total } = await done(as.bod, 'GET', `${facts}&limit=17&page=${page}`)
          rows.push(...data)
          if (data.length < 17) t.equal(rows.length, total)
          if (data.length < 17) break
        }
        const sum = (field: 'numerator' | 'denominator') => rows.reduce((all, row) => all + row[field], 0)
        t.same(
          [Math.abs(sum('numerator')), sum('denominator')].map(sixDecimals),
          [numerator, denominator].map(sixDecimals),
        )
      })
  }
})

t.test('a final score stays as it is whatever arrives later', async (t) => {
  const before = { score: await read('FULL'), explanation: await read('FULL', '/explanation') }
  const { data } = await done(as.bod, 'GET', `/api/sos/monthly?period=${MONTH}`)
  const { id } = data.find(({ seller_code }: { seller_code: string }) => seller_code === 'FULL')
  await done(as.am_head, 'PATCH', `/api/sos/monthly/${id}/finalize`, { reviewed_by: 'Ada', notes: 'Checked' })

  const [order] = fortyOrders('FULL', MONTH)
  t.match(await push('orders', [{ ...order, order_code: 'LATE' }]), { created: 1 })
  const { data: feeds } = await done(as.bod, 'GET', '/api/sync/status')
  t.match(
    feeds.find(({ feed }: { feed: string }) => feed === 'orders'),
    { late: 1 },
  )

  t.match(await calculate(), { sellers_scored: 3, sellers_final: 1 })
  t.same(await read('FULL'), { ...before.score, status: 'final' })
  t.same(await read('FULL', '/explanation'), { ...before.explanation, status: 'final' })
  const facts = await read('FULL', `/facts?period=${MONTH}&metric=seller_cancel_rate`)
  t.match(facts, { numerator: 2, denominator: 41, scored: { numerator: 1, denominator: 40 } })
})

const sixDecimals = (value: number) => Number(value.toFixed(6))
