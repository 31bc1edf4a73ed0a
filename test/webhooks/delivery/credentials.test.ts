import t from 'tap'
import { isCredential, secretsOf } from '../../../plugins/webhooks/delivery/redact.ts'

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
  for (const [name, value] of cases)
    await t.test(`${name}: ${value}`, async (t) => t.equal(isCredential(name, value), true))
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
  for (const [name, value] of cases)
    await t.test(`${name}: ${value}`, async (t) => t.equal(isCredential(name, value), false))
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
