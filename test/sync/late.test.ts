import t, { type Test } from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, finalize, push, rows } = await syncApp(t)

t.test('facts for a month with a final score are stored and counted as late', async (t) => {
  await finalize('S-1', '2026-10')
  const before = await rows('select * from monthly_scores')
  const order = (order_code: string, more = {}) => ({ ...GOOD.orders, order_code, ...more })
  const { body } = await push('orders', [
    order('late'),
    order('of a seller without a final score', { seller_code: 'S-2' }),
    order('of another month', { ordered_at: '2026-11-01T00:00:00Z' }),
  ])
  t.match(body, { created: 3 })
  await push('orders', [order('late')])
  await push('orders', [order('late', { units: 9 })])

  const [orders] = (await call('viewer', 'GET', '/api/sync/status')).body.data
  t.equal(orders.late, 2, 'one created and one updated; what was unchanged is not late')
  t.same(orders.periods, [
    { period: '2026-11', created: 1, late: 0 },
    { period: '2026-10', created: 2, late: 2 },
  ])
  t.same(await rows('select * from monthly_scores'), before, 'the score is as it was')
})

t.test('a score that is not final makes nothing late', async (t) => {
  await finalize('S-1', '2026-10')
  await rows(`update monthly_scores set status = 'under_review', finalized_at = null`)
  await push('orders', [GOOD.orders])
  t.same(await rows('select late from sync_feeds'), [{ late: 0 }])
})

t.test('a fact is late in each final month that counts it', async (t) => {
  await finalize('S-1', '2026-10')
  await finalize('S-1', '2026-11')
  const late = async (feed: string, record: object) => {
    const { body } = await push(feed, [record])
    const months = await rows(
      'select feed, period, created::int, late::int from sync_feed_periods where created <> 0 or late > 0 order by 2',
    )
    await rows('update sync_feed_periods set created = 0, late = 0')
    return [body.late, ...months]
  }
  for (const [feed, record] of Object.entries(ACROSS)) {
    const tried = await push(`${feed}?dry_run=true`, [record])
    t.equal(tried.body.late, 1, 'a push that stores nothing says so, too')
  }
  for (const [feed, record] of Object.entries(ACROSS))
    t.same(await late(feed, record), [
      1,
      { feed, period: '2026-10', created: 1, late: 1 },
      { feed, period: '2026-11', created: 0, late: 1 },
    ])
  t.same(await late('orders', { ...ACROSS.orders, deleted: true }), [
    1,
    { feed: 'orders', period: '2026-10', created: -1, late: 1 },
    { feed: 'orders', period: '2026-11', created: 0, late: 1 },
  ])
  const paid = { ...ACROSS.payments, paid_on: '2026-12-10' }
  const tried = await push('payments?dry_run=true', [paid])
  t.equal(tried.body.late, 0, 'a payment changes no month before it')
  t.same(await late('payments', paid), [
    0,
    { feed: 'payments', period: '2026-10', created: -1, late: 0 },
    { feed: 'payments', period: '2026-12', created: 1, late: 0 },
  ])
  t.same(await late('payments', { ...paid, deleted: true }), [
    1,
    { feed: 'payments', period: '2026-10', created: 0, late: 1 },
    { feed: 'payments', period: '2026-11', created: 0, late: 1 },
    { feed: 'payments', period: '2026-12', created: -1, late: 0 },
  ])
})

/** Pushes a record: how many of it are late, then the months in which they are. A dry run before says the same. */
async function lateAfter(t: Test, feed: string, record: object) {
  const tried = await push(`${feed}?dry_run=true`, [record])
  const { body } = await push(feed, [record])
  t.equal(tried.body.late, body.late, 'a push that stores nothing says the same')
  const months = await rows('select period from sync_feed_periods where late > 0 order by 1')
  await rows('update sync_feed_periods set late = 0')
  return [body.late, ...months.map(({ period }) => period)]
}

t.test('a fact that an update moves is late in the final month that it leaves', async (t) => {
  await finalize('S-1', '2026-08')
  await finalize('S-1', '2026-10')
  const late = (feed: string, record: object) => lateAfter(t, feed, record)
  const of = (month: string) => ({
    ...GOOD.orders,
    ordered_at: `${month}-05T10:00:00Z`,
    ready_by: null,
    cancelled_at: null,
  })
  t.same(await late('orders', of('2026-08')), [1, '2026-08'])
  t.same(await late('orders', of('2026-09')), [1, '2026-08'], 'into a month that is not final')
  t.same(await late('orders', of('2026-11')), [0], 'between two that are not')
  t.same(await late('orders', of('2026-10')), [1, '2026-10'])
  t.same(await late('orders', of('2026-08')), [1, '2026-08', '2026-10'], 'one record, two months')
  const paid = (paid_on: string | null) => ({
    ...GOOD.payments,
    issued_on: '2026-07-01',
    due_on: '2026-08-20',
    paid_on,
  })
  await late('payments', paid(null))
  t.same(await late('payments', paid('2026-11-10')), [0], 'a payment changes no month before it')
  t.same(await late('payments', paid('2026-10-10')), [1, '2026-10'])
  t.same(
    await late('payments', paid('2026-09-10')),
    [1, '2026-10'],
    'it was paid in a final month and no longer is',
  )
})

t.test(
  'a fact is late in the final months that count it no more, also where its own day stays',
  async (t) => {
    await finalize('S-1', '2026-08')
    await finalize('S-1', '2026-09')
    const late = async (feed: string, record: object) => (await lateAfter(t, feed, record)).slice(1)
    const order = { ...GOOD.orders, ordered_at: '2026-08-30T10:00:00Z', ready_by: null, ready_at: null }
    const cancelled = { ...order, cancelled_at: '2026-09-02T10:00:00Z', cancel_fault: 'seller' }
    const ticket = { ...GOOD.tickets, resolved_at: null, replied_at: null }
    const invoice = { ...GOOD.payments, issued_on: '2026-07-07', due_on: '2026-08-07' }
    for (const [feed, before, after] of [
      ['orders', cancelled, { ...order, cancelled_at: null }],
      [
        'orders',
        { ...order, ready_by: '2026-09-02T10:00:00Z' },
        { ...order, ready_by: '2026-08-31T10:00:00Z' },
      ],
      [
        'tickets',
        { ...ticket, opened_at: '2026-08-30T10:00:00Z' },
        { ...ticket, opened_at: '2026-08-02T10:00:00Z' },
      ],
      ['payments', { ...invoice, paid_on: '2026-11-20' }, { ...invoice, paid_on: '2026-08-07' }],
    ] as const) {
      t.same(await late(feed, before), ['2026-08', '2026-09'], feed)
      t.same(await late(feed, after), ['2026-08', '2026-09'], 'and in the month that it leaves')
    }
  },
)

/** They are of October, and something of them counts in November. */
const ACROSS = {
  orders: { ...GOOD.orders, ordered_at: '2026-10-31T10:00:00Z', ready_by: '2026-11-02T10:00:00Z' },
  tickets: { ...GOOD.tickets, opened_at: '2026-10-31T10:00:00Z' },
  payments: { ...GOOD.payments, issued_on: '2026-09-20', due_on: '2026-10-20', paid_on: null },
}

t.test('an invoice speaks of the month it is due in, or of a later payment', async (t) => {
  const invoice = (invoice_code: string, due_on: string, paid_on: string | null) => ({
    ...GOOD.payments,
    invoice_code,
    due_on,
    paid_on,
  })
  await push('payments', [
    invoice('unpaid', '2026-08-10', null),
    invoice('paid early', '2026-09-10', '2026-08-20'),
    invoice('paid late', '2026-08-10', '2026-10-01'),
  ])
  t.same(await rows('select period, created from sync_feed_periods order by 1'), [
    { period: '2026-08', created: 1 },
    { period: '2026-09', created: 1 },
    { period: '2026-10', created: 1 },
  ])
})

t.test('months begin and end in the business time zone', async (t) => {
  const { push, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'America/Sao_Paulo' })
  await push('orders', [{ ...GOOD.orders, ordered_at: '2026-11-01T02:59:59Z' }])
  await push('tickets', [{ ...GOOD.tickets, opened_at: '2026-11-01T03:00:00Z' }])
  await push('inventory', [{ ...GOOD.inventory, snapshot_on: '2026-10-01' }])
  t.same(await rows('select feed, period from sync_feed_periods order by 1'), [
    { feed: 'inventory', period: '2026-10' },
    { feed: 'orders', period: '2026-10' },
    { feed: 'tickets', period: '2026-11' },
  ])
})
