import fc from 'fast-check'
import t from 'tap'
import {
  isCredential,
  LOG_LIMIT,
  loggedBody,
  loggedHeaders,
  secretsOf,
} from '../../../plugins/webhooks/delivery/redact.ts'

const bytesOf = (headers: Record<string, string>) =>
  Object.entries(headers).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)

t.test('credentials are hidden and the signature is shown', async (t) => {
  t.strictSame(
    loggedHeaders({
      'Webhook-Signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      authorization: 'Bearer abc',
      'set-cookie': ['a=1', 'b=2'],
      vary: ['accept', 'origin'],
      absent: undefined,
    }),
    {
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      authorization: '[hidden]',
      'set-cookie': '[hidden]',
      vary: 'accept, origin',
    },
  )
})

t.test('a secret that the receiver echoes is hidden too', async (t) => {
  const secrets = ['Bearer a"b-secret', 'a"b-secret']
  t.strictSame(loggedHeaders({ 'x-echo': 'got a"b-secret' }, secrets), { 'x-echo': 'got [hidden]' })
  t.equal(loggedBody('seen: Bearer a"b-secret, a"b-secret', secrets), 'seen: [hidden], [hidden]')
  t.equal(loggedBody(JSON.stringify({ auth: 'a"b-secret' }), secrets), '{"auth":"[hidden]"}')
})

t.test('secrets of a known shape are hidden wherever they stand', async (t) => {
  const cases: [string, string][] = [
    [`{"secret":"whsec_${Buffer.alloc(32, 9).toString('base64')}"}`, '{"secret":"[hidden]"}'],
    ['key sos_0123456789abcdef0123 used', 'key [hidden] used'],
    ['curl -H "Authorization: Bearer abc.def.ghi"', 'curl -H "Authorization: [hidden]"'],
  ]
  for (const [text, shown] of cases) t.equal(loggedBody(text), shown)
})

t.test('a body is kept as it is when it is text and short', async (t) => {
  const body = '{"ok":true,"name":"Müller 株式会社 🎉"}\n'
  t.equal(loggedBody(body), body)
  t.equal(loggedBody(Buffer.from(body)), body)
  t.equal(loggedBody(''), '')
})

t.test('what PostgreSQL can not store is replaced', async (t) => {
  t.equal(loggedBody('a\0b'), 'a\uFFFDb')
  t.equal(loggedBody('a\uD800b'), 'a\uFFFDb')
  t.equal(loggedBody(new Uint8Array([0x61, 0xff, 0x62])), 'a\uFFFDb')
  t.strictSame(loggedHeaders({ 'x-\0': 'a\0\uD800' }), { 'x-\uFFFD': 'a\uFFFD\uFFFD' })
})

t.test('what is too long is cut between two characters, and says so', async (t) => {
  for (const character of ['a', 'ü', '株', '🎉']) {
    const kept = loggedBody(character.repeat(LOG_LIMIT + 1))
    t.equal(kept.slice(-7 - character.length), `${character}… [cut]`)
    const spare = LOG_LIMIT - Buffer.byteLength(kept)
    t.ok(spare >= 0 && spare < Buffer.byteLength(character), `${spare} bytes are left`)
  }
  t.equal(loggedBody('a'.repeat(LOG_LIMIT)).length, LOG_LIMIT)
})

t.test('headers are cut together', async (t) => {
  const long = 'a'.repeat(LOG_LIMIT - 100)
  const kept = loggedHeaders({ first: long, second: long, third: 'x' })
  t.equal(kept.first?.length, long.length)
  t.match(kept.second?.slice(-9), 'aa… [cut]')
  t.notOk('third' in kept)
})

t.test('any headers and any body fit and can be stored', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constant('🎉\0'.repeat(2000)))
  const bytes = fc.uint8Array({ maxLength: 100 }).map((few) => Buffer.concat(Array(300).fill(few)))
  const storable = (value: string) => value.isWellFormed() && !value.includes('\0')
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 5 }), bytes, (headers, body) => {
      const [kept, shown] = [loggedHeaders(headers), loggedBody(body)]
      const fit = bytesOf(kept) <= LOG_LIMIT && Buffer.byteLength(shown) <= LOG_LIMIT
      return fit && [shown, ...Object.entries(kept).flat()].every(storable)
    }),
    { numRuns: 30 },
  )
})

t.test('headers that are hidden', async (t) => {
  const cases: [string, string][] = [
    ['authorization', 'anything'],
    ['Authorization', 'anything'],
    ['proxy-authorization', 'x'],
    ['cookie', 'a=b'],
    ['set-cookie', 'a=b'],
    ['x-api-key', 'x'],
    ['X-Auth-Token', 'x'],
    ['x-client-secret', 'x'],
    ['x-password', 'x'],
    ['x-partner', 'Bearer abc'],
    ['x-partner', 'Basic dXNlcjpwYXNz'],
    ['x-partner', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ]
  for (const [name, value] of cases) t.equal(isCredential(name, value), true, `${name}: ${value}`)
})

t.test('headers that are shown', async (t) => {
  const cases: [string, string][] = [
    ['webhook-signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    ['webhook-id', '5f0c1c4e-8f0a-4b0e-9a64-6d5a4f1c2b3d'],
    ['content-type', 'application/json'],
    ['www-authenticate', 'Bearer realm="hooks"'],
    ['idempotency-key', '1'],
    ['etag', '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
    ['x-request-id', '5f0c1c4e8f0a4b0e9a646d5a4f1c2b3d'],
    ['location', 'https://example.com/'],
  ]
  for (const [name, value] of cases) t.equal(isCredential(name, value), false, `${name}: ${value}`)
})

t.test("what is secret in a subscription's own headers", async (t) => {
  t.strictSame(
    secretsOf({
      authorization: 'Bearer abcdefgh',
      'x-tenant': 'north',
      'x-route': 'blue green',
      'x-partner': '9f86d081884c7d659a2feaa0c55ad015',
      'x-api-key': 'short1',
      'x-pin-token': '1',
    }),
    ['Bearer abcdefgh', 'abcdefgh', '9f86d081884c7d659a2feaa0c55ad015', 'short1'],
  )
})
