import t from 'tap'
import { requireTarget } from '../../plugins/webhooks/subscriptions.ts'
import { readEnv } from '../../src/env.ts'
import { testApp } from '../setup/app.ts'
import { attempts, publishEvent, subscribe } from './deliveries.ts'

const { app, call } = await testApp(t, { WORKER: 'on', WEBHOOK_ALLOW_PRIVATE: 'off' })

t.test('an address that is not public is refused when it is written, however it is spelled', async (t) => {
  const { id } = await subscribe(call, 'https://example.com/hooks')
  for (const host of ['0x7f.1', 'localhost', '[fe80::1]']) {
    const url = `https://${host}/hooks`
    const made = await call('bod', 'POST', '/api/webhooks', { url, events: ['*'] })
    t.match(made, { status: 400, body: { error: /^url is refused\. The (address|host) .* is not public: / } })
    const changed = await call('bod', 'PATCH', `/api/webhooks/${id}`, { url })
    t.same(changed.body, made.body, `${host}, in a change too`)
  }
})

t.test('a name that does not resolve is accepted, and checked at each attempt', async (t) => {
  const { id } = await subscribe(call, 'https://nobody.invalid/hooks')
  await publishEvent(app)
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  t.match(entry, { status: 'failed', reason: /host name/, address: null, next_attempt_at: String })
})

t.test('what has become private since it was written is refused when it is dialled', async (t) => {
  const { id } = await subscribe(call, 'https://example.com/hooks')
  await app.db.run`update webhook_subscriptions set url = 'http://127.0.0.1:8080/hooks' where id = ${id}`
  await publishEvent(app)
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  t.match(entry, {
    status: 'failed',
    address: null,
    reason: /^The host 127\.0\.0\.1|^The address 127\.0\.0\.1 is not public: /,
  })
  const { body } = await call('bod', 'GET', `/api/webhooks/logs/${entry.id}`)
  t.match(body, { key_ids: [/^key_/], address: null, reason: /^The address 127\.0\.0\.1 is not public/ })
})

t.test('in verified mode addresses are public and https unless a setting says otherwise', async (t) => {
  const settings = { JWT_SECRET: 'x'.repeat(32), WEBHOOK_SECRET_KEY: 'x'.repeat(32) }
  const env = readEnv({ ...settings, NODE_ENV: 'production' })
  await t.rejects(requireTarget(env, 'http://example.com/'), {
    statusCode: 400,
    message: /address that begins with https:/,
  })
  await t.rejects(requireTarget(env, 'https://127.0.0.1/'), { statusCode: 400, message: /loopback/ })
  const allowed = readEnv({ ...settings, NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'on' })
  await t.resolves(requireTarget(allowed, 'https://127.0.0.1/'))
})
