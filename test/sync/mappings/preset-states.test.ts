import t from 'tap'
import { PRESETS } from '../../../plugins/sync/mappings/presets.ts'
import { syncApp } from '../sync-app.ts'
import { SAMPLES } from './samples.ts'

// Every state, type and flag that a source documents for its records: which of them are facts.

const { call, makeMapping, rows } = await syncApp(t)

type Change = Record<string, unknown>
const each = (field: string, values: unknown[]): Change[] => values.map((value) => ({ [field]: value }))

/** What a sample is changed to, by preset: the facts, and what is none. */
const STATES: Record<keyof typeof SAMPLES, { facts: Change[]; none: Change[] }> = {
  'shopify-orders': {
    facts: [
      ...each('financial_status', [
        ...['pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided'],
        'expired',
        null,
      ]),
      ...each('fulfillment_status', ['fulfilled', 'partial', 'restocked', null]),
      ...each('test', [false, null]),
      ...each('cancel_reason', ['customer', 'fraud', 'inventory', 'declined', 'staff', 'other']),
    ],
    none: [{ test: true }, { test: 'true' }],
  },
  'woocommerce-orders': {
    facts: each('status', [
      'processing',
      'on-hold',
      'completed',
      'cancelled',
      'refunded',
      'shipped-by-plugin',
    ]),
    none: each('status', ['pending', 'failed', 'trash', 'auto-draft', 'checkout-draft', 'draft', 'new']),
  },
  'magento-orders': {
    facts: [
      ...each('state', ['new', 'processing', 'complete', 'closed', 'canceled', 'holded']),
      { state: 'processing', status: 'fraud' },
      { state: 'new', status: 'pending' },
      { relation_child_id: null, relation_parent_id: '7' },
    ],
    none: [
      ...each('state', ['pending_payment', 'payment_review']),
      { state: 'pending_payment', status: 'pending_paypal' },
      ...each('status', ['received', 'rejected']),
      { state: 'canceled', relation_child_id: '8', relation_child_real_id: '000000001-1' },
    ],
  },
  'zendesk-tickets': {
    facts: [
      ...each('status', ['new', 'open', 'pending', 'hold', 'solved', 'closed']),
      ...each('type', ['problem', 'incident', 'question', 'task', null]),
      ...each('is_public', [true, false]),
      ...each('tags', [[], ['vip']]),
    ],
    none: [{ status: 'deleted' }, { status: 'closed', tags: ['vip', 'closed_by_merge'] }],
  },
  'freshdesk-tickets': {
    facts: [...each('status', [2, 3, 4, 5, 6]), ...each('spam', [false, null]), ...each('deleted', [false])],
    none: [{ spam: true }, { deleted: true }],
  },
  'xero-invoices': {
    facts: each('Status', ['AUTHORISED', 'PAID']),
    none: [
      ...each('Status', ['DRAFT', 'SUBMITTED', 'VOIDED', 'DELETED', undefined]),
      ...each('Type', [
        'ACCPAY',
        'ACCPAYCREDIT',
        'ACCRECCREDIT',
        'APOVERPAYMENT',
        'APPREPAYMENT',
        'AROVERPAYMENT',
        'ARPREPAYMENT',
        undefined,
      ]),
    ],
  },
  'quickbooks-invoices': {
    facts: [
      ...each('Balance', [0, 362.07]),
      ...each('EmailStatus', ['NotSet', 'NeedToSend', 'EmailSent']),
      ...each('PrintStatus', ['NotSet', 'NeedToPrint', 'PrintComplete']),
      { PrivateNote: 'Voided the old one' },
    ],
    none: [
      { TotalAmt: 0, Balance: 0, PrivateNote: 'Voided' },
      { TotalAmt: 0, Balance: 0, PrivateNote: 'Voided - Opening balance' },
      { status: 'Deleted', TotalAmt: undefined, DocNumber: undefined, CustomerRef: undefined },
    ],
  },
}

/** The records within a sample. */
const recordsOf = (body: unknown): Change[] =>
  Array.isArray(body)
    ? body
    : recordsOf(Object.values(body as object).find((value) => typeof value === 'object'))

for (const { name } of PRESETS) {
  const { feed, adds, body } = SAMPLES[name as keyof typeof SAMPLES]
  const { facts, none } = STATES[name as keyof typeof SAMPLES]
  const [sample] = recordsOf(body)
  const table = { orders: 'orders', tickets: 'tickets', payments: 'invoices' }[feed as 'orders']
  const push = (change: Change) =>
    call('system', 'POST', `/api/sync/${feed}?mapping=mine`, [{ ...sample, ...change }])
  const named = (change: Change) => JSON.stringify(change)
  const begin = () => makeMapping({ name: 'mine', preset: name, fields: adds, records: null })

  t.test(`${name}: which states are facts`, async (t) => {
    await begin()
    for (const change of facts) {
      await rows(`truncate ${table}, fact_deletions`)
      t.match((await push(change)).body, { created: 1, left_out: 0, rejected: 0 }, named(change))
    }
  })

  t.test(`${name}: which states are left out, with the reason`, async (t) => {
    await begin()
    for (const change of none) {
      const { body } = await push(change)
      t.match(body, { created: 0, left_out: 1, rejected: 0, warnings: [/^left_out: 1 \(/] }, named(change))
    }
    t.same(await rows(`select * from ${table}`), [])
  })
}

t.test('a bill with the number of an invoice does not take the invoice back', async (t) => {
  await makeMapping({ name: 'mine', preset: 'xero-invoices' })
  const [invoice] = SAMPLES['xero-invoices'].body.Invoices
  const send = (change = {}) =>
    call('system', 'POST', '/api/sync/payments?mapping=mine', { Invoices: [{ ...invoice, ...change }] })
  t.match((await send()).body, { created: 1 })
  t.match((await send({ Type: 'ACCPAY' })).body, { left_out: 1, deleted: 0 })
  t.match((await send({ Status: 'VOIDED' })).body, { left_out: 0, deleted: 1 })
})

t.test('of five orders of a shop, four of which nobody has placed, one is stored', async (t) => {
  const fields = { seller_code: { value: 'S-1' } }
  await makeMapping({ name: 'mine', preset: 'woocommerce-orders', fields })
  const orders = ['checkout-draft', 'failed', 'pending', 'trash', 'completed'].map((status, i) => ({
    number: `80${i}`,
    status,
    date_created_gmt: '2026-10-05T19:00:00',
    date_modified_gmt: '2026-10-05T19:00:00',
    line_items: [{ quantity: 1 }],
  }))
  t.match((await call('system', 'POST', '/api/sync/orders?mapping=mine', orders)).body, {
    created: 1,
    left_out: 4,
  })
})

t.test(
  'orders of several vendors, with cancelled fulfilments and tests, become the orders of each',
  async (t) => {
    await makeMapping({ name: 'mine', preset: 'shopify-orders', fields: { ready_by: 'due' } })
    const order = { due: '2026-10-07T00:00:00Z', created_at: '2026-10-05T10:00:00-04:00', test: false }
    const orders = [
      {
        ...order,
        name: '#4001',
        line_items: [{ vendor: 'S-1', quantity: 1 }],
        fulfillments: [
          { status: 'cancelled', created_at: '2026-10-06T09:00:00-04:00' },
          { status: 'success', created_at: '2026-10-20T09:00:00-04:00' },
        ],
      },
      { ...order, name: '#4002', test: true, line_items: [{ vendor: 'S-1', quantity: 1 }], fulfillments: [] },
      {
        ...order,
        name: '#4003',
        line_items: [
          { vendor: 'S-1', quantity: 4, current_quantity: 1 },
          { vendor: 'S-2', quantity: 9 },
        ],
        fulfillments: [{ status: 'success', created_at: '2026-10-06T09:00:00-04:00' }],
      },
    ]
    const { body } = await call('system', 'POST', '/api/sync/orders?mapping=mine', { orders })
    t.match(body, { received: 4, created: 3, left_out: 1 })
    t.same(
      await rows(
        'select order_code, seller_id, units, ready_at <= ready_by as on_time from orders order by 1, 2',
      ),
      [
        { order_code: '#4001', seller_id: 1, units: 1, on_time: false },
        { order_code: '#4003', seller_id: 1, units: 1, on_time: true },
        { order_code: '#4003', seller_id: 2, units: 9, on_time: true },
      ],
    )
  },
)
