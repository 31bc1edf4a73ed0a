import t from 'tap'
import { rowSaid } from '../../../plugins/sos/facts/list-facts.ts'
import { METRICS, metricNamed } from '../../../src/scoring/metrics.ts'
import { testApp } from '../../setup/app.ts'
import { at, day, factsOf, makeCampaign, makeSeller, RETURN_RATE } from '../setup.ts'

interface Fact {
  fact: string
  said: string
  numerator: number
  denominator: number
  costs: boolean
  record: Record<string, unknown>
}

const sum = (rows: Fact[], side: 'numerator' | 'denominator') =>
  Math.round(rows.reduce((total, row) => total + row[side], 0) * 1e6) / 1e6

t.test('the rows behind a score', async (t) => {
  const { app, call, done } = await testApp(t, { WORKER: 'on', BUSINESS_TIMEZONE: 'America/Sao_Paulo' })
  const seller = await makeSeller(app)
  const url = `/api/sos/sellers/${seller.seller_code}/score/facts`
  const facts = factsOf(app, seller.id)
  const faults = [undefined, 'seller', 'operator', 'customer', 'carrier']
  const range = (count: number) => Array.from({ length: count }, (_, index) => index)
  const campaigns = [
    await makeCampaign(app),
    await makeCampaign(app, { end_date: day('2026-03-08'), start_date: day('2026-03-01') }),
  ]
  await facts.orders(
    ...range(60).map((n) => ({
      ordered_at: at(1 + (n % 28), '09:30'),
      units: 1 + (n % 5),
      ready_by: n % 6 ? at(2 + (n % 28)) : null,
      ready_at: n % 7 ? at(1 + ((n * 11) % 30), '23:00') : null,
      cancelled_at: n % 4 ? null : at(3 + (n % 25)),
      cancel_fault: n % 4 ? null : faults[(n / 4) % 5],
      has_data_error: n % 13 === 0,
    })),
  )
  await facts.orders(
    { order_code: 'before', ordered_at: new Date('2026-03-01T02:59:59.999Z') },
    { order_code: 'first', ordered_at: new Date('2026-03-01T03:00:00Z') },
    { order_code: 'last', ordered_at: new Date('2026-04-01T02:59:59.999Z') },
    { order_code: 'after', ordered_at: new Date('2026-04-01T03:00:00Z') },
  )
  await facts.tickets(
    ...range(20).map((n) => ({
      category: ['complaint', 'question', 'delivery'][n % 3],
      fault: n % 4 ? 'seller' : 'operator',
      opened_at: at(1 + n),
      replied_at: n % 5 ? at(1 + n + (n % 3), '06:00') : null,
      resolved_at: n % 6 ? at(2 + n + (n % 8)) : null,
    })),
  )
  await facts.forecasts(
    { forecast_orders: 75, submitted_at: new Date('2026-02-25T10:00:00Z') },
    ...campaigns.map(({ id }, n) => ({
      campaign_id: id,
      forecast_orders: 20 + n * 30,
      submitted_at: at(1 + n),
    })),
  )
  await facts.actuals(...campaigns.map(({ id }, n) => ({ campaign_id: id, actual_orders: 45 - n * 20 })))
  await facts.invoices(
    ...range(9).map((n) => ({
      amount: `${100 + n}.1${n}`,
      due_on: day(`2026-03-0${1 + n}`),
      paid_on: n % 3 ? day(`2026-03-${10 + n * 2}`) : null,
      paid_amount: n % 2 ? '50.05' : '0',
    })),
  )
  await facts.stock(
    ...range(10).map((n) => ({
      snapshot_on: day(n < 4 ? '2026-03-09' : '2026-03-30'),
      received_on: day(n % 2 ? '2025-01-01' : '2026-03-01'),
      quantity: 5 + n,
      volume_m3: n % 3 ? `0.${n}5` : null,
      is_stranded: n % 5 === 0,
    })),
  )
  const returned = range(5).map((n) => ({
    return_code: `R-${n}`,
    seller_code: seller.seller_code,
    returned_at: at(4 + n * 3),
  }))
  await done('system', 'POST', '/api/sync/returns', { records: returned })
  await done('bod', 'POST', '/api/config/o-score', RETURN_RATE)
  await done('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })

  /** All rows behind a metric, page by page, and what the last page says of them. */
  async function allFacts(metric: string) {
    const rows: Fact[] = []
    for (let page = 1; ; page++) {
      const body = await done('viewer', 'GET', `${url}?metric=${metric}&limit=7&page=${page}`)
      rows.push(...body.data)
      if (body.data.length === 0) return { ...body, rows }
    }
  }

  t.test('are those of the month where the business is', async (t) => {
    const { rows } = await allFacts('order_data_accuracy')
    const codes = rows.map(({ record }: Fact) => record.order_code)
    t.same(
      ['before', 'first', 'last', 'after'].filter((code) => codes.includes(code)),
      ['first', 'last'],
    )
  })

  /** The facts as they were seen on the 10th at noon: every rule about as_of has rows on both of its sides. */
  const seenOn: Record<string, string> = { 'the month’s end': '', 'the 10th at noon': '2026-03-10T12:00:00Z' }
  for (const [when, as_of] of Object.entries(seenOn))
    t.test(`as of ${when}`, async (t) => {
      if (as_of)
        await app.db.pool.query(
          'update scoring_runs set as_of = $1::timestamptz, as_of_date = $1::timestamptz::date',
          [as_of],
        )
      for (const { name } of METRICS)
        t.test(`add up to the numerator and denominator of ${name}`, async (t) => {
          const { rows, total, numerator, denominator, scored } = await allFacts(name)
          t.equal(rows.length, total)
          t.not(total, 0)
          const signed = sum(rows, 'numerator')
          t.equal(name === 'forecast_bias' ? Math.abs(signed) : signed, numerator)
          t.equal(sum(rows, 'denominator'), denominator)
          if (!as_of) t.same({ numerator, denominator }, scored)
          else t.notSame({ numerator, denominator }, scored)
        })
    })

  t.test('say whether retention has deleted facts of the month', async (t) => {
    const areDeleted = async (metric: string) =>
      (await done('viewer', 'GET', `${url}?period=2026-03&metric=${metric}`)).facts_deleted
    t.equal(await areDeleted('days_beyond_terms'), false)
    await app.db
      .run`insert into retention_deletions (feed, period, deleted) values ('payments', '2026-03', 1)`
    t.equal(await areDeleted('days_beyond_terms'), true)
    t.equal(await areDeleted('on_time_ready_rate'), false, 'another feed')
    for (const feed of ['orders', 'campaign-actuals']) {
      t.equal(await areDeleted('forecast_error'), false)
      await app.db.run`insert into retention_deletions (feed, period, deleted) values (${feed}, '2026-03', 1)`
      t.equal(await areDeleted('forecast_error'), true, `it reads ${feed}, too`)
      await app.db.run`delete from retention_deletions where feed = ${feed}`
    }
  })

  t.test('show their columns and what each adds', async (t) => {
    const body = await done('viewer', 'GET', `${url}?period=2026-03&metric=days_beyond_terms&limit=1`)
    t.same(body.data, [
      {
        fact: 'invoice',
        numerator: 900.9,
        denominator: 100.1,
        said: '9 days late',
        costs: true,
        record: {
          invoice_code: body.data[0].record.invoice_code,
          amount: 100.1,
          issued_on: '2026-02-01',
          due_on: '2026-03-01',
          paid_amount: 0,
          paid_on: null,
          credited_amount: null,
          due_amount: null,
          days_late: 9,
        },
      },
    ])
    const { seller_code } = seller
    t.match(body, { seller_code, period: '2026-03', metric: 'days_beyond_terms', page: 1, limit: 1 })
  })

  t.test('what costs points comes first, then what counts; a warehouse has its name', async (t) => {
    for (const { name } of METRICS) {
      const { rows } = await allFacts(name)
      for (const of of Map.groupBy<string, Fact>(rows, ({ fact }) => fact).values()) {
        const places = of.map(({ costs, said }) => (costs ? 0 : /^(Not counted|Left out)/.test(said) ? 2 : 1))
        t.same(places, places.toSorted(), name)
      }
    }
    const { rows } = await allFacts('on_time_ready_rate')
    for (const { costs, numerator, denominator } of rows) t.equal(costs, denominator === 1 && numerator === 0)
    const stock = await allFacts('aged_stock_share')
    t.type(stock.rows[0]?.record.warehouse_name, 'string')
  })

  t.test(
    'a fact that arrived after the run is among them, and the score says what it was made with',
    async (t) => {
      const before = await allFacts('order_data_accuracy')
      await facts.orders({ ordered_at: at(2), has_data_error: true })
      const after = await allFacts('order_data_accuracy')
      t.equal(after.denominator, before.denominator + 1)
      t.same(after.scored, before.scored)
    },
  )

  t.test('refuse what they can not be asked for', async (t) => {
    for (const [query, status, error] of [
      ['', 400, /metric is required/],
      ['?metric=luck', 400, /metric must be one of forecast_error/],
      ['?metric=forecast_error&period=2026-02', 404, /has no score of 2026-02/],
    ] as const)
      t.match(await call('viewer', 'GET', url + query), { status, body: { error } }, query)
  })
})

/** A row of a metric: what it adds to numerator and denominator, and how that is told. */
const ROWS: [string, number, number, string][] = [
  ['forecast_error', 3, 68, 'Off by 3 of 68 orders'],
  ['forecast_error', 12, 0, 'Off by 12 of 0 orders'],
  ['forecast_bias', -3, 68, 'Off by 3 of 68 orders'],
  ['forecast_lateness', 1, 1, '1 day late'],
  ['seller_cancel_rate', 1, 1, 'Yes'],
  ['on_time_ready_rate', 0, 1, 'No'],
  ['on_time_ready_rate', 0, 0, 'Not counted'],
  ['return_rate', 1, 0, '1 return'],
  ['return_rate', 0, 1, '1 order'],
  ['seller_ticket_rate', 2, 0, 'Counts as 2'],
  ['seller_ticket_rate', 0, 0, 'Not counted'],
  ['seller_ticket_rate', 0, 1, '1 order'],
  ['days_beyond_terms', 8490.28, 51.77, '164 days late'],
  ['overdue_share', 1040, 2000, '€1,040.00 of €2,000.00'],
  ['aged_stock_share', 0.0831, 0.0831, '0.08 of 0.08'],
  ['weeks_of_cover', 208, 0, 'In stock'],
  ['weeks_of_cover', 0, 14, '2 units ordered'],
]

t.test('a row says in words what it adds to its metric', async (t) => {
  for (const [name, numerator, denominator, said] of ROWS) {
    const metric = metricNamed(name)
    t.equal(metric && rowSaid(metric, { numerator, denominator }, 'EUR'), said, name)
  }
})

t.test('a row that adds nothing to any part is not counted, whatever the metric', async (t) => {
  for (const metric of METRICS)
    t.equal(rowSaid(metric, { numerator: 0, denominator: 0 }, undefined), 'Not counted')
})

t.test('a row that is left out says by whose fault', async (t) => {
  const [metric] = METRICS
  const added = { numerator: 0, denominator: 0, left_out: 'carrier' } as const
  t.equal(metric && rowSaid(metric, added, undefined), "Left out: by the carrier's fault")
})
