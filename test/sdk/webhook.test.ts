import { createHmac } from 'node:crypto'
import t from 'tap'
import { installed } from './installed.ts'

const { sdk } = await installed()
const { verify, WebhookError } = sdk.webhook
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const PLAIN = 'a plain secret of ours, Größe'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const BODY = '{"test": 2432232314, "name": "Größe"}'

/** The headers of a message, signed as Standard Webhooks 1.0 says. */
function signed(secrets = [SECRET], minutes = 0) {
  const at = String(Math.floor(Date.now() / 1000) + minutes * 60)
  const signatures = secrets.map((secret) => {
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
    return `v1,${createHmac('sha256', key).update(`${ID}.${at}.${BODY}`).digest('base64')}`
  })
  return { 'webhook-id': ID, 'webhook-timestamp': at, 'webhook-signature': signatures.join(' ') }
}

t.test('what is signed is taken, in every form', async (t) => {
  const headers = signed()
  const spelt = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  const future = { ...headers, 'webhook-signature': `v2,abc v1,%% ${headers['webhook-signature']}` }
  const taken: [string, string | Uint8Array, object, string | string[]][] = [
    ['a text', BODY, headers, SECRET],
    ['bytes', new TextEncoder().encode(BODY), headers, SECRET],
    ['headers of the web', Buffer.from(BODY), new Headers(headers), SECRET],
    ['headers in capitals', BODY, spelt, SECRET],
    ['signatures of other versions beside it', BODY, future, SECRET],
    ['a plain secret', BODY, signed([PLAIN]), PLAIN],
    ['two signatures, while a secret is changed', BODY, signed([OTHER, SECRET]), SECRET],
    ['two secrets', BODY, signed(), [OTHER, SECRET]],
  ]
  for (const [form, body, given, secret] of taken)
    t.same(await verify(body, given, secret), JSON.parse(BODY), form)
})

t.test('what is forged, changed or old is refused', async (t) => {
  const headers = signed()
  const refused: [string, string, object, string | string[]][] = [
    ['another secret', BODY, headers, OTHER],
    ['another plain secret', BODY, signed([PLAIN]), `${PLAIN}!`],
    ['another body', BODY.replace('2', '3'), headers, SECRET],
    ['another id', BODY, { ...headers, 'webhook-id': 'other' }, SECRET],
    ['an empty signature', BODY, { ...headers, 'webhook-signature': 'v1,' }, SECRET],
    ['no version', BODY, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(3) }, SECRET],
    ['no secret', BODY, headers, []],
    ['too old', BODY, signed([SECRET], -6), SECRET],
    ['from the future', BODY, signed([SECRET], 6), SECRET],
    ['no time', BODY, { ...headers, 'webhook-timestamp': 'now' }, SECRET],
    ['no id', BODY, { ...headers, 'webhook-id': undefined }, SECRET],
    ['no signature', BODY, new Headers({ ...headers, 'webhook-signature': '' }), SECRET],
    ['a secret that is no base64', BODY, headers, 'whsec_%%'],
    ['an empty secret', BODY, headers, 'whsec_'],
  ]
  for (const [form, body, given, secret] of refused) {
    const error = await verify(body, given, secret).catch((error: unknown) => error)
    t.ok(error instanceof WebhookError, form)
  }
})
