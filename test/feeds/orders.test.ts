import t from 'tap'
import { testApp } from '../setup/app.ts'
import { at, factsOf, MARCH, MARCH_10, makeSeller } from '../sos/setup.ts'
import { aggregateOrders } from './sums.ts'

type Orders = Parameters<ReturnType<typeof factsOf>['orders']>

const CASES: [title: string, orders: Orders, expected: object, month?: typeof MARCH][] = [
  [
    'the month begins with its first instant and ends before the next one’s',
    [
      { ordered_at: new Date('2026-02-28T23:59:59.999Z') },
      { ordered_at: at(1) },
      { ordered_at: new Date('2026-03-31T23:59:59.999Z') },
      { ordered_at: new Date('2026-04-01T00:00:00Z') },
    ],
    { orders: 2 },
  ],
  [
    'orders at or after as_of have not been placed yet',
    [{ ordered_at: at(10, '11:59') }, { ordered_at: at(10, '12:00') }],
    { orders: 1 },
    MARCH_10,
  ],
  [
    'only a cancellation by the seller’s fault counts, and any cancellation takes the units away',
    [
      { units: 1, cancelled_at: at(6), cancel_fault: 'seller' },
      { units: 2, cancelled_at: at(6), cancel_fault: 'operator' },
      { units: 4, cancelled_at: at(6), cancel_fault: 'customer' },
      { units: 8, cancelled_at: at(6), cancel_fault: 'carrier' },
      { units: 16, cancelled_at: at(6) },
      { units: 32 },
    ],
    { orders: 6, seller_cancelled: 1, units_ordered: 32 },
  ],
  [
    'a cancellation after as_of has not happened yet',
    [{ units: 3, cancelled_at: at(10, '12:00'), cancel_fault: 'seller' }],
    { seller_cancelled: 0, units_ordered: 3 },
    MARCH_10,
  ],
  [
    'an order is ready in time up to the very instant of ready_by',
    [
      { ready_by: at(6), ready_at: at(6) },
      { ready_by: at(6), ready_at: new Date('2026-03-06T00:00:00.001Z') },
    ],
    { ready_on_time: 1, ready_due: 2 },
  ],
  [
    'an order without a ready_by is never due to be ready',
    [{ ready_at: at(6) }, {}],
    { ready_on_time: 0, ready_due: 0 },
  ],
  [
    'an order that is not ready is due once its ready_by is past',
    [{ ready_by: at(10, '11:59') }, { ready_by: at(10, '12:00') }, { ready_by: at(11) }],
    { ready_on_time: 0, ready_due: 1 },
    MARCH_10,
  ],
  [
    'an order that is ready is due, however far its ready_by is off',
    [{ ready_by: at(25), ready_at: at(9) }],
    { ready_on_time: 1, ready_due: 1 },
    MARCH_10,
  ],
  [
    'an order that became ready after as_of is not ready yet',
    [
      { ready_by: at(11), ready_at: at(10, '12:00') },
      { ready_by: at(9), ready_at: at(10, '12:00') },
    ],
    { ready_on_time: 0, ready_due: 1 },
    MARCH_10,
  ],
  [
    'an order that another cancelled is left out of readiness, one without a stated fault is not',
    [
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7), cancel_fault: 'operator' },
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7), cancel_fault: 'customer' },
      { ready_by: at(6), cancelled_at: at(7), cancel_fault: 'carrier' },
      { ready_by: at(6), cancelled_at: at(7), cancel_fault: 'seller' },
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7) },
    ],
    { ready_on_time: 1, ready_due: 2 },
  ],
  [
    'an order that another cancels after as_of is still due',
    [{ ready_by: at(9), cancelled_at: at(11), cancel_fault: 'customer' }],
    { ready_due: 1 },
    MARCH_10,
  ],
  [
    'data errors are counted whatever became of the order',
    [{ has_data_error: true, cancelled_at: at(6) }, { has_data_error: true }, {}],
    { orders: 3, error_free: 1 },
  ],
]

t.test('orders are added up', async (t) => {
  const { app } = await testApp(t)

  for (const [title, orders, expected, month = MARCH] of CASES)
    t.test(title, async (t) => {
      const { id } = await makeSeller(app)
      await factsOf(app, id).orders(...orders)
      t.match(await aggregateOrders(app.db, [id], month), [{ seller_id: id, ...expected }])
    })

  t.test('each seller has the sums of its own orders, and one without any has no row', async (t) => {
    const [one, two, three] = [await makeSeller(app), await makeSeller(app), await makeSeller(app)]
    await factsOf(app, one.id).orders({}, {})
    await factsOf(app, two.id).orders({})
    const sums = await aggregateOrders(app.db, [one.id, three.id], MARCH)
    t.match(sums, [{ seller_id: one.id, orders: 2 }])
    t.equal(sums.length, 1)
  })
})
