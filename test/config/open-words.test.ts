import t from 'tap'
import { testApp } from '../setup/app.ts'
import { factsOf, makeSeller } from '../sos/setup.ts'

t.test('contract types and surcharge types are open words', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const stored = async (type: string, body: object) => {
    const created = await call('bod', 'POST', `/api/config/${type}`, body)
    t.equal(created.status, 200, created.body.error)
    return (await call('bod', 'GET', `/api/config/${type}/${created.body.id}`)).body
  }
  const effective_from = '2026-01'
  const rule = { metric: 'forecast_error', above: 1, reason: 'Far off', effective_from }

  t.test('a known one is stored as it is documented', async (t) => {
    t.match(await stored('grace-period', { contract_type: ' Marketplace', days: 10, effective_from }), {
      contract_type: 'marketplace',
    })
    const block = await stored('surcharge', { ...rule, surcharge_type: 'Payment Block' })
    t.match(block, { surcharge_type: 'payment_block' })
    const put = await call('bod', 'PUT', `/api/config/surcharge/${block.id}`, {
      ...block,
      surcharge_type: 'PAYMENT-BLOCK',
    })
    t.equal(put.status, 200, put.body.error)
    t.match((await call('bod', 'GET', `/api/config/surcharge/${block.id}`)).body, {
      surcharge_type: 'payment_block',
    })
  })

  t.test('any other as it is written, and sellers of that type are found in any spelling', async (t) => {
    t.match(await stored('grace-period', { contract_type: 'Key Account', days: 3650, effective_from }), {
      contract_type: 'Key Account',
    })
    const { id, seller_code } = await makeSeller(app, { contract_type: 'key_account' })
    await factsOf(app, id).orders({})
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
    t.match((await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/explanation`)).body, {
      grace: { days: 3650, is_grace_period: true },
    })
  })

  t.test('one of more than 64 characters answers 400', async (t) => {
    const body = { contract_type: 'x'.repeat(65), days: 10 }
    t.match(await call('bod', 'POST', '/api/config/grace-period', body), {
      status: 400,
      body: { error: /^contract_type must/ },
    })
  })
})
