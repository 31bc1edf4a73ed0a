import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { verify, WebhookError } = sdk.webhook
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const BODY = '{"test": 2432232314, "name": "Größe"}'

/** The headers of a message, signed by the published library. */
function signed(body = BODY, secrets = [SECRET], at = new Date()) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(ID, at, body))
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

t.test('the example of the specification is taken', async (t) => {
  const headers = {
    'webhook-id': ID,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const now = new Date(1614265330_000)
  t.same(await verify('{"test": 2432232314}', headers, SECRET, { now }), { test: 2432232314 })
})

t.test('what the published library signs is taken, in every form', async (t) => {
  const event = JSON.parse(BODY)
  const headers = signed()
  t.same(await verify(BODY, headers, SECRET), event)
  t.same(await verify(new TextEncoder().encode(BODY), headers, SECRET), event, 'bytes')
  t.same(await verify(Buffer.from(BODY), new Headers(headers), SECRET), event, 'headers of the web')
  const spelt = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  t.same(await verify(BODY, spelt, SECRET), event, 'headers in capitals')
})

t.test('while a secret is changed, both are taken', async (t) => {
  t.ok(await verify(BODY, signed(BODY, [OTHER, SECRET]), SECRET), 'two signatures')
  t.ok(await verify(BODY, signed(), [OTHER, SECRET]), 'two secrets')
  const headers = signed()
  const future = { ...headers, 'webhook-signature': `v2,abc v1,%% ${headers['webhook-signature']}` }
  t.ok(await verify(BODY, future, SECRET), 'signatures of other versions are passed over')
})

t.test('a plain secret signs with its own bytes', async (t) => {
  const plain = 'a plain secret of ours'
  const at = new Date()
  const signature = new Webhook(plain, { format: 'raw' }).sign(ID, at, BODY)
  const headers = { ...signed(BODY, [SECRET], at), 'webhook-signature': signature }
  t.ok(await verify(BODY, headers, plain))
  await t.rejects(verify(BODY, headers, `${plain}!`), WebhookError)
})

t.test('what is forged, changed or old is refused', async (t) => {
  const headers = signed()
  const minutes = (n: number) => new Date(Date.now() + n * 60_000)
  const refused: [string, () => Promise<unknown>][] = [
    ['No signature', () => verify(BODY, headers, OTHER)],
    ['No signature', () => verify(BODY.replace('2', '3'), headers, SECRET)],
    ['No signature', () => verify(BODY, { ...headers, 'webhook-id': 'other' }, SECRET)],
    ['No signature', () => verify(BODY, { ...headers, 'webhook-signature': 'v1,' }, SECRET)],
    [
      'No signature',
      () => verify(BODY, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(3) }, SECRET),
    ],
    ['No signature', () => verify(BODY, headers, [])],
    ['too old', () => verify(BODY, signed(BODY, [SECRET], minutes(-6)), SECRET)],
    ['from the future', () => verify(BODY, signed(BODY, [SECRET], minutes(6)), SECRET)],
    ['number of seconds', () => verify(BODY, { ...headers, 'webhook-timestamp': 'now' }, SECRET)],
    ['webhook-id is missing', () => verify(BODY, { ...headers, 'webhook-id': undefined }, SECRET)],
    [
      'webhook-signature is missing',
      () => verify(BODY, new Headers({ ...headers, 'webhook-signature': '' }), SECRET),
    ],
    ['no base64', () => verify(BODY, headers, 'whsec_%%')],
    ['no base64', () => verify(BODY, headers, 'whsec_')],
  ]
  for (const [sentence, verifying] of refused) {
    const error = (await verifying().catch((error) => error)) as Error
    t.ok(error instanceof WebhookError, sentence)
    t.match(error.message, sentence)
  }
  t.ok(await verify(BODY, signed(BODY, [SECRET], minutes(-6)), SECRET, { toleranceSeconds: 600 }))
})
