import t from 'tap'
import { aCampaign } from '../campaigns/a-campaign.ts'
import { testApp } from '../setup/app.ts'

const { call } = await testApp(t, { WORKER: 'on' })

const create = (seller_code: unknown) =>
  call('admin', 'POST', '/api/sellers', { seller_code, company_name: 'One' })
const named = (code: string) => encodeURIComponent(code)

t.test('a seller is made and found by its code, whatever nobody sees in it', async (t) => {
  t.equal((await create('H-3')).status, 200)
  for (const code of ['H-3 ', 'H\u20113', '\uFEFFH-3', 'H\u200B-3', 'H-\u20603']) {
    t.equal((await create(code)).status, 409, code)
    t.match((await call('admin', 'GET', `/api/sellers/${named(code)}`)).body, { seller_code: 'H-3' }, code)
  }
  t.equal((await create('H-4\u00A0')).status, 200)
  t.match((await call('admin', 'GET', '/api/sellers/H-4')).body, { seller_code: 'H-4' })
  const patched = await call('admin', 'PATCH', `/api/sellers/${named(' H-4')}`, { seller_code: 'H\u20115 ' })
  t.equal(patched.status, 200)
  t.match((await call('admin', 'GET', '/api/sellers/H-5')).body, { seller_code: 'H-5' })
})

t.test('what is no code is refused in every body', async (t) => {
  for (const code of ['NULL', '1.23457E+11', '#REF!', '-', ' ', '\u200B'])
    t.match((await create(code)).status, 400, code)
  t.match(
    (await create('nan')).body.error,
    /^seller_code must not be nan, which stands for no value: send the code itself\.$/,
  )
  const warehouse = { code: 'None', name: 'x', is_active: true }
  t.match((await call('admin', 'POST', '/api/warehouses', warehouse)).body.error, /^code must not be None/)
  const campaign = aCampaign({ campaign_code: 'undefined' })
  t.match(
    (await call('admin', 'POST', '/api/campaigns', campaign)).body.error,
    /^campaign_code must not be undefined/,
  )
  const surcharge = { seller_code: '(null)', period: '2026-10', surcharge_type: 'x', amount: 1 }
  t.match(
    (await call('admin', 'POST', '/api/surcharges', surcharge)).body.error,
    /^seller_code must not be \(null\)/,
  )
})

t.test('queries, surcharges, campaigns and warehouses read codes in the same way', async (t) => {
  await create('Q-1')
  const odd = 'Q\u20111 '
  const surcharge = { seller_code: odd, period: '2026-10', surcharge_type: 'payment_block', amount: 1 }
  t.equal((await call('admin', 'POST', '/api/surcharges', surcharge)).status, 200)
  const list = await call('admin', 'GET', `/api/surcharges?seller_code=${named(odd)}`)
  t.match(list.body, { total: 1 })
  const one = await call('admin', 'GET', `/api/sos/sellers/${named(odd)}/enforcement`)
  t.match(one.body, { seller_code: 'Q-1', is_blocked: true })
  const campaign = aCampaign({ campaign_code: 'C\u20111' })
  t.equal((await call('admin', 'POST', '/api/campaigns', campaign)).status, 200)
  t.match((await call('admin', 'GET', `/api/campaigns/${named('C\u20111\u00A0')}`)).body, {
    campaign_code: 'C-1',
  })
  const place = { code: 'W\u20111 ', name: 'x', is_active: true }
  const warehouse = await call('admin', 'POST', '/api/warehouses', place)
  t.match((await call('admin', 'GET', `/api/warehouses/${warehouse.body.id}`)).body, { code: 'W-1' })
})

t.test('a number that a float would round keeps its digits, or is refused by its field', async (t) => {
  const json = { 'content-type': 'application/json' }
  const [one, other] = ['9007199254740993', '9007199254740992']
  const create = (text: string) => call('admin', 'POST', '/api/sellers', text, json)
  for (const code of [one, other])
    t.equal(
      (await create(`{"seller_code":${code},"company_name":${one},"metadata":{"tax":[-${one}]}}`)).status,
      200,
    )
  t.match((await call('admin', 'GET', `/api/sellers/${one}`)).body, {
    ...{ seller_code: one, company_name: one },
    metadata: { tax: [`-${one}`] },
  })
  t.match(await create(`{"seller_code":"L-1","company_name":"x","payment_terms_days":${one}}`), {
    status: 400,
    body: { error: 'payment_terms_days is too large for a number.' },
  })
  t.match(
    (await create('{"seller_code":1234567890123456,"company_name":1.5,"metadata":{"x":0.12345678901234566}}'))
      .status,
    200,
  )
  t.match((await call('admin', 'GET', '/api/sellers/1234567890123456')).body, {
    ...{ seller_code: '1234567890123456', company_name: '1.5' },
    metadata: { x: 0.12345678901234566 },
  })
})
