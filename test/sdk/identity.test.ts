import t from 'tap'
import { EMAIL, PASSWORD, verifiedService } from './verified-service.ts'

const { sdk, sos, baseUrl, userId } = await verifiedService(t)
const { SellerOperatingScore, SosError } = sdk
const SELLERS = '/api/sellers'

t.test('a key is good for its user, a bad one is not tried again, and somebody must call', async (t) => {
  t.match(await sos.GET('/api/auth/me'), { id: userId, role: 'bod' })
  const other = new SellerOperatingScore({ baseUrl, userId, apiKey: 'sos_wrong' })
  const error = await other.GET(SELLERS).catch((error: unknown) => error)
  t.ok(error instanceof SosError)
  t.match(error, { status: 401, code: 'api_key_invalid', requestId: /^[0-9a-f-]{36}$/ })
  t.throws(() => new SellerOperatingScore({ baseUrl }), { message: 'Give a userId.' })
})

t.test('a token of your own is asked for at each call, and once more when it is refused', async (t) => {
  const body = { email: EMAIL, password: PASSWORD }
  const { session } = await sos.POST('/api/auth/idp-login', { body })
  const tokens = ['worn out', session.access_token]
  const client = new SellerOperatingScore({ baseUrl, userId, accessToken: () => tokens.shift() })
  t.ok(await client.GET(SELLERS))
  t.same(tokens, [])
  const bad = new SellerOperatingScore({ baseUrl, userId, accessToken: () => 'worn-out' })
  await t.rejects(bad.GET(SELLERS), { status: 401, code: 'token_invalid' })
})
