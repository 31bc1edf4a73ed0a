import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t, { BUSINESS_TIMEZONE: 'Pacific/Kiritimati' })
const create = async (seller: object) => (await call('bod', 'POST', '/api/sellers', seller)).body.id as number
const { am_id } = user.am
const { warehouse_id } = user.warehouse
const id = await create({
  seller_code: 'S-1',
  company_name: 'Acme',
  assigned_am_id: am_id,
  primary_warehouse_id: warehouse_id,
})
await create({ seller_code: 'am', company_name: 'A code like a path of the service' })
const score = `insert into monthly_scores (
    seller_id, period, revision, status, total_sos, tier_name, tier_rank, tier_color, tier_benefits, is_rated,
    p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted, f_score_raw,
    f_score_weighted, i_score_raw, i_score_weighted, previous_sos, delta_sos, direction, top_opportunity,
    is_grace_period, run_id, calculated_at)
  values ($1, $2, 2, 'draft', $3, 'Silver', 4, '#8A94A6', 'standard terms', true,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'flat', 'p_score', false, 1, now())`

t.test('a seller is found by id and by code', async (t) => {
  const byId = await call('bod', 'GET', `/api/sellers/${id}`)
  t.equal(byId.status, 200)
  t.same((await call('bod', 'GET', '/api/sellers/S-1')).body, byId.body)
  t.match(byId.body, {
    id,
    seller_code: 'S-1',
    am_name: 'Test AM',
    warehouse_name: 'Test warehouse',
    warehouse: { id: warehouse_id, code: 'WH-TEST', name: 'Test warehouse' },
    am: { id: am_id, name: 'Test AM', email: 'am@example.com' },
    latest_score: null,
    exceptions_in_force: [],
  })
})

t.test('codes that a path must escape work', async (t) => {
  const codes = ['a/b', 'a b', '50%', '%2F', 'a?b', 'a#b', 'Ünïcode ☃', 'a&b=c;d', '"quoted"', '+', "o'brien"]
  for (const code of [...codes, '..a', '😀'.repeat(100), '/'.repeat(100)])
    t.test(code.slice(0, 20), async (t) => {
      const made = await create({ seller_code: code, company_name: 'Odd' })
      const path = `/api/sellers/${encodeURIComponent(code)}`
      t.match((await call('bod', 'GET', path)).body, { id: made, seller_code: code })
      t.equal((await call('bod', 'PATCH', path, { company_name: 'Odder' })).status, 200)
      t.equal((await call('bod', 'GET', `${path}/exceptions`)).status, 200)
    })
})

t.test('a code that is also a path of the service is still a seller', async (t) => {
  t.match((await call('bod', 'GET', '/api/sellers/am')).body, { seller_code: 'am' })
  t.match((await call('bod', 'GET', '/api/sellers/am/exceptions')).body, { total: 0 })
  t.match((await call('bod', 'GET', '/api/sellers/am/list')).body.data, [{ email: 'am@example.com' }])
})

t.test('texts, numbers and dates come as they are', async (t) => {
  const odd = { seller_code: 'odd "code" \\ %s ☃😀', company_name: '"\\"' }
  const metadata = { z: 1.5, 10: { deep: [null, 1e21, 'a "b"'] }, a: true }
  const made = await create({ ...odd, contract_start_date: '2024-02-29', metadata })
  await app.db.rows(score, [made, '2026-01', 0.5])
  await app.db.run(`update sellers set created_at = '2026-01-31 23:59:59.999+00' where id = $1`, [made])
  t.match((await call('bod', 'GET', `/api/sellers/${encodeURIComponent(odd.seller_code)}`)).body, {
    ...{ id: made, ...odd, contract_start_date: '2024-02-29', metadata, am: null, open_appeals: [] },
    created_at: '2026-01-31T23:59:59.999Z',
    updated_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    latest_score: { total_sos: 0.5 },
  })
})

t.test('of many questions at once everyone gets the own answer, and its tag', async (t) => {
  const asked = ['S-1', String(id), 'am', 'NOBODY', '0', '2147483648', '9'.repeat(60), 'S-1']
  const roles = ['bod', 'finance', 'am'] as const
  const questions = asked.flatMap((name) => roles.map((role) => ({ name, role })))
  const one = async ({ name, role }: (typeof questions)[number]) => {
    const { status, body, headers } = await call(role, 'GET', `/api/sellers/${name}`)
    return { status, body, tag: headers.etag }
  }
  const atOnce = await Promise.all(questions.map(one))
  for (const [n, question] of questions.entries())
    t.same(atOnce[n], await one(question), JSON.stringify(question))
})

t.test('an unknown seller answers 404', async (t) => {
  const numbers = ['0', '2147483647', '2147483648', '9'.repeat(400), '-1', '1.5']
  for (const unknown of ['S-0', 's-1', '%C3%A9', ...numbers])
    t.match(
      await call('bod', 'GET', `/api/sellers/${unknown}`),
      { status: 404, body: { error: /\.$/ } },
      unknown,
    )
})

t.test('a path that is no text answers 400', async (t) => {
  for (const path of ['%00', 'a%00b', '%', '%E0%A4%A'])
    t.match(await call('bod', 'GET', `/api/sellers/${path}`), { status: 400, body: { error: /\.$/ } }, path)
})

t.test('the newest score is shown to those who read scores', async (t) => {
  await app.db.rows(score, [id, '2026-01', 50])
  await app.db.rows(score, [id, '2026-02', 72.93])
  t.same((await call('am', 'GET', '/api/sellers/S-1')).body.latest_score, {
    period: '2026-02',
    total_sos: 72.93,
    is_rated: true,
    before_contract: false,
    tier: { name: 'Silver', color: '#8A94A6', benefits: 'standard terms' },
    status: 'draft',
    revision: 2,
  })
  for (const role of ['warehouse', 'finance', 'system'] as const) {
    const { status, body } = await call(role, 'GET', '/api/sellers/S-1')
    t.equal(status, 200, role)
    t.notOk('latest_score' in body, role)
    t.notOk('exceptions_in_force' in body, role)
  }
})

t.test('exceptions in force are the active ones that today is within', async (t) => {
  const day = (offset: number) => {
    const now = new Date(Date.now() + 14 * 3600_000) // the time zone of this test is 14 hours ahead
    now.setUTCDate(now.getUTCDate() + offset)
    return now.toISOString().slice(0, 10)
  }
  const exception = async (type: string, from: number, to: number | null, is_active = 1) =>
    call('bod', 'POST', '/api/sellers/S-1/exceptions', {
      exception_type: type,
      adjustment_rule: { op: 'add', value: 1 },
      effective_from: day(from),
      effective_to: to === null ? null : day(to),
      is_active,
    })
  await exception('today_only', 0, 0)
  await exception('open', -5, null)
  await exception('over', -5, -1)
  await exception('to_come', 1, 5)
  await exception('inactive', -5, 5, 0)
  const { body } = await call('bod', 'GET', '/api/sellers/S-1')
  t.match(body.exceptions_in_force, [
    { exception_type: 'open', applies: true, in_force: true, effective_to: null },
    { exception_type: 'today_only', effective_from: day(0), effective_to: day(0) },
  ])
  t.equal(body.exceptions_in_force.length, 2)
})
