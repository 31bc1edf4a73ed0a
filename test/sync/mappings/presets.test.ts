import t from 'tap'
import { PRESETS } from '../../../plugins/sync/mappings/presets.ts'
import { syncApp } from '../sync-app.ts'
import { SAMPLES } from './samples.ts'

// What a system exports, as a preset reads it, and which states, types and flags of its records are facts.

const { call, makeMapping, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Europe/Berlin' })

for (const [preset, { feed, adds, body, rows: statement, become }] of Object.entries(SAMPLES))
  t.test(`${preset}: what the system exports is stored, and is the same when it comes again`, async (t) => {
    t.equal((await makeMapping({ name: 'mine', preset, fields: adds })).status, 200)
    const push = () => call('system', 'POST', `/api/sync/${feed}?mapping=mine`, body)
    const first = await push()
    t.match(first, { status: 200, body: { created: become.length, rejected: 0, errors: [] } })
    t.notOk(first.body.warnings)
    t.match(await rows(statement), become)
    t.match((await push()).body, { created: 0, updated: 0, rejected: 0 })
  })

t.test('the presets are listed with what a copy must add', async (t) => {
  const { status, body } = await call('viewer', 'GET', '/api/sync/mappings/presets')
  t.equal(status, 200)
  for (const { name, lacks } of body.data)
    t.same(lacks, 'seller_code' in SAMPLES[name as keyof typeof SAMPLES].adds ? ['seller_code'] : [], name)
})

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
