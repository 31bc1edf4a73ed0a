import t from 'tap'
import { parseSecret } from '../../plugins/webhooks/delivery/secret.ts'
import { testApp } from '../setup/app.ts'
import { subscribe } from './deliveries.ts'

const { app, call, user } = await testApp(t)
const url = 'https://example.com/hooks'
const EMPTY = { status: 400, body: { error: 'events must not be empty.' } }

t.test('a subscription is made with a secret that is shown once', async (t) => {
  const made = await call('bod', 'POST', '/api/webhooks', { url, events: ['*'], name: 'Warehouse' })
  t.equal(made.status, 200)
  t.match(made.body, { success: true, id: Number, secret: /^whsec_/ })
  t.ok('bytes' in parseSecret(made.body.secret))
  const shown = await call('viewer', 'GET', `/api/webhooks/${made.body.id}`)
  t.match(shown.body, {
    ...{ id: made.body.id, url, events: ['*'], seller_codes: null, name: 'Warehouse', description: null },
    ...{ headers: {}, timeout_ms: 15_000, max_concurrency: 20, is_active: true, status: 'active' },
    ...{ disabled_at: null, failing_since: null, failed_attempts: 0, created_by: user.bod.id },
    key_id: /^key_[0-9a-f]{12}$/,
  })
  const list = await call('viewer', 'GET', '/api/webhooks')
  t.match(list.body, { total: 1, page: 1, limit: 500, data: [shown.body] })
  t.notMatch(JSON.stringify([shown.body, list.body]), made.body.secret)
})

t.test('neither the secret nor a credential is kept in the open anywhere', async (t) => {
  const credential = 'Bearer the-tenants-own-credential'
  const key = { 'idempotency-key': 'one' }
  const body = { url, events: ['*'], headers: { authorization: credential, 'x-tenant': 'north' } }
  const made = await call('bod', 'POST', '/api/webhooks', body, key)
  const again = await call('bod', 'POST', '/api/webhooks', body, key)
  t.same(again.body, made.body, 'the same key and body get the same answer, with the secret')
  const tables = await app.db.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const secret = made.body.secret.slice('whsec_'.length)
  for (const { name } of tables) {
    const found = await app.db.rows(
      `select from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
      [secret, credential],
    )
    t.equal(found.length, 0, `nothing in ${name}`)
  }
  const shown = await call('bod', 'GET', `/api/webhooks/${made.body.id}`)
  t.same(shown.body.headers, { authorization: '[hidden]', 'x-tenant': 'north' })
})

t.test('a hidden header that is sent back keeps its value', async (t) => {
  const { id } = await subscribe(call, url, { headers: { authorization: 'Bearer first-credential' } })
  const headers = { authorization: '[hidden]', 'x-added': 'yes' }
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${id}`, { headers })).status, 200)
  const kept = await app.db.value<string>`select headers from webhook_subscriptions where id = ${id}`
  t.same(JSON.parse(app.encryption.decrypt(kept)), {
    authorization: 'Bearer first-credential',
    'x-added': 'yes',
  })
  const unknown = await call('bod', 'PATCH', `/api/webhooks/${id}`, { headers: { cookie: '[hidden]' } })
  t.match(unknown, { status: 400, body: { error: /there is no cookie yet/ } })
})

t.test('headers that are sent as they are kept change nothing', async (t) => {
  const headers = { authorization: 'Bearer same-credential', 'x-tenant': 'north' }
  const { id } = await subscribe(call, url, { headers })
  const before = await call('bod', 'GET', `/api/webhooks/${id}`)
  for (const same of [headers, { 'x-tenant': 'north', authorization: '[hidden]' }])
    t.match(await call('bod', 'PATCH', `/api/webhooks/${id}`, { headers: same }), { status: 200 })
  t.same((await call('bod', 'GET', `/api/webhooks/${id}`)).headers.etag, before.headers.etag)
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${id}`, { headers: {} })).status, 200)
  t.same((await call('bod', 'GET', `/api/webhooks/${id}`)).body.headers, {})
})

t.test('a given secret is taken, a weak one is not', async (t) => {
  for (const secret of [`whsec_${Buffer.alloc(32, 7).toString('base64')}`, 'sixteen letters!'])
    t.equal((await subscribe(call, url, { secret })).secret, secret)
  for (const bad of ['my-own-word', 'whsec_c2hvcnQ=', 'whsec_%%%']) {
    const { status, body } = await call('bod', 'POST', '/api/webhooks', { url, events: ['*'], secret: bad })
    t.equal(status, 400)
    t.match(body.error, /^secret must/)
    t.notMatch(body.error, bad)
  }
})

t.test('bad input is refused in a sentence that names the field', async (t) => {
  const cases: [object, RegExp][] = [
    [{ events: ['*'] }, /^url is required/],
    [{ url, events: 'seller.exploded' }, /^events\[0\] must be one of/],
    [{ url, event_type: 7 }, /^events must be an array/],
    [{ url, endpoint: 'https://example.org' }, /^url and endpoint are the same field and have different/],
    [{ url, topic: '*', events: ['appeal.decided'] }, /^events and topic are the same field/],
    [{ url, secret: 1234567890123456 }, /^secret must be a string/],
    [{ url, is_active: 'yes' }, /^is_active must be true or false/],
    [{ url: 'example.com/hooks' }, /^url must be a complete address that begins with/],
    [{ url, events: ['seller.exploded'] }, /^events\[0\] must be one of seller\.score_finalized/],
    [{ url, events: ['*'], seller_codes: ['S-NOBODY'] }, /^seller_codes: there is no seller S-NOBODY/],
    [{ url, events: ['*'], seller_codes: [] }, /^seller_codes must have at least 1/],
    [{ url, events: ['*'], headers: { Host: 'mine' } }, /^headers must not hold Host/],
    [{ url, events: ['*'], timeout_ms: 60_000 }, /^timeout_ms must be at most 30000/],
    [{ url, events: ['*'], max_concurrency: 0 }, /^max_concurrency must be at least 1/],
    [{ url, events: ['*'], retries: 3 }, /^retries is not a known field here; known are name, url, events, /],
  ]
  for (const [body, error] of cases) {
    const answer = await call('bod', 'POST', '/api/webhooks', body)
    t.match(answer, { status: 400, body: { error } }, JSON.stringify(body))
  }
})

t.test('url and events are taken under their usual names, as list or text', async (t) => {
  const two = ['seller.score_finalized', 'seller.tier_changed']
  const read = async (body: object) => {
    const { status, body: made } = await call('bod', 'POST', '/api/webhooks', body)
    t.equal(status, 200, JSON.stringify(body))
    return (await call('bod', 'GET', `/api/webhooks/${made.id}`)).body
  }
  const ofUrl = ['target_url', 'callback_url', 'delivery_url', 'webhook_url', 'endpoint_url', 'endpoint']
  for (const name of ofUrl) t.match(await read({ [name]: url }), { url, events: ['*'] })
  for (const name of ['events', 'event_types', 'event_type', 'event', 'enabled_events', 'topics', 'topic']) {
    t.same((await read({ url, [name]: two })).events, two)
    t.same((await read({ url, [name]: two.join(', ') })).events, two)
    t.same((await read({ url, [name]: two.map((word) => word.toUpperCase()) })).events, two)
  }
  t.match(await read({ url, endpoint: url, event: two[0], events: [two[0]] }), { url, events: [two[0]] })
})

t.test('events that are not sent mean all, and an empty list is refused', async (t) => {
  for (const body of [{ url }, { url, events: null }, { url, events: '' }]) {
    const { body: made } = await call('bod', 'POST', '/api/webhooks', body)
    t.same((await call('bod', 'GET', `/api/webhooks/${made.id}`)).body.events, ['*'], JSON.stringify(body))
  }
  for (const events of [[], ' , '])
    t.match(await call('bod', 'POST', '/api/webhooks', { url, events }), EMPTY)
})

t.test('is_active is also 0, 1 and a text, and active', async (t) => {
  const { id } = await subscribe(call, url, { is_active: 0 })
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, { is_active: false, status: 'paused' })
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { is_active: 1 })
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, { is_active: true, status: 'active' })
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { active: false })
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, { is_active: false, status: 'paused' })
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { is_active: 'true', event_types: ['appeal.decided'] })
  const named = { is_active: true, events: ['appeal.decided'] }
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, named)
})

t.test('a record that is sent back whole changes nothing', async (t) => {
  const headers = { authorization: 'Bearer some-credential', 'x-tenant': 'north' }
  const { id } = await subscribe(call, url, { headers })
  const record = (await call('bod', 'GET', `/api/webhooks/${id}`)).body
  for (const body of [record, {}]) {
    t.same((await call('bod', 'PATCH', `/api/webhooks/${id}`, body)).body, { success: true })
    t.same((await call('bod', 'GET', `/api/webhooks/${id}`)).body, record)
  }
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${id}`, { ...record, name: 'Renamed' })).status, 200)
  const renamed = { ...record, name: 'Renamed', updated_at: String }
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, renamed)
  const other = await call('bod', 'PATCH', `/api/webhooks/${id}`, { ...record, id: id + 1 })
  t.match(other, { status: 400, body: { error: /^id can't be changed/ } })
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${id}`, { url: 'here' })).status, 400)
  t.match(await call('bod', 'PATCH', `/api/webhooks/${id}`, { events: [] }), EMPTY)
  const rows = await app.db.rows(
    `select from audit_log where entity = 'webhook_subscription' and entity_id = $1 and action = 'webhook.updated'`,
    [String(id)],
  )
  t.equal(rows.length, 1)
})

t.test('a subscription is changed, paused, made active and deleted, each with its audit row', async (t) => {
  const { id } = await subscribe(call, url, { headers: { authorization: 'Bearer some-credential' } })
  const path = `/api/webhooks/${id}`
  await call('bod', 'PATCH', path, { events: ['appeal.decided'], name: 'Renamed', is_active: false })
  const changed = { status: 'paused', name: 'Renamed', events: ['appeal.decided'], url }
  t.match((await call('bod', 'GET', path)).body, changed)
  await call('bod', 'PATCH', path, { is_active: true, name: null })
  t.match((await call('bod', 'GET', path)).body, { status: 'active', name: null })
  t.same((await call('bod', 'DELETE', path)).body, { success: true })
  t.equal((await call('bod', 'GET', path)).status, 404)
  const { data } = (await call('bod', 'GET', '/api/webhooks')).body
  t.equal(
    data.find((one: { id: number }) => one.id === id),
    undefined,
    'nor is it listed',
  )
  const gone = { status: 404, body: { error: `There is no webhook subscription ${id}.` } }
  t.match(await call('bod', 'DELETE', path), gone)
  t.equal((await call('bod', 'PATCH', path, { name: 'x' })).status, 404)
  const rows = await app.db.rows<{ action: string }>(
    `select action, before, after, user_id from audit_log
     where entity = 'webhook_subscription' and entity_id = $1 order by id`,
    [String(id)],
  )
  t.same(
    rows.map(({ action }) => action),
    ['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.deleted'],
  )
  t.match(rows[0], { user_id: user.bod.id, after: { url, headers: ['authorization'] } })
  t.notMatch(JSON.stringify(rows), /some-credential|whsec_|v1\./)
  const kept = await app.db.row('select url, deleted_at from webhook_subscriptions where id = $1', [id])
  t.match(kept, { url, deleted_at: String })
})

t.test('what was encrypted with another key leaves the list readable', async (t) => {
  const { id } = await subscribe(call, url, { headers: { authorization: 'Bearer abc-abc-abc' } })
  await app.db.run`update webhook_subscriptions set secret = 'v1.AAAA', headers = 'v1.AAAA' where id = ${id}`
  const shown = await call('bod', 'GET', `/api/webhooks/${id}`)
  t.match(shown, { status: 200, body: { key_id: null, headers: {} } })
})
