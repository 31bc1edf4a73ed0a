import t from 'tap'
import { GOOD } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

const { push, pushLines, rows, call } = await syncApp(t)

const errorOf = async (feed: string, record: object) => (await push(feed, [record])).body.errors[0]?.error

/** Each stores the same row as the good record of its feed. */
const SAME: Partial<Record<keyof typeof GOOD, Record<string, object>>> = {
  orders: {
    'camelCase and numbers as text': {
      orderCode: 'O-1',
      sellerCode: 'S-1',
      orderedAt: '2026-10-05T10:00:00Z',
      warehouseId: '1',
      units: ' 3 ',
      readyBy: '2026-10-06 10:00Z',
      ready_at: '2026-10-06T09:00:00+00',
      cancelledAt: '2026-10-07 00:00:00 UTC',
      cancelFault: 'Carrier',
      lateFault: 'OPERATOR',
      carrier: 'DHL',
      hasDataError: 'yes',
    },
    'other names': {
      order_id: 'O-1',
      seller_id: 1,
      order_date: '2026-10-05T10:00:00Z',
      warehouse_code: 'WH-TEST',
      quantity: 3,
      ship_by: '2026-10-06T10:00:00Z',
      ready_at: '2026-10-06T09:00:00Z',
      canceled_at: '2026-10-07T00:00:00Z',
      cancel_fault: 'carrier',
      delay_fault: 'operator',
      carrier_name: 'DHL',
      data_error: 1,
    },
    'two names with one value': {
      ...GOOD.orders,
      orderNumber: 'O-1',
      order_date: '2026-10-05T12:00:00+02:00',
    },
  },
  forecasts: {
    'other names': {
      seller_id: '1',
      month: '2026-10-01',
      forecast: '120',
      submission_date: '2026-09-20T12:00:00+02:00',
      campaign_id: 2,
    },
    camelCase: {
      sellerCode: 'S-1',
      period: '2026-10',
      forecastOrders: 120,
      submittedAt: '2026-09-20T10:00:00Z',
      campaignCode: 'C-OCT',
    },
    'a code as campaign_id': { ...GOOD.forecasts, campaign_code: undefined, campaign_id: 'C-OCT' },
  },
  'campaign-actuals': {
    'camelCase and numbers as text': {
      sellerCode: 'S-1',
      campaignCode: 'C-OCT',
      actualOrders: '110',
      actualUnits: '300',
    },
    'the number of the campaign': { ...GOOD['campaign-actuals'], campaign_code: undefined, campaign_id: 2 },
    'other names': { seller_id: 'S-1', campaign_id: 'C-OCT', orders: '110', units: 300 },
  },
  tickets: {
    'other names': {
      ticket_id: 'T-1',
      seller_code: 'S-1',
      ticket_type: 'complaint',
      created_at: '2026-10-05T10:00:00Z',
      fault: 'OPERATOR',
      response_fault: 'carrier',
      first_reply_at: '2026-10-05T12:00:00Z',
      solved_at: '2026-10-06T12:00:00Z',
    },
  },
  payments: {
    'other names': {
      invoice_no: 'I-1',
      seller_code: 'S-1',
      amount: '1200.50',
      invoice_date: '2026-09-20T00:00:00',
      due_date: '2026-10-10',
      amount_paid: '200.25',
      paid_date: '/Date(1791763200000+0000)/',
      amount_credited: '50.50',
      outstanding_amount: '0.00',
    },
    'midnight as a day': {
      ...GOOD.payments,
      issued_on: '2026-09-20T00:00:00Z',
      due_on: '2026-10-10T00:00:00.000Z',
    },
  },
  inventory: {
    'other names': {
      seller_id: 1,
      warehouse_id: 'WH-TEST',
      product_sku: 'SKU-1',
      snapshot_date: '2026-10-31',
      received_date: '2026-03-01',
      qty: '40',
      volume: '1.25',
      stranded: 'true',
    },
  },
  returns: {
    'other names': {
      rma: 'R-1',
      seller_code: 'S-1',
      order_no: 'O-1',
      return_date: '2026-10-12T10:00:00Z',
      return_reason: 'too small',
      return_fault: 'Carrier',
      courier: 'DHL',
      warehouse_code: 'WH-TEST',
    },
  },
  revenue: {
    'other names': { seller_id: 1, month: '2026-10', revenue: '5000.10' },
  },
  sellers: {
    'other names': {
      ...GOOD.sellers,
      company_name: undefined,
      companyName: 'Ninth',
      contract_type: ' Standard ',
      oms_system_type: undefined,
      oms: 'Shopify',
      primary_warehouse_id: undefined,
      warehouse_code: 'WH-TEST',
      assigned_am_id: undefined,
      am_id: '1',
      payment_terms_days: '30',
      status: 'Active',
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

t.test('two names of one field with different values reject the record', async (t) => {
  t.equal(
    await errorOf('orders', { ...GOOD.orders, order_number: 'O-2' }),
    'order_code and order_number are names of one field and differ: send one of them',
  )
  t.equal(
    await errorOf('tickets', { ...GOOD.tickets, createdAt: '2026-10-05T10:00:01Z' }),
    'opened_at and createdAt are names of one field and differ: send one of them',
  )
  t.equal(
    await errorOf('orders', { ...GOOD.orders, orderedAt: '2026-10-05T11:00:00Z' }),
    'ordered_at and orderedAt are names of one field and differ: send one of them',
  )
  t.equal(
    await errorOf('orders', { ...GOOD.orders, seller_id: 2 }),
    'seller_id 2 is the seller S-2, but seller_code is S-1: send one of them',
  )
  t.equal(
    await errorOf('orders', { ...GOOD.orders, warehouse_code: 'WH-2' }),
    'warehouse_code WH-2 is the warehouse 2, but warehouse_id is 1: send one of them',
  )
})

t.test('what a number or a code names must exist, and codes stay codes', async (t) => {
  const { seller_code: _, warehouse_id: __, ...order } = GOOD.orders
  t.equal(await errorOf('orders', { ...order, seller_id: 404 }), 'seller_id 404 names no seller')
  t.equal(await errorOf('orders', { ...order, seller_id: 'S-404' }), 'seller_code "S-404" names no seller')
  t.equal(await errorOf('orders', { ...order, seller_code: '1' }), 'seller_code "1" names no seller')
  t.equal(
    await errorOf('orders', { ...GOOD.orders, warehouse_id: 'WH-404' }),
    'warehouse_id "WH-404" names no warehouse',
  )
  t.equal(
    await errorOf('forecasts', { ...GOOD.forecasts, campaign_code: undefined, campaign_id: 404 }),
    'campaign_id 404 names no campaign',
  )
  t.match((await call('system', 'GET', '/api/sync/rejections?limit=1&page=5')).body.data, [
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

t.test('blank texts and null are no value', async (t) => {
  const none = {
    ready_by: '',
    ready_at: ' ',
    cancelled_at: '',
    units: '',
    cancel_fault: '',
    late_fault: null,
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

t.test('a code may come as a number', async (t) => {
  t.match((await push('orders', [{ ...GOOD.orders, order_code: 100234 }])).body, { created: 1 })
  t.same(await rows('select order_code from orders'), [{ order_code: '100234' }])
  const ticket = { ...GOOD.tickets, ticket_code: undefined, ticketId: 77 }
  t.match((await push('tickets', [ticket])).body, { created: 1 })
})

t.test(
  'a number that a float would round keeps its digits as a code, and is refused as a number',
  async (t) => {
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
  },
)

t.test('what is not one obvious value is refused with the right form', async (t) => {
  const cases: [keyof typeof GOOD, object, string | RegExp][] = [
    ['orders', { units: '3 pieces' }, 'units must be a whole number'],
    [
      'payments',
      { amount: '1.200,50' },
      /^amount must be a number with a decimal point and no commas, as 1234.50$/,
    ],
    ['payments', { amount: '300,00' }, /with a decimal point and no commas/],
    ['inventory', { volume_m3: '1,234.5' }, /^volume_m3 must be a number with a decimal point and no commas/],
    ['payments', { amount: 'a,5' }, /^amount must be a number$/],
    ['payments', { amount: '12.345' }, 'amount must have at most two decimals'],
    ['payments', { due_on: '10/11/2026' }, /^due_on must have the year first, as 2026-01-31$/],
    ['payments', { due_on: '31.01.2026' }, /^due_on must have the year first, as 2026-01-31$/],
    ['payments', { due_on: '2026-02-30' }, /^due_on must be a date that exists: there is no 2026-02-30$/],
    [
      'orders',
      { ordered_at: '31.11.2026' },
      'ordered_at must have the year first, as 2026-01-31; there is no 31.11.2026',
    ],
    [
      'orders',
      { ordered_at: '31.1.26 09:30' },
      /^ordered_at must have the year first, as 2026-01-31T08:30:00Z$/,
    ],
    ['payments', { paid_on: '2026-10-05T10:00:00Z' }, /^paid_on must be a date/],
    [
      'orders',
      { ordered_at: '2026-02-30' },
      /^ordered_at must be a date that exists: there is no 2026-02-30$/,
    ],
    ['orders', { ready_by: '2026-11-31T08:00:00Z' }, /^ready_by must be a date that exists: there is no/],
    [
      'orders',
      { ready_by: '2026-11-21 24:10' },
      /^ready_by must have a time of day that exists: there is no 24:10$/,
    ],
    ['orders', { ready_by: '2026-10-06' }, /^ready_by must be a date and time, such as/],
    ['tickets', { resolved_at: '2026-10-06' }, /^resolved_at must be a date and time, such as/],
    ['orders', { ready_at: '2026-10-06' }, /^ready_at must be a date and time, such as/],
    ['orders', { cancelled_at: '2026-10-06' }, /^cancelled_at must be a date and time, such as/],
    ['tickets', { replied_at: '2026-10-06' }, /^replied_at must be a date and time, such as/],
    ['orders', { ordered_at: 1_767_225_600 }, /^ordered_at must/],
    ['orders', { ordered_at: '2026-10-05T25:00:00Z' }, /^ordered_at must/],
    ['orders', { ordered_at: 'yesterday' }, /^ordered_at must be a date and time, such as/],
    ['inventory', { warehouse_id: undefined }, /warehouse_id/],
    ['revenue', { amount: undefined }, 'amount is required'],
    ['forecasts', { period: '2026-13' }, /^period must be a month such as 2026-01$/],
    ['forecasts', { period: '2026-10-02' }, /^period must be a month such as 2026-01$/],
    [
      'orders',
      { has_data_error: 'maybe' },
      'has_data_error must be true or false; also yes, no, y, n, t, f, 1, 0',
    ],
  ]
  for (const [feed, change, error] of cases)
    t.match(await errorOf(feed, { ...GOOD[feed], ...change }), error, JSON.stringify(change))
})

t.test('times without an offset are of the business time zone, with one warning a push', async (t) => {
  const { push, pushLines, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Europe/Berlin' })
  const order = {
    order_code: 'O-1',
    seller_code: 'S-1',
    ordered_at: '2026-10-05 10:00',
    ready_by: '2026-10-26T10:00:00',
    ready_at: '2026-10-07 10:00:00',
  }
  t.same((await push('orders', [order])).body.warnings, [
    '3 timestamps have no time zone and were read in Europe/Berlin, the one of the service; the recommended form is 2026-01-31T08:30:00Z.',
  ])
  t.match(await rows('select * from orders'), [
    {
      ordered_at: '2026-10-05T08:00:00.000Z',
      ready_by: '2026-10-26T09:00:00.000Z',
      ready_at: '2026-10-07T08:00:00.000Z',
    },
  ])
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

t.test('lines have the same forms', async (t) => {
  const line = JSON.stringify({ orderId: 7, sellerId: 2, orderDate: '2026-10-05' })
  t.match((await pushLines('orders', line)).body, { created: 1 })
  t.match(await rows('select * from orders'), [{ order_code: '7', seller_id: 2 }])
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
