import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { formatSecret, parseSecret, sign } from '../../../plugins/webhooks/delivery/secret.ts'

const timestamp = Math.floor(Date.now() / 1000)
const message = { id: 'msg_1', timestamp, body: '{"type":"seller.tier_changed"}' }
const [newest, older, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]

t.test('the vector of the published libraries is signed as they sign it', async (t) => {
  const read = parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  if (!('bytes' in read)) return t.fail(read.problem)
  const signature = sign({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
    secrets: [read.bytes],
  })
  t.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

t.test('a published library accepts any message and secret, and gives the body back', async (t) => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array({ minLength: 24, maxLength: 64 }), fc.uuid(), (body, secret, id) => {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign({ id, timestamp, body, secrets: [secret] }),
      }
      t.same(new Webhook(formatSecret(secret)).verify(body, headers), JSON.parse(body))
    }),
  )
})

t.test('during a rotation both secrets are signed with, the newest first', async (t) => {
  const signature = sign({ ...message, secrets: [newest, older] })
  t.equal(signature, `${sign({ ...message, secrets: [newest] })} ${sign({ ...message, secrets: [older] })}`)
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signature,
  }
  for (const secret of [newest, older])
    t.same(new Webhook(formatSecret(secret)).verify(message.body, headers), JSON.parse(message.body))
  t.throws(() => new Webhook(formatSecret(strange)).verify(message.body, headers), { message: /No matching/ })
})

t.test('a signature is the same for bytes and their text, and for a secret and its key object', async (t) => {
  const body = '{"company_name":"Müller & 株式会社"}'
  const secrets = [newest]
  t.equal(sign({ ...message, body, secrets }), sign({ ...message, body: Buffer.from(body), secrets }))
  t.equal(sign({ ...message, secrets }), sign({ ...message, secrets: [createSecretKey(newest)] }))
})
