import t from 'tap'
import { testApp } from '../setup/app.ts'
import { factsOf, makeSeller } from '../sos/setup.ts'

const { app, call, done } = await testApp(t, { WORKER: 'on' })
const LONGEST = 'fixed_fee'.padEnd(64, '_and_more')
const refused = (field: string) => ({
  status: 400,
  body: { error: `${field} must have at most 64 characters.` },
})
const configure = (type: string, fields: object) =>
  call('bod', 'POST', `/api/config/${type}`, { ...fields, effective_from: '2025-01' })

const weights = { name: 'W', p_score: 40, o_score: 10, t_score: 15, f_score: 20, i_score: 15 }
const grace = { name: 'G', days: 30 }
const fee = { metric: 'forecast_error', above: 50, reason: 'Far off' }

t.equal(LONGEST.length, 64)

t.test('the longest contract type that a seller may have can be named in a record', async (t) => {
  const seller = { seller_code: 'W-1', company_name: 'A', contract_type: LONGEST }
  t.equal((await call('bod', 'POST', '/api/sellers', seller)).status, 200)
  const pushed = { ...seller, seller_code: 'W-2' }
  t.match(await call('system', 'POST', '/api/sync/sellers', { records: [pushed] }), { body: { created: 1 } })
  t.equal((await configure('score-weights', { ...weights, contract_type: LONGEST })).status, 200)
  t.equal((await configure('grace-period', { ...grace, contract_type: LONGEST })).status, 200)

  const period = '2025-02'
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  for (const code of ['W-1', 'W-2']) {
    const url = `/api/sos/sellers/${code}/score/explanation?period=${period}`
    const { body } = await call('bod', 'GET', url)
    t.match(body, { components: { p_score: { weight: 40 }, o_score: { weight: 10 } } }, code)
  }
})

t.test('a contract type that no seller may have answers 400, in the same sentence', async (t) => {
  const word = `${LONGEST}x`
  const seller = { seller_code: 'W-3', company_name: 'A', contract_type: word }
  t.match(await call('bod', 'POST', '/api/sellers', seller), refused('contract_type'), word)
  t.match(await configure('score-weights', { ...weights, contract_type: word }), refused('contract_type'))
  t.match(await configure('grace-period', { ...grace, contract_type: word }), refused('contract_type'))
})

t.test('a record may bring the surcharge with the longest type that one may have', async (t) => {
  const surcharge = { seller_code: 'W-1', period: '2025-02', amount: 1 }
  const made = await call('bod', 'POST', '/api/surcharges', { ...surcharge, surcharge_type: LONGEST })
  t.equal(made.status, 200)
  t.equal((await configure('surcharge', { ...fee, surcharge_type: LONGEST })).status, 200)
  t.match(await configure('surcharge', { ...fee, surcharge_type: `${LONGEST}x` }), refused('surcharge_type'))
})

t.test('the longest category that a ticket may have can be named in a record', async (t) => {
  const push = (category: string) => {
    const ticket = { ticket_code: 'T-1', seller_code: 'W-1', category, opened_at: '2025-02-03T08:00:00Z' }
    return call('system', 'POST', '/api/sync/tickets', { records: [ticket] })
  }
  const hours = { weight: 1, reply_hours: 8, resolve_hours: 48 }
  const category = 'Ä'.repeat(100)
  t.match(await push(category), { body: { created: 1 } })
  t.equal((await configure('helpdesk', { ...hours, category })).status, 200)
  t.match(await push(`${category}x`), {
    body: { errors: [{ error: /category must have at most 100 characters/ }] },
  })
  t.match(await configure('helpdesk', { ...hours, category: `${category}x` }), {
    status: 400,
    body: { error: 'category must have at most 100 characters.' },
  })
})

t.test('contract types and surcharge types are open words', async (t) => {
  const effective_from = '2026-01'
  const stored = async (type: string, body: object) => {
    const { id } = await done('bod', 'POST', `/api/config/${type}`, { ...body, effective_from })
    return done('bod', 'GET', `/api/config/${type}/${id}`)
  }

  t.test('a known one is stored as it is documented', async (t) => {
    const contract = await stored('grace-period', { contract_type: ' Marketplace', days: 10 })
    t.match(contract, { contract_type: 'marketplace' })
    const block = await stored('surcharge', { ...fee, surcharge_type: 'Payment Block' })
    t.match(block, { surcharge_type: 'payment_block' })
    const url = `/api/config/surcharge/${block.id}`
    await done('bod', 'PUT', url, { ...block, surcharge_type: 'PAYMENT-BLOCK' })
    t.match(await done('bod', 'GET', url), { surcharge_type: 'payment_block' })
  })

  t.test('any other as it is written, and sellers of that type are found in any spelling', async (t) => {
    const contract = await stored('grace-period', { contract_type: 'Key Account', days: 3650 })
    t.match(contract, { contract_type: 'Key Account' })
    const { id, seller_code } = await makeSeller(app, { contract_type: 'key_account' })
    await factsOf(app, id).orders({})
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
    t.match(await done('bod', 'GET', `/api/sos/sellers/${seller_code}/score/explanation`), {
      grace: { days: 3650, is_grace_period: true },
    })
  })
})
