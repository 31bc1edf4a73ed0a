import t, { type Test } from 'tap'
import { GOOD, order } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, finalize, push, rows } = await syncApp(t)

t.test('facts for a month with a final score are stored and counted as late', async (t) => {
  await finalize('S-1', '2026-10')
  const before = await rows('select * from monthly_scores')
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

/** Pushes a record: how many of it are late, then the months in which they are. A dry run before says the same. */
async function lateAfter(t: Test, feed: string, record: object) {
  const tried = await push(`${feed}?dry_run=true`, [record])
  const { body } = await push(feed, [record])
  t.equal(tried.body.late, body.late, 'a push that stores nothing says the same')
  const months = await rows('select period from sync_feed_periods where late > 0 order by 1')
  await rows('update sync_feed_periods set late = 0')
  return [body.late, ...months.map(({ period }) => period)]
}

const plain = { ready_by: null, ready_at: null, cancelled_at: null }
const ordered = (on: string, more = {}) => order('O-1', { ...plain, ordered_at: `${on}T10:00:00Z`, ...more })
const opened = (on: string) => ({
  ...{ ...GOOD.tickets, opened_at: `${on}T10:00:00Z` },
  ...{ resolved_at: null, replied_at: null },
})
const invoice = (due_on: string, paid_on: string | null, more = {}) => ({
  ...{ ...GOOD.payments, issued_on: '2026-07-01', due_on, paid_on },
  ...more,
})
const gone = { deleted: true }
const cancelledLater = { cancelled_at: '2026-09-02T10:00:00Z', cancel_fault: 'seller' }
const dueLater = { ready_by: '2026-11-02T10:00:00Z' }

/** A title, the months that are final, and what is pushed in turn, with what of it is late and in which months. */
const TURNS: [
  title: string,
  final: string[],
  turns: [feed: string, record: object, late: number, ...months: string[]][],
][] = [
  [
    'each final month that counts it',
    ['2026-10', '2026-11'],
    [
      ['orders', ordered('2026-10-31', dueLater), 1, '2026-10', '2026-11'],
      ['orders', ordered('2026-10-31', { ...dueLater, ...gone }), 1, '2026-10', '2026-11'],
      ['orders', ordered('2026-10-31', { order_code: 'O-404', ...gone }), 0],
      ['tickets', opened('2026-10-31'), 1, '2026-10', '2026-11'],
      ['payments', invoice('2026-10-20', null), 1, '2026-10', '2026-11'],
      ['payments', invoice('2026-10-20', '2026-12-10'), 0],
      ['payments', invoice('2026-10-20', '2026-12-10', gone), 1, '2026-10', '2026-11'],
    ],
  ],
  [
    'the final month that an update moves it out of, or into',
    ['2026-08', '2026-10'],
    [
      ['orders', ordered('2026-08-05'), 1, '2026-08'],
      ['orders', ordered('2026-09-05'), 1, '2026-08'],
      ['orders', ordered('2026-11-05'), 0],
      ['orders', ordered('2026-10-05'), 1, '2026-10'],
      ['orders', ordered('2026-08-05'), 1, '2026-08', '2026-10'],
      ['payments', invoice('2026-08-20', null), 1, '2026-08', '2026-10'],
      ['payments', invoice('2026-08-20', '2026-11-10'), 0],
      ['payments', invoice('2026-08-20', '2026-10-10'), 1, '2026-10'],
      ['payments', invoice('2026-08-20', '2026-09-10'), 1, '2026-10'],
    ],
  ],
  [
    'the final months that count it no more, also where its own day stays',
    ['2026-08', '2026-09'],
    [
      ['orders', ordered('2026-08-30', cancelledLater), 1, '2026-08', '2026-09'],
      ['orders', ordered('2026-08-30', { cancelled_at: null }), 1, '2026-08', '2026-09'],
      ['orders', ordered('2026-08-30', { ready_by: '2026-09-02T10:00:00Z' }), 1, '2026-08', '2026-09'],
      ['orders', ordered('2026-08-30', { ready_by: '2026-08-31T10:00:00Z' }), 1, '2026-08', '2026-09'],
      ['tickets', opened('2026-08-30'), 1, '2026-08', '2026-09'],
      ['tickets', opened('2026-08-02'), 1, '2026-08', '2026-09'],
      ['payments', invoice('2026-08-07', '2026-11-20'), 1, '2026-08', '2026-09'],
      ['payments', invoice('2026-08-07', '2026-08-07'), 1, '2026-08', '2026-09'],
    ],
  ],
]
for (const [title, final, turns] of TURNS)
  t.test(`a fact is late in ${title}`, async (t) => {
    for (const period of final) await finalize('S-1', period)
    for (const [n, [feed, record, ...late]] of turns.entries())
      t.same(await lateAfter(t, feed, record), late, `turn ${n + 1}`)
  })

t.test('an invoice that is paid early speaks of the month it is due in', async (t) => {
  await push('payments', [{ ...GOOD.payments, due_on: '2026-09-10', paid_on: '2026-08-20' }])
  t.same(await rows('select period, created from sync_feed_periods'), [{ period: '2026-09', created: 1 }])
})
