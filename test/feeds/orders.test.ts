import t from 'tap'
import { at, MARCH_10 } from '../sos/setup.ts'
import { aggregateOrders, type Case, holdTo } from './sums.ts'

// When a month begins and ends is asked in time-zones.test.ts.

const CASES: Case<'orders'>[] = [
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
    'an order that another cancelled is left out of readiness, one without a stated fault or by the seller’s is not',
    [
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7), cancel_fault: 'operator' },
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7), cancel_fault: 'customer' },
      { ready_by: at(6), cancelled_at: at(7), cancel_fault: 'carrier' },
      { ready_by: at(6), cancelled_at: at(7), cancel_fault: 'seller' },
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7), cancel_fault: 'seller' },
      { ready_by: at(6), ready_at: at(6), cancelled_at: at(7) },
    ],
    { ready_on_time: 2, ready_due: 3 },
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
  [
    'a fault without a cancellation is none, and excuses nothing',
    [
      { cancel_fault: 'seller', units: 3 },
      { cancel_fault: 'carrier', ready_by: at(10) },
    ],
    { seller_cancelled: 0, units_ordered: 4, ready_due: 1, ready_on_time: 0 },
  ],
  [
    'units are added up beyond an integer',
    [{ units: 2_147_483_647 }, { units: 2_147_483_647 }],
    { units_ordered: 4_294_967_294 },
  ],
]

holdTo(t, 'orders', CASES, aggregateOrders)
