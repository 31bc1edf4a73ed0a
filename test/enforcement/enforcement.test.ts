import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call } = await testApp(t, { WORKER: 'on' })
const seller = async (seller_code: string, fields: object = {}) => {
  const { body } = await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme', ...fields })
  return body.id as number
}
const surcharge = async (seller_code: string, fields: object = {}) => {
  const body = { seller_code, period: '2026-09', surcharge_type: 'planning_overload', amount: 10, ...fields }
  return (await call('bod', 'POST', '/api/surcharges', body)).body.id as number
}
const move = (id: number, status: string) => call('bod', 'PATCH', `/api/surcharges/${id}`, { status })
const ask = async (code: string) =>
  (await call('system', 'GET', `/api/sos/sellers/${encodeURIComponent(code)}/enforcement`)).body

t.test('a seller without surcharges is not blocked', async (t) => {
  await seller('S-1')
  t.same(await ask('S-1'), { seller_code: 'S-1', is_blocked: false, active_surcharges: [] })
})

t.test('pending and applied surcharges are active, the newest period first', async (t) => {
  await seller('S-2')
  await surcharge('S-2', { trigger_details: { reason: 'Forecasts were off' } })
  await move(
    await surcharge('S-2', { surcharge_type: 'late_inbound', amount: 2.5, period: '2026-10' }),
    'applied',
  )
  await move(await surcharge('S-2', { surcharge_type: 'payment_block', period: '2026-11' }), 'waived')
  await surcharge('S-2', { surcharge_type: 'newer_of_the_month', amount: 0, trigger_details: { weeks: 3 } })
  t.same(await ask('S-2'), {
    seller_code: 'S-2',
    is_blocked: false,
    active_surcharges: [
      { type: 'late_inbound', amount: 2.5, period: '2026-10', reason: 'Late inbound for 2026-10.' },
      {
        type: 'newer_of_the_month',
        amount: 0,
        period: '2026-09',
        reason: 'Newer of the month for 2026-09: weeks 3.',
      },
      { type: 'planning_overload', amount: 10, period: '2026-09', reason: 'Forecasts were off' },
    ],
  })
})

t.test('an active payment_block blocks until it is waived', async (t) => {
  await seller('S-3')
  const id = await surcharge('S-3', { surcharge_type: 'payment_block', amount: 0 })
  t.match(await ask('S-3'), { is_blocked: true, active_surcharges: [{ type: 'payment_block', amount: 0 }] })
  await move(id, 'applied')
  t.match(await ask('S-3'), { is_blocked: true })
  await move(id, 'waived')
  t.same(await ask('S-3'), { seller_code: 'S-3', is_blocked: false, active_surcharges: [] })
})

t.test('a suspended or terminated seller is blocked, a reactivated one is not', async (t) => {
  await seller('S-4')
  for (const [status, is_blocked] of [
    ['suspended', true],
    ['active', false],
    ['terminated', true],
  ] as const) {
    await call('bod', 'PATCH', '/api/sellers/S-4', { status })
    t.same(await ask('S-4'), { seller_code: 'S-4', is_blocked, active_surcharges: [] }, status)
  }
})

t.test('an uncommitted block is not told, a committed one is told at once', async (t) => {
  const id = await seller('S-5')
  await app.db.transaction(async (tx) => {
    await tx.prisma.surcharge.create({
      data: { seller_id: id, period: '2026-10', surcharge_type: 'payment_block', amount: 0 },
    })
    t.match(await ask('S-5'), { is_blocked: false })
  })
  t.match(await ask('S-5'), { is_blocked: true })
})

t.test('odd codes work', async (t) => {
  await seller('a/b 50%?#& ☃')
  t.match(await ask('a/b 50%?#& ☃'), { seller_code: 'a/b 50%?#& ☃' })
})

t.test('an unknown seller answers 404, never "not blocked"', async (t) => {
  for (const unknown of ['S-0', 's-1', '0', '2147483647', '2147483648', '9'.repeat(60), '-1', '1.5']) {
    const answer = await call('system', 'GET', `/api/sos/sellers/${unknown}/enforcement`)
    t.match(answer, { status: 404, body: { error: `There is no seller ${unknown}.` } })
    t.notOk('is_blocked' in answer.body)
  }
})

t.test('of many questions at once everyone gets the own answer', async (t) => {
  const codes = Array.from({ length: 40 }, (_, n) => `S-many-${n}`)
  for (const [n, code] of codes.entries()) await seller(code, n % 3 === 0 ? { status: 'suspended' } : {})
  const unknown = ['nobody', '999999', '0', '2147483648', '9'.repeat(60)]
  const asked = [...codes, ...unknown, ...codes, 'S-3']
  const answers = await Promise.all(
    asked.map((code) => call('system', 'GET', `/api/sos/sellers/${code}/enforcement`)),
  )
  for (const [n, { status, body }] of answers.entries()) {
    const code = asked[n] as string
    if (unknown.includes(code)) t.equal(status, 404, code)
    else t.match(body, { seller_code: code, is_blocked: codes.indexOf(code) % 3 === 0 }, code)
  }
})

t.test('who has changed a seller reads the change, whatever batches are under way', async (t) => {
  await seller('S-own')
  let over = false
  const others = Array.from({ length: 8 }, async () => {
    while (!over) await ask('S-own')
  })
  for (const status of ['suspended', 'active', 'terminated', 'active', 'suspended', 'active']) {
    await call('bod', 'PATCH', '/api/sellers/S-own', { status })
    t.match(await ask('S-own'), { is_blocked: status !== 'active' }, status)
  }
  over = true
  await Promise.all(others)
})

t.test('the detail of a seller shows its active surcharges to those who read surcharges', async (t) => {
  const { body } = await call('finance', 'GET', '/api/sellers/S-2')
  t.match(body.active_surcharges, [
    { surcharge_type: 'late_inbound', status: 'applied', amount: 2.5, reason: 'Late inbound for 2026-10.' },
    { surcharge_type: 'newer_of_the_month', status: 'pending' },
    { surcharge_type: 'planning_overload', status: 'pending', reason: 'Forecasts were off' },
  ])
  t.match((await call('bod', 'GET', '/api/sellers/S-1')).body, { active_surcharges: [] })
  t.notOk('active_surcharges' in (await call('system', 'GET', '/api/sellers/S-2')).body)
})
