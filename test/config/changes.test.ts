import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { testApp } from '../setup/app.ts'
import { ownFields, RULE } from './a-record.ts'

const { app, call, user } = await testApp(t)
const records = async (type: string, query = '') =>
  (await call('bod', 'GET', `/api/config/${type}${query}`)).body.data
const first = async (type: string) => (await records(type))[0]
const refused = (begins: string) => ({ status: 400, body: { error: new RegExp(`^${begins}`) } })

// A new installation has none of this type.
const fault = { feed: 'orders', counts_as: 'nobody', effective_from: '2000-01' }
t.match(await call('bod', 'POST', '/api/config/fault', fault), { status: 200 })

t.test('records of every type can be created, changed and deleted again', async (t) => {
  for (const type of RULE_TYPES)
    t.test(type, async (t) => {
      const url = `/api/config/${type}`
      const own = ownFields(await first(type))
      const made = await call('admin', 'POST', url, { ...own, effective_from: '2026-01' })
      t.equal(made.status, 200)
      t.same(made.body, { success: true, id: made.body.id })
      const path = `${url}/${made.body.id}`
      t.match((await call('bod', 'GET', path)).body, {
        ...{ ...own, version: 1, updated_by: user.admin.id },
        ...{ effective_from: '2026-01', effective_to: null },
      })

      const changed = await call('bod', 'PUT', path, { ...own, effective_to: '2026-03' })
      t.same(changed.body, { success: true })
      t.equal(changed.headers.etag, '"2"')
      t.match((await call('bod', 'GET', path)).body, {
        ...{ ...own, version: 2, updated_by: user.bod.id },
        ...{ effective_from: '2026-01', effective_to: '2026-03' },
      })

      t.same((await call('bod', 'DELETE', path)).body, { success: true })
      t.same((await call('bod', 'DELETE', path)).body, { success: true })
      t.match((await call('bod', 'GET', path)).body, { version: 3, is_active: false })
      t.match(await call('bod', 'PUT', path, own), { status: 409, body: { error: /deleted/ } })
      const log = await app.db.rows(
        `select user_id, action, before->'version' as before, after->'version' as after, after->>'type' as type
         from audit_log where entity = 'config' and entity_id = $1 order by id`,
        [String(made.body.id)],
      )
      t.same(log, [
        { user_id: user.admin.id, action: 'config.created', before: null, after: 1, type },
        { user_id: user.bod.id, action: 'config.updated', before: 1, after: 2, type },
        { user_id: user.bod.id, action: 'config.deleted', before: 2, after: 3, type },
      ])
    })
})

t.test('a new record is for the current month on, and optional fields have their defaults', async (t) => {
  const body = { ...RULE, metric: 'forecast_bias' }
  const { id } = (await call('bod', 'POST', '/api/config/p-score', body)).body
  t.match((await call('bod', 'GET', `/api/config/p-score/${id}`)).body, {
    ...{ ...body, min_volume: 1, params: {} },
    ...{ effective_from: periodOf(new Date(), app.env.BUSINESS_TIMEZONE), effective_to: null },
  })
})

/** The fields that a record of a type must have; every other one may be left out. */
const REQUIRED: Record<string, object> = {
  'score-weights': { p_score: 20, o_score: 30, t_score: 15, f_score: 20, i_score: 15 },
  tiers: { name: 'Diamond', min_score: 97, color: '#00FFFF' },
  'p-score': { metric: 'forecast_error', weight: 60 },
  'o-score': { metric: 'seller_cancel_rate', weight: 35 },
  't-score': { metric: 'ticket_overdue_rate', weight: 50 },
  'f-score': { metric: 'overdue_share', weight: 50 },
  'i-score': { metric: 'aged_stock_share', weight: 50 },
  surcharge: { surcharge_type: 'overload', metric: 'seller_cancel_rate', above: 10 },
  'am-bonus-penalty': { min_kpi: 95, percent: 20 },
  'am-kpi-weight': { metric: 'portfolio_sos', weight: 60 },
  'grace-period': { days: 30 },
  helpdesk: { category: 'damage', weight: 3 },
  fault: { feed: 'returns', counts_as: 'nobody' },
}
t.same(Object.keys(REQUIRED).sort(), [...RULE_TYPES].sort())
for (const [type, fields] of Object.entries(REQUIRED))
  t.test(`a record of ${type} takes ${Object.keys(fields)} and no more`, async (t) => {
    const url = `/api/config/${type}`
    const body = { ...fields, effective_from: '2031-01' }
    for (const name of Object.keys(fields))
      t.match(await call('bod', 'POST', url, { ...body, [name]: undefined }), refused(`${name} is required`))
    const { status, body: made } = await call('bod', 'POST', url, body)
    t.equal(status, 200, made.error)
    await call('bod', 'DELETE', `${url}/${made.id}`)
  })

t.test('a change keeps the dates it does not name; null clears effective_to', async (t) => {
  const url = '/api/config/helpdesk'
  const body = { category: 'returns', weight: 1, reply_hours: 4, resolve_hours: 8 }
  const { id } = (
    await call('bod', 'POST', url, { ...body, effective_from: '2026-02', effective_to: '2026-04' })
  ).body
  const read = async () => (await call('bod', 'GET', `${url}/${id}`)).body
  await call('bod', 'PUT', `${url}/${id}`, { ...body, weight: 2 })
  t.match(await read(), { weight: 2, effective_from: '2026-02', effective_to: '2026-04' })
  const dates = { effective_from: '2026-01', effective_to: null }
  await call('bod', 'PUT', `${url}/${id}`, { ...body, ...dates })
  t.match(await read(), { ...dates, weight: 1 })
})

t.test('a change keeps every field that it does not name', async (t) => {
  const url = '/api/config/o-score'
  const [rule] = await records('o-score')
  t.match(rule, { min_volume: 30 })
  t.equal((await call('bod', 'PUT', `${url}/${rule.id}`, { weight: 36 })).status, 200)
  const changed = { weight: 36, version: 2, updated_at: String, updated_by: Number }
  t.match((await call('bod', 'GET', `${url}/${rule.id}`)).body, { ...rule, ...changed })
  t.match(await call('bod', 'PUT', '/api/config/score-weights/1', { p_score: 30 }), refused('.* up to 100'))
})

t.test('what a record says already makes no version, whatever of it is sent', async (t) => {
  for (const type of RULE_TYPES)
    await t.test(type, async (t) => {
      const record = await first(type)
      const path = `/api/config/${type}/${record.id}`
      const read = async () => ({
        history: (await call('bod', 'GET', `${path}/history`)).body,
        audited: await app.db.one`select count(*) as n from audit_log`,
      })
      const before = await read()
      const each = Object.entries({ ...ownFields(record), is_active: true }).map((entry) =>
        Object.fromEntries([entry]),
      )
      const { effective_from, effective_to } = record
      for (const body of [{}, record, ownFields(record), { effective_from, effective_to }, ...each]) {
        const { status, headers } = await call('admin', 'PUT', path, body)
        t.same([status, headers.etag], [200, `"${record.version}"`], JSON.stringify(body))
      }
      t.equal((await call('bod', 'PUT', path, {}, { 'if-match': '"7"' })).status, 412)
      t.same(await read(), before)
    })
})

t.test('a record is sent back whole, and sent as a new one', async (t) => {
  for (const type of RULE_TYPES) {
    const record = await first(type)
    const url = `/api/config/${type}`
    t.equal((await call('bod', 'PUT', `${url}/${record.id}`, record)).status, 200, `PUT ${type}`)
    const asText = Object.entries(ownFields(record)).map(([name, value]) =>
      typeof value === 'number' ? [name, String(value)] : [name, value],
    )
    t.equal((await call('bod', 'PUT', `${url}/${record.id}`, Object.fromEntries(asText))).status, 200)
    t.same(ownFields(await first(type)), ownFields(record), 'its numbers were sent as text')
    const other = await call('bod', 'PUT', `${url}/${record.id}`, { ...record, id: record.id + 1 })
    t.match(other, refused("id can't be changed"))
    const ended = await call('bod', 'PUT', `${url}/${record.id}`, { ...record, is_active: false })
    t.match(ended, refused('is_active must be true here: DELETE'))
    const made = await call('bod', 'POST', url, { ...record, effective_from: '2027-01' })
    t.equal(made.status, 200, `POST ${type}`)
    t.match((await call('bod', 'GET', `${url}/${made.body.id}`)).body, {
      ...ownFields(record),
      version: 1,
      effective_from: '2027-01',
    })
    await call('bod', 'DELETE', `${url}/${made.body.id}`)
  }
})

t.test('of records for the same at once, one is made; the others answer 409', async (t) => {
  const rule = { surcharge_type: 'late_fee', metric: 'overdue_share', above: 10 }
  const body = { ...rule, effective_from: '2026-05' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call('bod', 'POST', '/api/config/surcharge', body)),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  t.match(answers.find(({ status }) => status === 409)?.body, {
    error: /^effective_from: record \d+ is for the same \(late_fee\) from 2026-05 on/,
  })
})

t.test('two changes that are fine alone can not together make a set that is not', async (t) => {
  const url = '/api/config/t-score'
  const isOverdue = ({ metric }: { metric: string }) => metric === 'ticket_overdue_rate'
  const rules = await records('t-score')
  for (const rule of rules)
    if (!isOverdue(rule)) t.equal((await call('bod', 'PUT', `${url}/${rule.id}`, { weight: 50 })).status, 200)
  const overdue = rules.find(isOverdue)
  await call('bod', 'DELETE', `${url}/${overdue.id}`)
  const [one, two] = await records('t-score')
  const answers = await Promise.all([one, two].map(({ id }) => call('bod', 'DELETE', `${url}/${id}`)))
  t.same(answers.map(({ status }) => status).sort(), [200, 400], 'one metric is left')
  t.equal((await records('t-score')).length, 1)
})

t.test('a record that is not there answers 404', async (t) => {
  const tier = await first('tiers')
  t.equal((await call('bod', 'PUT', '/api/config/tiers/2147483647', ownFields(tier))).status, 404)
  t.equal((await call('bod', 'DELETE', `/api/config/surcharge/${tier.id}`)).status, 404)
})
