import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { formatSecret, keyId, parseSecret, sign } from '../../../plugins/webhooks/delivery/secret.ts'

const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 })

t.test('a secret that is written is read back', async () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const read = parseSecret(formatSecret(given))
      return 'bytes' in read && read.bytes.equals(given)
    }),
  )
})

t.test('a secret is refused, with a sentence that does not repeat it', async (t) => {
  const good = Buffer.alloc(32, 7).toString('base64')
  const cases: [string, string, RegExp][] = [
    ['empty', '', /must begin with whsec_, or be a text of at least 16 characters/],
    ['a short word', 'fifteen letters', /must begin with whsec_/],
    ['few characters of many bytes', '€'.repeat(15), /must begin with whsec_/],
    ['without padding', `whsec_${good.replace('=', '')}`, /base64 with its padding/],
    ['the alphabet of URLs', `whsec_${Buffer.alloc(32, 255).toString('base64url')}=`, /base64/],
    ['a blank at the end', `whsec_${good} `, /without blanks/],
    ['a line end', `whsec_${good}\n`, /without blanks/],
    ['bits that are lost', `whsec_${'A'.repeat(42)}B=`, /base64/],
    ['no bytes', 'whsec_', /24 to 64 bytes, not 0/],
    ['23 bytes', formatSecret(Buffer.alloc(23)), /24 to 64 bytes, not 23/],
    ['65 bytes', formatSecret(Buffer.alloc(65)), /24 to 64 bytes, not 65/],
  ]
  for (const [name, text, sentence] of cases) {
    const read = parseSecret(text)
    t.match('problem' in read && read.problem, sentence, name)
    t.notMatch(JSON.stringify(read), good.slice(0, 20), name)
  }
})

t.test('a text without the prefix signs as its own bytes', async (t) => {
  for (const text of ['sixteen letters!', Buffer.alloc(32, 7).toString('base64'), '€'.repeat(16)])
    t.same(parseSecret(text), { bytes: Buffer.from(text) })
})

t.test('24 and 64 bytes are enough and not too many', async (t) => {
  for (const length of [24, 64]) t.hasProp(parseSecret(formatSecret(Buffer.alloc(length))), 'bytes')
})

t.test('a key id is short, the same for the same secret, and another for another', async (t) => {
  const [one, other] = [randomBytes(32), randomBytes(32)]
  t.match(keyId(one), /^key_[0-9a-f]{12}$/)
  t.equal(keyId(one), keyId(Buffer.from(one)))
  t.not(keyId(one), keyId(other))
})

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
    fc.property(fc.json(), bytes, fc.uuid(), (body, secret, id) => {
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
