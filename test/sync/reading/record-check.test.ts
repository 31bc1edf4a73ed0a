import t from 'tap'
import { pushedFeeds } from '../../../plugins/sync/pushed-feed.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import { GOOD } from '../good-records.ts'

const PUSHED_FEEDS = pushedFeeds(FEEDS)

/** Feed, what is wrong with an otherwise good record, and the sentence it is refused with. */
const BAD: [keyof typeof GOOD, object, string][] = [
  ['orders', { order_code: undefined }, 'order_code is required'],
  ['orders', { order_code: null }, 'order_code must be a string'],
  ['orders', { order_code: '' }, 'order_code must not be empty'],
  ['orders', { order_code: ' \n' }, 'order_code must not be blank'],
  ['orders', { order_code: 'x'.repeat(101) }, 'order_code must have at most 100 characters'],
  ['orders', { order_code: 17 }, 'order_code must be a string'],
  ['orders', { seller_code: undefined }, 'seller_code is required'],
  [
    'orders',
    { ordered_at: '2026-10-05' },
    'ordered_at must be a date and time, such as 2026-01-31T08:30:00Z',
  ],
  [
    'orders',
    { ordered_at: '2026-10-05T10:00:00' },
    'ordered_at must have its time zone, as 2026-01-31T08:30:00Z',
  ],
  [
    'orders',
    { ordered_at: '2026-02-30T10:00:00Z' },
    'ordered_at must be a date that exists: there is no 2026-02-30',
  ],
  ['orders', { ordered_at: '0202-10-05T10:00:00Z' }, 'ordered_at must lie in the years 1970 to 2999'],
  ['orders', { ready_at: 'soon' }, 'ready_at must be a date and time, such as 2026-01-31T08:30:00Z'],
  ['orders', { units: -1 }, 'units must be at least 0'],
  ['orders', { units: 1.5 }, 'units must be a whole number'],
  ['orders', { units: '3' }, 'units must be a whole number'],
  ['orders', { units: 2_147_483_648 }, 'units must be at most 2147483647'],
  ['orders', { warehouse_id: 0 }, 'warehouse_id must be at least 1'],
  ['orders', { cancel_fault: 'nobody' }, 'cancel_fault must be one of seller, operator, customer, carrier'],
  ['orders', { has_data_error: 1 }, 'has_data_error must be true or false; also yes, no, y, n, t, f, 1, 0'],
  ['orders', { observed_at: '2026' }, 'observed_at must be a date and time, such as 2026-01-31T08:30:00Z'],
  ['forecasts', { period: '2026-13' }, 'period must be a month such as 2026-01'],
  ['forecasts', { forecast_orders: -3 }, 'forecast_orders must be at least 0'],
  ['forecasts', { submitted_at: undefined }, 'submitted_at is required'],
  ['campaign-actuals', { campaign_code: undefined }, 'campaign_code is required'],
  ['campaign-actuals', { actual_units: 0.5 }, 'actual_units must be a whole number'],
  ['tickets', { fault: 'weather' }, 'fault must be one of seller, operator, customer, carrier'],
  ['tickets', { category: '' }, 'category must not be empty'],
  ['payments', { amount: -0.01 }, 'amount must be at least 0'],
  ['payments', { amount: 12.345 }, 'amount must have at most two decimals'],
  ['payments', { amount: 0.1 + 0.2 }, 'amount must have at most two decimals'],
  ['payments', { amount: 1e-7 }, 'amount must have at most two decimals'],
  ['payments', { amount: 1_000_000_000_000 }, 'amount must be at most 999999999999.99'],
  ['payments', { amount: '12.50' }, 'amount must be a number'],
  ['payments', { amount: Number.POSITIVE_INFINITY }, 'amount is too large for a number'],
  ['payments', { credited_amount: -1 }, 'credited_amount must be at least 0'],
  ['payments', { due_amount: -1 }, 'due_amount must be at least 0'],
  ['payments', { paid_amount: [1] }, 'paid_amount must be a number'],
  ['payments', { issued_on: '2026-02-29' }, 'issued_on must be a date that exists: there is no 2026-02-29'],
  ['payments', { paid_on: '2026-10-05T10:00:00Z' }, 'paid_on must be a date, such as 2026-01-31'],
  ['inventory', { quantity: -1 }, 'quantity must be at least 0'],
  ['inventory', { volume_m3: -0.5 }, 'volume_m3 must be at least 0'],
  ['inventory', { snapshot_on: undefined }, 'snapshot_on is required'],
  ['revenue', { amount: -1.001 }, 'amount must have at most two decimals'],
  ['revenue', { amount: null }, 'amount must be a number'],
  ['sellers', { seller_code: ' ' }, 'seller_code must not be blank'],
  ['sellers', { company_name: null }, 'company_name must be a string'],
  ['sellers', { contract_type: 'x'.repeat(65) }, 'contract_type must have at most 64 characters'],
  ['sellers', { status: 'paused' }, 'status must be one of active, suspended, terminated'],
  ['sellers', { payment_terms_days: 3651 }, 'payment_terms_days must be at most 3650'],
  ['sellers', { metadata: ['EU'] }, 'metadata must be an object'],
  [
    'sellers',
    { metadata: { text: 'x'.repeat(17_000) } },
    'metadata must be at most 16384 bytes of JSON and 20 levels deep, without a number such as 1e309',
  ],
]

const checkOf = (name: string) => (value: unknown) =>
  PUSHED_FEEDS.find((feed) => feed.name === name)?.check(value)[0]?.error

for (const [feed, wrong, sentence] of BAD)
  t.test(`${feed}: ${JSON.stringify(wrong).slice(0, 60)} is refused`, async (t) => {
    const record = Object.fromEntries(
      Object.entries({ ...GOOD[feed], ...wrong }).filter(([, value]) => value !== undefined),
    )
    t.equal(checkOf(feed)(record), sentence)
  })

for (const value of [null, 7, 'text', true, ['a', 'list']])
  t.test(`${JSON.stringify(value)} is no record`, async (t) => {
    t.equal(checkOf('orders')(value), 'the record must be an object')
  })

for (const [feed, good] of Object.entries(GOOD))
  t.test(`a good record of ${feed} has nothing wrong`, async (t) => {
    t.equal(checkOf(feed)(good), undefined)
  })

for (const { name, dayFields } of FEEDS)
  for (const field of dayFields)
    t.test(`a ${field} of ${name} in the year 0000 is refused`, async (t) => {
      const good: Record<string, unknown> = GOOD[name as keyof typeof GOOD]
      const wrong = { ...good, [field]: String(good[field]).replace(/^\d{4}/, '0000') }
      t.match(checkOf(name)(wrong), new RegExp(`^${field} must `))
    })
