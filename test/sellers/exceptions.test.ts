import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const seller = async (seller_code: string, more = {}) =>
  (await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme', ...more })).body
    .id as number
const id = await seller('S-1', { assigned_am_id: user.am.am_id })
await seller('S-2')
const url = '/api/sellers/S-1/exceptions'
const minimal = {
  exception_type: 'outage',
  adjustment_rule: { op: 'add', value: 5 },
  effective_from: '2026-01-01',
}
const create = (more: object) => call('am_head', 'POST', url, { ...minimal, ...more })

t.test('an exception is made with all its fields, and audited', async (t) => {
  const exception = {
    exception_type: 'system_outage',
    score_component_affected: 'o_score',
    adjustment_rule: { op: 'floor', value: 70, ticket: { id: 'T-1' } },
    reason: 'The interface was down',
    approved_by: 'Dana Wolf',
    effective_from: '2026-01-01',
    effective_to: '2026-01-31',
  }
  const { status, body } = await call('am_head', 'POST', url, exception)
  t.equal(status, 200)
  t.same(body, { success: true, id: body.id })
  const list = (await call('am', 'GET', url)).body
  t.match(list, { total: 1, page: 1, limit: 500 })
  const { created_at, updated_at, ...item } = list.data[0]
  t.same(item, { id: body.id, ...exception, is_active: 1, applies: true, in_force: false })
  const entry = await app.db.row(`select user_id, after from audit_log where action = 'exception.created'`)
  t.match(entry, { user_id: user.am_head.id, after: { seller_id: id, ...exception } })
})

t.test('the newest comes first, and deleted ones stay in the list', async (t) => {
  const first = (await create({ exception_type: 'first' })).body.id
  const second = (await create({ exception_type: 'second' })).body.id
  for (const at of [url, `/api/sellers/${id}/exceptions`])
    t.same((await call('ops_head', 'DELETE', `${at}/${first}`)).body, { success: true })
  t.match((await call('bod', 'GET', `${url}?limit=2`)).body.data, [
    { id: second, is_active: 1, in_force: true },
    { ...minimal, exception_type: 'first', id: first, is_active: 0, in_force: false },
  ])
  const page = { data: [{ id: first }], page: 2, limit: 1 }
  t.match((await call('bod', 'GET', `${url}?limit=1&page=2`)).body, page)
  const entries = await app.db.rows(`select before, after from audit_log where action = 'exception.deleted'`)
  t.match(entries, [{ before: { is_active: 1 }, after: { is_active: 0 } }], 'the second changed nothing')
})

t.test('a rule that scoring does not know is kept, and said so', async (t) => {
  const cases: [object, RegExp][] = [
    [{ adjustment_rule: {} }, /adjustment_rule is kept but changes no score/],
    [{ adjustment_rule: { op: 'double' } }, /adjustment_rule is kept/],
    [{ adjustment_rule: { formula: 'x + 1' } }, /adjustment_rule is kept/],
    [{ adjustment_rule: { op: 'exclude' } }, /needs score_component_affected/],
  ]
  for (const [more, warning] of cases) {
    const { status, body } = await create(more)
    t.equal(status, 200)
    t.match(body, { success: true, warnings: [warning] })
    t.match((await call('bod', 'GET', url)).body.data[0], { id: body.id, applies: false, ...more })
  }
})

t.test('rules that scoring knows', async (t) => {
  const rules = ['set', 'add', 'multiply', 'floor', 'cap'].map((op) => ({ op, value: 1 }))
  for (const adjustment_rule of [...rules, { op: 'exclude' }]) {
    const { body } = await create({ adjustment_rule, score_component_affected: 'p_score' })
    t.notOk('warnings' in body, adjustment_rule.op)
    t.match((await call('bod', 'GET', url)).body.data[0], { id: body.id, applies: true })
  }
})

t.test('forms with one obvious meaning', async (t) => {
  const from = '2026-01-01T00:00:00Z'
  const dates = { effective_from: '2026-01-01', effective_to: '2026-01-31' }
  for (const [given, stored] of [
    [{ exception_type: 'Force-Majeure' }, { exception_type: 'force_majeure' }],
    [{ exception_type: ' System-Outage ' }, { exception_type: 'system_outage' }],
    [{ is_active: true }, { is_active: 1 }],
    [{ is_active: '1' }, { is_active: 1 }],
    [{ effective_from: from, effective_to: '2026-01-31 00:00' }, dates],
    [{ effective_from: from, effective_to: '2026-01-31T00:00:00+00:00' }, dates],
    [{ reason: ' ' }, { reason: null }],
    [{ reason: null, approved_by: '' }, { approved_by: null }],
    [{ approved_by: 12 }, { approved_by: '12' }],
    [{ score_component_affected: 'O_SCORE' }, { score_component_affected: 'o_score' }],
    [{ score_component_affected: 'o-score' }, { score_component_affected: 'o_score' }],
    [{ score_component_affected: null, effective_to: null }, { score_component_affected: null }],
    [{ score_component_affected: 'total_sos' }, { score_component_affected: null, applies: true }],
  ] as const) {
    const { body } = await create(given)
    t.match((await call('bod', 'GET', url)).body.data[0], { id: body.id, ...stored }, JSON.stringify(given))
  }
})

t.test('an exception is changed and ended, and each change is audited', async (t) => {
  const exId = (await create({ reason: 'first' })).body.id
  const at = `${url}/${exId}`
  const patch = (body: object) => call('ops_head', 'PATCH', at, body)
  const read = async () =>
    (await call('bod', 'GET', `${url}?limit=500`)).body.data.find((item: { id: number }) => item.id === exId)
  const entries = () =>
    app.db.rows<{ before: object; after: object }>(
      `select user_id, before, after from audit_log where action = 'exception.updated' and entity_id = $1 order by id`,
      [String(exId)],
    )
  const before = await read()
  for (const body of [{}, before, { id: exId, score_component_affected: 'total_sos' }])
    t.same((await patch(body)).body, { success: true })
  t.same(await entries(), [], 'nothing changed')
  const fields = {
    score_component_affected: 'o_score',
    adjustment_rule: { op: 'cap', value: 50 },
    effective_to: '2026-12-31',
  }
  t.same((await patch(fields)).body, { success: true })
  const changed = { ...fields, reason: 'first' }
  t.match(await read(), { ...changed, effective_from: '2026-01-01', is_active: 1 })
  const none = { score_component_affected: null, effective_to: null }
  t.match(await entries(), [{ user_id: user.ops_head.id, before: none, after: changed }])
  const warnings = [/is kept but changes no score/]
  t.match((await patch({ adjustment_rule: { op: 'double' } })).body, { warnings })
  t.same((await patch({ is_active: 0 })).body, { success: true })
  t.match(await read(), { is_active: 0, in_force: false })
  t.equal((await entries()).length, 3)
  const refused: [object, RegExp][] = [
    [{ effective_to: '2025-12-31' }, /^effective_to must not be before effective_from/],
    [{ effective_from: '2027-01-01' }, /^effective_to must not be before effective_from/],
    [{ adjustment_rule: { op: 'set', value: 101 } }, /^adjustment_rule\.value/],
    [{ id: exId + 1 }, /^id can't be changed: leave it out, or send/],
    [{ component: 'o_score' }, /^component is not a known field here; known are/],
  ]
  for (const [body, error] of refused) t.match(await patch(body), { status: 400, body: { error } })
  t.equal((await call('bod', 'PATCH', `/api/sellers/S-2/exceptions/${exId}`, {})).status, 404)
})

t.test('invalid exceptions answer 400 and name the field', async (t) => {
  const rule = (op: string, value?: unknown) => ({ adjustment_rule: { op, value } })
  const cases: [object, RegExp][] = [
    [{ exception_type: undefined }, /^exception_type is required/],
    [{ exception_type: '  ' }, /^exception_type is required/],
    [{ exception_type: 'x'.repeat(65) }, /^exception_type must have at most 64/],
    [{ adjustment_rule: undefined }, /^adjustment_rule is required/],
    [{ adjustment_rule: [] }, /^adjustment_rule must be an object/],
    [{ adjustment_rule: null }, /^adjustment_rule/],
    [{ adjustment_rule: { x: 'y'.repeat(20_000) } }, /^adjustment_rule must be at most/],
    [rule('set'), /^adjustment_rule\.value must be a number/],
    [rule('add', '5'), /^adjustment_rule\.value must be a number/],
    [rule('set', 101), /^adjustment_rule\.value must be within 0 and 100/],
    [
      rule('add', 1e308),
      /^adjustment_rule\.value must be within -100 and 100 when adjustment_rule\.op is "add"/,
    ],
    [rule('add', -100.01), /^adjustment_rule\.value must be within -100 and 100/],
    [
      rule('multiply', 1e308),
      /^adjustment_rule\.value must be within 0 and 100 when adjustment_rule\.op is "multiply"/,
    ],
    [rule('multiply', -1), /^adjustment_rule\.value/],
    [{ score_component_affected: 'x_score' }, /^score_component_affected must be one of/],
    [{ effective_from: undefined }, /^effective_from is required/],
    [{ effective_from: '2026-02-30' }, /^effective_from must be a date that exists/],
    [{ effective_from: '2026-01-01T09:00:00Z' }, /^effective_from must be a date/],
    [{ effective_to: '2025-12-31' }, /^effective_to must not be before effective_from/],
    [{ is_active: 2 }, /^is_active/],
    [{ is_active: 'yes' }, /^is_active must be a whole number/],
    [{ component: 'o_score' }, /^component is not a known field/],
  ]
  for (const [wrong, error] of cases)
    t.match(await create(wrong), { status: 400, body: { error } }, JSON.stringify(wrong).slice(0, 80))
})

t.test('an exception of another seller, or of nobody, answers 404', async (t) => {
  const { body } = await create({})
  t.equal((await call('bod', 'DELETE', `/api/sellers/S-2/exceptions/${body.id}`)).status, 404)
  t.equal((await call('bod', 'DELETE', `${url}/2147483647`)).status, 404)
  t.equal((await call('bod', 'DELETE', `${url}/one`)).status, 400)
  for (const method of ['GET', 'POST'] as const)
    t.equal(
      (await call('bod', method, '/api/sellers/S-0/exceptions', method === 'POST' ? minimal : undefined))
        .status,
      404,
    )
})

t.test('one that could not be made today can be ended all the same', async (t) => {
  const exId = (await create({})).body.id
  const adjustment_rule = { op: 'add', value: 500 }
  await app.db.prisma.score_exception.update({
    where: { seller_id_id: { seller_id: id, id: exId } },
    data: { adjustment_rule },
  })
  t.equal((await call('bod', 'PATCH', `${url}/${exId}`, { reason: 'Late' })).status, 400)
  t.same((await call('bod', 'DELETE', `${url}/${exId}`)).body, { success: true })
  t.match((await call('bod', 'GET', `${url}/${exId}`)).body, { is_active: 0, adjustment_rule })
})
