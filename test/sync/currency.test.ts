import t from 'tap'
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
})

t.test('with CURRENCY two names of a currency that differ reject the fact', async (t) => {
  const { push } = await syncApp(t, { CURRENCY: 'EUR' })
  const { body } = await push('payments', [{ ...GOOD.payments, currency: 'EUR', currency_code: 'USD' }])
  t.match(body.errors, [
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
