import t from 'tap'
import { GOOD } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

const { push, pushLines, rows, call } = await syncApp(t)

const errorOf = async (feed: string, record: object) => (await push(feed, [record])).body.errors[0]?.error

/** A good record with other names for some of its fields. */
const renamed = (record: object, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]))
const { seller_code: _seller, warehouse_id: _warehouse, ...nobodys } = GOOD.orders
const { campaign_code: _campaign, ...forecast } = GOOD.forecasts

/** Each stores the same row as the good record of its feed. */
const SAME: Partial<Record<keyof typeof GOOD, Record<string, object>>> = {
  orders: {
    'camelCase and numbers as text': {
      ...{ orderCode: 'O-1', sellerCode: 'S-1', orderedAt: '2026-10-05T10:00:00Z', warehouseId: '1' },
      ...{ units: ' 3 ', readyBy: '2026-10-06 10:00Z', ready_at: '2026-10-06T09:00:00+00', carrier: 'DHL' },
      ...{ cancelledAt: '2026-10-07 00:00:00 UTC', cancelFault: 'Carrier', lateFault: 'OPERATOR' },
      hasDataError: 'yes',
    },
    'other names': {
      ...renamed(nobodys, {
        ...{ order_code: 'order_id', ordered_at: 'order_date', units: 'quantity', ready_by: 'ship_by' },
        ...{ cancelled_at: 'canceled_at', late_fault: 'delay_fault', carrier: 'carrier_name' },
      }),
      ...{ seller_id: 1, warehouse_code: 'WH-TEST', has_data_error: undefined, data_error: 1 },
    },
    'two names with one value': {
      ...{ ...GOOD.orders, orderNumber: 'O-1', order_date: '2026-10-05T12:00:00+02:00' },
    },
  },
  forecasts: {
    'other names': {
      ...{ seller_id: '1', month: '2026-10-01', forecast: '120', campaign_id: 2 },
      submission_date: '2026-09-20T12:00:00+02:00',
    },
    'a code as campaign_id': { ...forecast, campaign_id: 'C-OCT' },
  },
  'campaign-actuals': {
    'the number of the campaign': { ...GOOD['campaign-actuals'], campaign_code: undefined, campaign_id: 2 },
    'other names': { seller_id: 'S-1', campaign_id: 'C-OCT', orders: '110', units: 300 },
  },
  tickets: {
    'other names': renamed(GOOD.tickets, {
      ...{ ticket_code: 'ticket_id', category: 'ticket_type', opened_at: 'created_at' },
      ...{ reply_fault: 'response_fault', replied_at: 'first_reply_at', resolved_at: 'solved_at' },
    }),
  },
  payments: {
    'other names': {
      ...{ invoice_no: 'I-1', seller_code: 'S-1', amount: '1200.50', invoice_date: '2026-09-20T00:00:00' },
      ...{ due_date: '2026-10-10', amount_paid: '200.25', paid_date: '/Date(1791763200000+0000)/' },
      ...{ amount_credited: '50.50', outstanding_amount: '0.00' },
    },
    'midnight as a day': {
      ...{ ...GOOD.payments, issued_on: '2026-09-20T00:00:00Z', due_on: '2026-10-10T00:00:00.000Z' },
    },
  },
  inventory: {
    'other names': {
      ...{ seller_id: 1, warehouse_id: 'WH-TEST', product_sku: 'SKU-1', snapshot_date: '2026-10-31' },
      ...{ received_date: '2026-03-01', qty: '40', volume: '1.25', stranded: 'true' },
    },
  },
  returns: {
    'other names': {
      ...{ rma: 'R-1', seller_code: 'S-1', order_no: 'O-1', return_date: '2026-10-12T10:00:00Z' },
      ...{ return_reason: 'too small', return_fault: 'Carrier', courier: 'DHL', warehouse_code: 'WH-TEST' },
    },
  },
  revenue: { 'other names': { seller_id: 1, month: '2026-10', revenue: '5000.10' } },
  sellers: {
    'other names': {
      ...{ seller_code: 'S-9', companyName: 'Ninth', contract_type: ' Standard ', oms: 'Shopify' },
      ...{ contract_start_date: '2026-01-01', warehouse_code: 'WH-TEST', am_id: '1' },
      ...{ payment_terms_days: '30', metadata: { region: 'EU' }, status: 'Active' },
    },
  },
}
for (const [feed, records] of Object.entries(SAME))
  for (const [title, record] of Object.entries(records))
    t.test(`${feed} with ${title} are read as they are documented`, async (t) => {
      t.match((await push(feed, [GOOD[feed as keyof typeof SAME]])).body, { created: 1 })
      const { body } = await push(feed, [record])
      t.match(body, { unchanged: 1, errors: [] })
      t.notOk(body.warnings)
    })

const UNNAMED = { campaign_code: undefined }
/** What is wrong with an otherwise good record, and the sentence it is refused with. */
const names: [keyof typeof GOOD, object, string][] = [
  [
    'orders',
    { order_number: 'O-2' },
    'order_code and order_number are names of one field and differ: send one of them',
  ],
  [
    'tickets',
    { createdAt: '2026-10-05T10:00:01Z' },
    'opened_at and createdAt are names of one field and differ: send one of them',
  ],
  ['orders', { seller_id: 2 }, 'seller_id 2 is the seller S-2, but seller_code is S-1: send one of them'],
  [
    'orders',
    { warehouse_code: 'WH-2' },
    'warehouse_code WH-2 is the warehouse 2, but warehouse_id is 1: send one of them',
  ],
  ['orders', { seller_code: undefined, seller_id: 404 }, 'seller_id 404 names no seller'],
  ['orders', { seller_code: undefined, seller_id: 'S-404' }, 'seller_code "S-404" names no seller'],
  ['orders', { seller_code: '1' }, 'seller_code "1" names no seller'],
  ['orders', { warehouse_id: 'WH-404' }, 'warehouse_id "WH-404" names no warehouse'],
  ['inventory', { warehouse_id: 404 }, 'warehouse_id 404 names no warehouse'],
  ['forecasts', { ...UNNAMED, campaign_id: 404 }, 'campaign_id 404 names no campaign'],
  ['forecasts', { campaign_code: 'C-404' }, 'campaign_code "C-404" names no campaign'],
  ['campaign-actuals', { campaign_code: 'C-404' }, 'campaign_code "C-404" names no campaign'],
  ...(['tickets', 'payments', 'revenue'] as const).map((feed): [typeof feed, object, string] => [
    feed,
    { seller_code: 'S-404' },
    'seller_code "S-404" names no seller',
  ]),
]
t.test('what a record names must exist, once, and codes stay codes', async (t) => {
  for (const [feed, change, error] of names) t.equal(await errorOf(feed, { ...GOOD[feed], ...change }), error)
  t.match((await call('system', 'GET', '/api/sync/rejections?limit=1&page=11')).body.data, [
    { key: '404/O-1' },
  ])
})

t.test('a record with a reference is checked as any other', async (t) => {
  const { body } = await push('orders', [
    { ...GOOD.orders, warehouse_id: 'WH-TEST', units: -1 },
    { ...GOOD.orders, warehouse_id: 'WH-TEST' },
  ])
  t.match(body, { created: 1, rejected: 1, errors: [{ index: 0, error: 'units must be at least 0' }] })
})

t.test('amounts arrive to the cent, whatever a float would make of them', async (t) => {
  const amounts = [
    ...[0, 0.01, 0.07, 0.29, 1.1, 8.2, 19.99, 1234567.89],
    ...[4503599627370.49 / 10, 999_999_999_999.99],
  ]
  const records = amounts.map((amount, i) => ({
    ...GOOD.payments,
    invoice_code: `I-${i}`,
    amount: Number(amount.toFixed(2)),
  }))
  t.match((await push('payments', records)).body, { created: amounts.length, rejected: 0 })
  t.same(
    await rows('select amount::text from invoices order by substr(invoice_code, 3)::int'),
    records.map(({ amount }) => ({ amount: String(amount) })),
  )
  t.match((await push('payments', records)).body, { unchanged: amounts.length }, 'again')
})

t.test('a volume is kept to four decimals, and is the same when it comes again', async (t) => {
  const record = { ...GOOD.inventory, volume_m3: 0.123456789 }
  t.match((await push('inventory', [record])).body, { created: 1 })
  t.match((await push('inventory', [record])).body, { unchanged: 1 })
  t.same(await rows('select volume_m3 from inventory_snapshots'), [{ volume_m3: 0.1235 }])
})

t.test('every way to write an instant is the same instant', async (t) => {
  const ways = [
    '2026-10-05T10:00:00Z',
    '2026-10-05t10:00:00.000z',
    '2026-10-05 10:00Z',
    '2026-10-05T12:00:00+02:00',
    '2026-10-05T04:30:00.0004-0530',
    '2026-10-05T10:00:00.000123Z',
  ]
  for (const ordered_at of ways) await push('orders', [{ ...GOOD.orders, ordered_at }])
  t.same(await rows('select distinct ordered_at from orders'), [{ ordered_at: '2026-10-05T10:00:00.000Z' }])
  t.same(await rows('select created, updated, unchanged from sync_feeds'), [
    { created: 1, updated: 0, unchanged: 5 },
  ])
})

t.test('blank texts and null are no value', async (t) => {
  const none = {
    ...{ ready_by: '', ready_at: ' ', cancelled_at: '', units: '', cancel_fault: '', late_fault: null },
  }
  const order = { ...GOOD.orders, ...none, warehouse_code: '' }
  t.match((await push('orders', [order])).body, { created: 1 })
  const stored = { ...Object.fromEntries(Object.keys(none).map((name) => [name, null])), units: 1 }
  t.match(await rows('select * from orders'), [{ ...stored, warehouse_id: 1 }])
  t.equal(await errorOf('orders', { ...GOOD.orders, order_code: '  ' }), 'order_code is required')
  t.match((await push('sellers', [{ ...GOOD.sellers, contract_type: 'Special  Deal' }])).body, { created: 1 })
  t.match((await push('sellers', [{ seller_code: 'S-9', contract_type: '' }])).body, { updated: 1 })
  t.match(await rows(`select * from sellers where seller_code = 'S-9'`), [
    { contract_type: null, company_name: 'Ninth' },
  ])
})

t.test('a number that a float would round keeps its digits as a code, and is else refused', async (t) => {
  const code = '9007199254740993'
  const long = (record: object) => JSON.stringify(record).replaceAll(`"${code}"`, code)
  const records = [
    { ...GOOD.orders, order_code: code },
    { ...GOOD.orders, units: code },
  ].map(long)
  const json = { 'content-type': 'application/json' }
  for (const { body } of [
    await call('system', 'POST', '/api/sync/orders', `[${records}]`, json),
    await pushLines('orders', records.join('\n')),
  ])
    t.match(body, {
      rejected: 1,
      errors: [{ field: 'units', value: code, error: 'units is too large for a number' }],
    })
  t.same(await rows('select order_code from orders'), [{ order_code: code }])
})

const NO_COMMAS = 'a number with a decimal point and no commas, as 1234.50'
const AN_INSTANT = 'a date and time, such as 2026-01-31T08:30:00Z'
/** What is no obvious value of a field, and what it must be. */
const unclear: [feed: keyof typeof GOOD, field: string, value: unknown, must: string][] = [
  ['orders', 'units', '3 pieces', 'be a whole number'],
  ['payments', 'amount', '1.200,50', `be ${NO_COMMAS}`],
  ['payments', 'amount', '300,00', `be ${NO_COMMAS}`],
  ['inventory', 'volume_m3', '1,234.5', `be ${NO_COMMAS}`],
  ['payments', 'amount', 'a,5', 'be a number'],
  ['payments', 'due_on', '10/11/2026', 'have the year first, as 2026-01-31'],
  ['payments', 'due_on', '2026-02-30', 'be a date that exists: there is no 2026-02-30'],
  ['orders', 'ordered_at', '31.11.2026', 'have the year first, as 2026-01-31; there is no 31.11.2026'],
  ['orders', 'ordered_at', '31.1.26 09:30', 'have the year first, as 2026-01-31T08:30:00Z'],
  ['orders', 'ordered_at', '2026-02-30', 'be a date that exists: there is no 2026-02-30'],
  ['orders', 'ordered_at', 1_767_225_600, 'be a string'],
  ['orders', 'ready_by', '2026-11-21 24:10', 'have a time of day that exists: there is no 24:10'],
  ['orders', 'ready_by', '2026-10-06', `be ${AN_INSTANT}`],
  ['orders', 'ready_at', '2026-10-06', `be ${AN_INSTANT}`],
  ['orders', 'cancelled_at', '2026-10-06', `be ${AN_INSTANT}`],
  ['tickets', 'resolved_at', '2026-10-06', `be ${AN_INSTANT}`],
  ['tickets', 'replied_at', '2026-10-06', `be ${AN_INSTANT}`],
  ['forecasts', 'period', '2026-10-02', 'be a month such as 2026-01'],
]
t.test('what is not one obvious value is refused with the right form', async (t) => {
  for (const [feed, field, value, must] of unclear)
    t.equal(await errorOf(feed, { ...GOOD[feed], [field]: value }), `${field} must ${must}`)
})

t.test('times without an offset are of the business time zone, with one warning a push', async (t) => {
  const { push, pushLines, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Europe/Berlin' })
  const order = {
    ...{ order_code: 'O-1', seller_code: 'S-1', ordered_at: '2026-10-05 10:00' },
    ...{ ready_by: '2026-10-26T10:00:00', ready_at: '2026-10-07 10:00:00' },
  }
  t.same((await push('orders', [order])).body.warnings, [
    '3 timestamps have no time zone and were read in Europe/Berlin, the one of the service; the recommended form is 2026-01-31T08:30:00Z.',
  ])
  const [read] = await rows('select ordered_at, ready_by, ready_at from orders')
  t.same(
    Object.values(read ?? {}),
    ['2026-10-05T08', '2026-10-26T09', '2026-10-07T08'].map((hour) => `${hour}:00:00.000Z`),
  )
  const lines = linesOf(Array.from({ length: 2_500 }, (_, i) => ({ ...order, order_code: `L-${i}` })))
  for (const query of ['', '?atomic=true'])
    t.match((await pushLines('orders', lines, query)).body.warnings, [/^7,500 timestamps have no time zone/])
})

t.test('a point before three digits is told, where there are at most two decimals', async (t) => {
  const { push, pushLines } = await syncApp(t)
  const due = { seller_code: 'S-1', issued_on: '2026-10-01', due_on: '2026-10-31' }
  const paid = (invoice_code: string, amount: unknown) => ({ ...due, invoice_code, amount })
  const invoices = [paid('I-1', '1.500'), paid('I-2', ' 2.000 '), paid('I-3', '0.500'), paid('I-4', 1.5)]
  const told =
    '2 records have three decimals in amount: 1.500 was read as 1.5. If you mean thousands, write 1500.'
  for (const query of ['?dry_run=true', '?atomic=true', ''])
    t.same((await pushLines('payments', linesOf(invoices), query)).body.warnings, [told])
  const order = { order_code: 'O-9', seller_code: 'S-1', ordered_at: '2026-10-05T10:00:00Z', units: '2.000' }
  t.match((await push('orders', [order])).body.warnings, [
    /^One record has three decimals in units: 2\.000 was read as 2\. If you mean thousands, write 2000\.$/,
  ])
  for (const query of ['?dry_run=true', '']) {
    const { rejected, warnings } = (await push('payments', [paid('I-5', '7.125')], query)).body
    t.same([rejected, warnings], [1, undefined], 'what is rejected was not read')
    const bad = { ...paid('I-6', '1.500'), seller_code: 'S-404' }
    t.notOk((await push('payments', [bad], query)).body.warnings, 'nor is what names nobody')
  }
  const stock = { ...GOOD.inventory, volume_m3: '1.500' }
  t.notOk((await push('inventory', [stock])).body.warnings, 'a volume has three decimals')
})

t.test('a date alone is midnight in the business time zone where a day may be meant', async (t) => {
  const { push, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'America/Sao_Paulo' })
  const { order_code, seller_code } = GOOD.orders
  const { body } = await push('orders', [{ order_code, seller_code, ordered_at: '2026-11-01' }])
  t.match(body, { created: 1 })
  t.notOk(body.warnings)
  await push('tickets', [{ ...GOOD.tickets, opened_at: '2026-11-01' }])
  await push('forecasts', [{ ...GOOD.forecasts, submitted_at: '2026-11-01' }])
  t.same(
    await rows(`select ordered_at as it from orders union all select opened_at from tickets
                union all select submitted_at from forecasts`),
    Array(3).fill({ it: '2026-11-01T03:00:00.000Z' }),
  )
  t.match(await rows("select feed, period from sync_feed_periods where feed = 'orders'"), [
    { period: '2026-11' },
  ])
})

t.test('what can not even be made text is refused as any other value, in every field', async (t) => {
  const odd = { toString: 1, valueOf: 1, length: -1 }
  for (const [feed, record] of Object.entries(GOOD))
    for (const field of [...Object.keys(record), 'currency']) {
      const { status, body } = await push(feed, [{ ...record, [field]: odd }])
      t.match({ status, body }, { status: 200, body: { received: 1 } }, `${field} of ${feed}`)
      if (field !== 'currency' && field !== 'metadata') t.match(body, { rejected: 1 }, `${field} of ${feed}`)
    }
})
