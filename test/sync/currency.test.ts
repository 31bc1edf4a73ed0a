import t from 'tap'
import { someOf } from '../setup/form.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const FACTS = Object.entries(GOOD).filter(([feed]) => feed !== 'sellers')

t.test('with CURRENCY a fact in another one is rejected, one in the same or in none is stored', async (t) => {
  const { push } = await syncApp(t, { CURRENCY: 'EUR' })
  for (const [feed, good] of FACTS) {
    const { body } = await push(feed, [{ ...good, currency: 'USD' }])
    t.match(body, { rejected: 1, created: 0 }, feed)
    t.equal(
      body.errors[0].error,
      'currency must be EUR, in which this service keeps amounts (CURRENCY), not USD',
    )
    t.match((await push(feed, [{ ...good, currencyCode: ' eur ' }])).body, { created: 1 }, feed)
    for (const currency of [null, '', undefined])
      t.match((await push(feed, [{ ...good, currency }])).body, { unchanged: 1 }, feed)
  }
  const both = { ...GOOD.payments, currency: 'EUR', currency_code: 'USD' }
  t.match((await push('payments', [both])).body.errors, [
    { error: 'currency and currency_code are names of one field and differ: send one of them' },
  ])
})

t.test('without CURRENCY it is ignored, whatever it is', async (t) => {
  const { push } = await syncApp(t)
  for (const [feed, good] of FACTS)
    t.match(
      (await push(feed, [{ ...good, currency: { code: 'USD' }, currency_code: 7 }])).body,
      { created: 1 },
      feed,
    )
})

/** An amount of a currency with so many decimals, what it is sent as, and whether it is taken. */
const AMOUNTS: [currency: string | undefined, sent: number | string, taken: boolean][] = [
  ['KWD', 125.255, true],
  ['KWD', '0.001', true],
  ['KWD', 999999999999.999, false],
  ['KWD', 999999999998.999, true],
  ['KWD', 1.0005, false],
  ['JPY', 1500, true],
  ['JPY', '1500.00', true],
  ['JPY', 1.5, false],
  [undefined, 12.34, true],
  [undefined, 12.345, false],
  ['BHD', '1.005', true],
  ['JOD', 1000.125, true],
  ['IQD', 0.125, true],
  ['TND', '7.5', true],
  ['KRW', '0.01', false],
  ['ISK', 10, true],
  ['HUF', 12.35, true],
  ['HUF', 12.355, false],
  ['EUR', 12.345, false],
]
const SAID: Record<string, string> = {
  JPY: 'must have no decimals, as the currency has none',
  KRW: 'must have no decimals, as the currency has none',
  KWD: 'must have at most three decimals',
}

t.test('amounts are kept to the last decimal of their currency, or refused', async (t) => {
  const services = new Map<string | undefined, Awaited<ReturnType<typeof syncApp>>>()
  for (const [CURRENCY, sent, taken] of someOf(AMOUNTS, 10)) {
    const service = services.get(CURRENCY) ?? (await syncApp(t, { CURRENCY }))
    services.set(CURRENCY, service)
    const { push, rows } = service
    await rows('truncate invoices, revenues')
    const fields = { paid_amount: sent, credited_amount: sent, due_amount: sent, paid_on: null }
    const invoice = { ...GOOD.payments, amount: sent, ...fields }
    const revenue = { ...GOOD.revenue, amount: Number(sent) * -1 }
    const answers = [await push('payments', [invoice]), await push('revenue', [revenue])]
    for (const { body } of answers) {
      t.match(body, taken ? { created: 1 } : { rejected: 1 }, `${CURRENCY} ${sent}`)
      const tooMany = SAID[CURRENCY ?? ''] ?? 'must have at most two decimals'
      if (!taken && Number(sent) < 1e9) t.equal(body.errors[0].error, `amount ${tooMany}`)
    }
    const stored = await rows(
      `select i.amount, paid_amount, credited_amount, due_amount, r.amount as revenue
       from invoices i, revenues r`,
    )
    const kept = Number(sent)
    const owed = { amount: kept, paid_amount: kept, credited_amount: kept, due_amount: kept }
    const amounts = { ...owed, revenue: -kept }
    t.same(stored, taken ? [amounts] : [], `${CURRENCY} ${sent}`)
  }
})

t.test('what three decimals add up to is exact, in facts, control totals and surcharges', async (t) => {
  const { call, push, pushLines, pushTable } = await syncApp(t, { CURRENCY: 'KWD' })
  const invoice = { seller_code: 'S-1', issued_on: '2026-09-01', due_on: '2026-10-15' }
  await push('payments', [
    { ...invoice, invoice_code: 'A', amount: 125.255, paid_amount: 1.005 },
    { ...invoice, invoice_code: 'B', amount: 0.1, paid_amount: 0.05 },
  ])
  await pushLines('payments', JSON.stringify({ ...invoice, invoice_code: 'C', amount: '0.001' }))
  const csv = 'invoice_code,seller_code,amount,issued_on,due_on\nD,S-1,0.002,2026-09-01,2026-10-15'
  await pushTable('payments', csv)
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-10' })
  const url = '/api/sos/sellers/S-1/score/facts?period=2026-10&metric=overdue_share'
  t.match((await call('bod', 'GET', url)).body, { numerator: 124.303, denominator: 125.358, total: 4 })
  const totals = '/api/sync/payments/control-totals'
  await call('system', 'POST', totals, { period: '2026-10', totals: { records: 4, amount: 125.359 } })
  const declared = await call('system', 'GET', `${totals}?period=2026-10`)
  t.match(declared.body.data, [{ ours: { amount: 125.358 }, difference: { amount: -0.001 } }])
  const surcharge = { seller_code: 'S-1', period: '2026-10', surcharge_type: 'own' }
  for (const [amount, status] of [
    [5.125, 200],
    [5.1255, 400],
  ] as const)
    t.equal((await call('bod', 'POST', '/api/surcharges', { ...surcharge, amount })).status, status)
  t.match((await call('bod', 'GET', '/api/surcharges')).body.data, [{ amount: 5.125 }])
})

t.test('a currency without decimals has none in surcharges and in what a bonus is of', async (t) => {
  const { call } = await syncApp(t, { CURRENCY: 'JPY' })
  const sentence = (field: string) => `${field} must have no decimals, as the currency has none.`
  const said = (field: string) => ({ status: 400, body: { error: sentence(field) } })
  const surcharge = { seller_code: 'S-1', period: '2026-10', surcharge_type: 'own', amount: 1.5 }
  t.match(await call('bod', 'POST', '/api/surcharges', surcharge), said('amount'))
  t.equal((await call('bod', 'POST', '/api/surcharges', { ...surcharge, amount: 15 })).status, 200)
  const backtest = { draft_id: 1, from: '2026-09', to: '2026-09', bonus_base: 0.5 }
  t.match(await call('bod', 'POST', '/api/backtests', backtest), said('bonus_base'))
})

t.test('the documentation of a feed says how many decimals money has', async (t) => {
  for (const [CURRENCY, decimals] of Object.entries({ JPY: 0, KWD: 3, '': 2 })) {
    const { call } = await syncApp(t, CURRENCY === '' ? {} : { CURRENCY })
    const { data } = (await call('system', 'GET', '/api/sync/feeds')).body
    const { fields } = data.find(({ feed }: { feed: string }) => feed === 'payments')
    const money = fields.filter(({ type }: { type: string }) => type === 'money')
    t.match(
      money,
      ['amount', 'paid_amount', 'credited_amount', 'due_amount'].map((name) => ({ name, decimals })),
      CURRENCY,
    )
  }
})
