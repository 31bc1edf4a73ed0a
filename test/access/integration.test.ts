import t from 'tap'
import { mayRole, PERMISSIONS, type Permission } from '../../src/platform/access/roles.ts'
import { eventually } from '../setup/eventually.ts'
import { LAST } from '../setup/months.ts'
import { service } from '../spec/service.ts'

// One job with one key: what it needs from the first order to the last event, and nothing beyond.

const { call, create, done, user } = await service(t)
await create('/api/sellers', { seller_code: 'S-1', company_name: 'First', contract_start_date: '2020-01-01' })

const as = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  call('integration', method, path, body)

t.test('an integration pushes a month, calculates it, and reads what came of it', async (t) => {
  const records = Array.from({ length: 40 }, (_, n) => ({
    order_code: `O-${n}`,
    seller_code: 'S-1',
    ordered_at: `${LAST}-05T08:00:00Z`,
  }))
  t.match(await as('POST', '/api/sync/orders', { records }), { status: 200, body: { created: 40 } })
  t.match(await as('POST', '/api/sos/monthly/calculate', { period: LAST }), {
    status: 200,
    body: { sellers_scored: 1, results: [{ seller_id: 'S-1' }] },
  })
  for (const path of [
    '/api/sync/status',
    '/api/sync/rejections',
    '/api/sellers',
    '/api/sos/runs',
    `/api/sos/monthly?period=${LAST}`,
    `/api/sos/monthly/quality?period=${LAST}`,
    '/api/sos/sellers/S-1/score',
    `/api/sos/sellers/S-1/score/explanation?period=${LAST}`,
    '/api/sos/sellers/S-1/enforcement',
    '/api/events',
    '/api/console/context',
  ])
    t.equal((await as('GET', path)).status, 200, path)
  await eventually(async () => {
    // An event is in the feed once no transaction is under way that began before its own.
    const { data } = (await as('GET', '/api/events?type=scoring.run_completed')).body
    return data.length === 1 && data[0].data.period === LAST
  })
})

t.test('it does not decide: scores, rules, accounts and money stay as they are', async (t) => {
  const { id } = (await done('bod', 'GET', `/api/sos/monthly?period=${LAST}`)).data[0]
  const surcharge = { seller_code: 'S-1', period: LAST, surcharge_type: 'planning_overload', amount: 1 }
  for (const [method, path, body] of [
    ['PATCH', `/api/sos/monthly/${id}/finalize`, {}],
    ['PATCH', `/api/sos/monthly/${id}/review`, {}],
    ['POST', '/api/sos/monthly/finalize', { period: LAST }],
    ['POST', '/api/sos/monthly/corrections', { period: LAST }],
    ['POST', '/api/config/tiers', {}],
    ['POST', '/api/users', {}],
    ['POST', '/api/auth/api-keys', {}],
    ['POST', '/api/surcharges', surcharge],
    ['PATCH', '/api/sellers/S-1', { status: 'suspended' }],
  ] as const)
    t.equal((await as(method, path, body)).status, 403, `${method} ${path}`)
  t.match(await done('bod', 'GET', `/api/sos/monthly/${id}`), { status: 'draft' })
})

t.test('an account and a key may have the role', async (t) => {
  const account = { username: 'erp', full_name: 'ERP', email: 'erp@example.com', role: 'integration' }
  const user_id = await create('/api/users', account)
  const { key } = await done('bod', 'POST', '/api/auth/api-keys', {
    name: 'ERP',
    user_id,
    role: 'integration',
  })
  t.match(key, /^sos_/)
  t.match((await as('GET', '/api/console/context')).body, {
    user: { id: user.integration.id },
    role: 'integration',
  })
})

t.test('of all that it may, only pushing and calculating change anything', (t) => {
  const held = (Object.keys(PERMISSIONS) as Permission[]).filter((one) => mayRole('integration', one))
  t.same(
    held.filter((one) => !one.endsWith('.read')),
    ['scores.calculate', 'sync.write'],
  )
  t.end()
})
