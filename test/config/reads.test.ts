import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'

const { app, call } = await testApp(t)
const url = '/api/config/grace-period'
const grace = (more: object) =>
  call('bod', 'POST', url, { name: 'Grace', contract_type: null, days: 30, ...more })
const [standard] = (await call('bod', 'GET', url)).body.data
const later = (await grace({ days: 60, effective_from: '2026-01', effective_to: '2026-06' })).body.id
const premium = (await grace({ contract_type: 'premium', days: 10 })).body.id
const dropped = (await grace({ contract_type: 'basic', days: 5 })).body.id
await call('bod', 'DELETE', `${url}/${dropped}`)

const ids = async (query: string) =>
  (await call('viewer', 'GET', url + query)).body.data.map(({ id }: { id: number }) => id)

t.test('the list holds the active records, or all, or those that count in a month', async (t) => {
  const thisMonth = periodOf(new Date(), app.env.BUSINESS_TIMEZONE)
  const cases: Record<string, number[]> = {
    '': [standard.id, later, premium],
    '?all=true': [standard.id, later, premium, dropped],
    '?all=false': [standard.id, later, premium],
    '?period=2025-12': [standard.id],
    '?period=2026-01': [later],
    '?period=2026-06': [later],
    '?period=2026-07': [standard.id],
    '?period=1999-12': [],
    [`?period=${thisMonth}&all=true`]: [standard.id, premium],
    '?limit=2': [standard.id, later],
    '?limit=2&page=2': [premium],
    '?page=99': [],
  }
  for (const [query, expected] of Object.entries(cases))
    t.test(query || 'no query', async (t) => t.same(await ids(query), expected))
})

t.test('a record has its own fields and the common ones; its version begins its ETag', async (t) => {
  const { body, headers } = await call('viewer', 'GET', `${url}/${later}`)
  t.match(headers.etag, /^"1-/)
  const { created_at, updated_at, updated_by, ...record } = body
  t.same(record, {
    ...{ id: later, version: 1, is_active: true, effective_from: '2026-01', effective_to: '2026-06' },
    ...{ name: 'Grace', contract_type: null, days: 60, identity: '*', in_force: false },
  })
  t.match([created_at, updated_at, updated_by], [/Z$/, /Z$/, Number])
})

t.test('a record says for whom it is, and whether a run of the month would use it', async (t) => {
  const told = async (query: string) =>
    (await call('viewer', 'GET', `${url}${query}`)).body.data.map(
      ({ id, identity, in_force }: Record<string, unknown>) => [id, identity, in_force],
    )
  t.same(await told('?all=true'), [
    [standard.id, '*', true],
    [later, '*', false],
    [premium, 'premium', true],
    [dropped, 'basic', false],
  ])
  t.same(await told('?period=2026-03'), [[later, '*', true]])
  t.match((await call('viewer', 'GET', `${url}/${standard.id}`)).body, { identity: '*', in_force: true })
  t.match((await call('viewer', 'GET', `${url}/${dropped}?version=1`)).body, { in_force: false })
  t.notOk('in_force' in (await call('viewer', 'GET', `${url}/${dropped}/history`)).body.data[0])
})

t.test('a record is another answer once another takes its place', async (t) => {
  const path = `${url}/${standard.id}`
  const { etag = '' } = (await call('viewer', 'GET', path)).headers
  const ask = () => call('viewer', 'GET', path, undefined, { 'if-none-match': etag })
  t.equal((await ask()).status, 304)
  const { id } = (await grace({ days: 40 })).body
  t.match(await ask(), { status: 200, body: { in_force: false } })
  await call('bod', 'DELETE', `${url}/${id}`)
  t.equal((await ask()).status, 304)
})

t.test('a deleted record and each earlier version stay readable', async (t) => {
  t.match((await call('viewer', 'GET', `${url}/${dropped}`)).body, { is_active: false, version: 2, days: 5 })
  t.match(await call('viewer', 'GET', `${url}/${dropped}?version=1`), {
    body: { is_active: true, version: 1, days: 5 },
    headers: { etag: /^"1-/ },
  })
  t.match((await call('viewer', 'GET', `${url}/${dropped}/history`)).body, {
    data: [
      { id: dropped, version: 2, is_active: false },
      { id: dropped, version: 1, is_active: true },
    ],
    total: 2,
  })
  t.match((await call('viewer', 'GET', `${url}/${dropped}/history?limit=1&page=2`)).body, {
    data: [{ version: 1 }],
    total: 2,
  })
})

t.test('a record of another type, or of none, answers 404', async (t) => {
  const [tier] = (await call('bod', 'GET', '/api/config/tiers')).body.data
  for (const path of [tier.id, `${tier.id}/history`, 2147483647, '2147483647/history', `${later}?version=2`])
    t.match(
      await call('bod', 'GET', `${url}/${path}`),
      { status: 404, body: { error: /grace period record/ } },
      `${path}`,
    )
  t.equal((await call('bod', 'GET', '/api/config/nothing')).status, 404)
})
