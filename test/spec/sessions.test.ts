import t from 'tap'
import { service } from './service.ts'
import { misfits } from './shape.ts'
import { ERROR } from './shapes.ts'

const { app, call, done, user } = await service(t)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const session = async (email = 'viewer@example.com') =>
  (await done(null, 'POST', '/api/auth/idp-login', { email, password: 'any' })).session

t.test('the id of a login is the X-User-Id of what follows', async (t) => {
  const login = { username: 'finance', password: 'whatever' }
  const { user: known } = await done(null, 'POST', '/api/auth/login', login)
  t.match(known, { username: 'finance', role: 'finance', full_name: 'Test finance', warehouse_id: null })
  const headers = { 'x-user-id': String(known.id) }
  t.equal((await call(null, 'GET', '/api/sellers', undefined, headers)).status, 200)
  t.equal((await call(null, 'GET', '/api/users', undefined, headers)).status, 403)
})

t.test('a user of a warehouse is told its id and name', async (t) => {
  const login = { email: 'warehouse@example.com', password: 'any' }
  const { user: known } = await done(null, 'POST', '/api/auth/idp-login', login)
  t.match(known, { warehouse_id: user.warehouse.warehouse_id, warehouse_name: 'Test warehouse' })
})

t.test('a session says when its access token expires, in seconds', async (t) => {
  const { expires_at } = await session()
  const minutes = (expires_at - Date.now() / 1000) / 60
  t.ok(minutes > 14 && minutes <= 15, `in ${minutes} minutes`)
})

t.test('the session lookup is of the user whose token it is', async (t) => {
  const { access_token } = await session('am@example.com')
  t.match(await done(null, 'GET', '/api/auth/me', undefined, bearer(access_token)), {
    id: user.am.id,
    username: 'am',
    role: 'am',
    email: 'am@example.com',
  })
})

t.test('a new password ends the other sessions of the user', async (t) => {
  const other = await session()
  const mine = await session()
  const body = { new_password: 'seven boxes on a blue cart' }
  const answer = await done(null, 'POST', '/api/auth/update-password', body, bearer(mine.access_token))
  t.match(answer, { success: true, message: String })
  const me = ({ access_token }: { access_token: string }) =>
    call(null, 'GET', '/api/auth/me', undefined, bearer(access_token))
  t.equal((await me(mine)).status, 200)
  t.equal((await me(other)).status, 401)
})

t.test('what proves nobody answers 401', async (t) => {
  const { access_token } = await session()
  const claims = app.jwt.decode<{ sub: string; sid: string; jti: string }>(access_token)
  const expired = app.jwt.sign({ ...claims, iat: 1_000_000_000, exp: 1_000_000_900 } as never)
  t.match(app.jwt.decode(expired), { sub: String(user.viewer.id), exp: 1_000_000_900 })
  const login = { username: 'nobody', password: 'wrong' }
  const idpLogin = { email: 'nobody@example.com', password: 'wrong' }
  const cases: [string, 'GET' | 'POST', string, object?, Record<string, string>?][] = [
    ['no header', 'GET', '/api/sellers'],
    ['an id that is no number', 'GET', '/api/sellers', undefined, { 'x-user-id': 'bod' }],
    ['an empty id', 'GET', '/api/sellers', undefined, { 'x-user-id': '' }],
    ['an unknown id', 'GET', '/api/sellers', undefined, { 'x-user-id': '2147483647' }],
    ['a negative id', 'GET', '/api/sellers', undefined, { 'x-user-id': '-1' }],
    ['an id beyond all numbers', 'GET', '/api/sellers', undefined, { 'x-user-id': '9'.repeat(400) }],
    ['a bearer token alone', 'GET', '/api/sellers', undefined, bearer(access_token)],
    ['no token', 'GET', '/api/auth/me'],
    ['X-User-Id alone', 'GET', '/api/auth/me', undefined, { 'x-user-id': String(user.bod.id) }],
    ['a token that is none', 'GET', '/api/auth/me', undefined, bearer('none')],
    ['a token with a letter changed', 'GET', '/api/auth/me', undefined, bearer(changed(access_token))],
    ['an expired token', 'GET', '/api/auth/me', undefined, bearer(expired)],
    ['another scheme', 'GET', '/api/auth/me', undefined, { authorization: `Basic ${access_token}` }],
    ['an unknown username', 'POST', '/api/auth/login', login],
    ['an unknown e-mail address', 'POST', '/api/auth/idp-login', idpLogin],
  ]
  for (const [what, method, url, body, headers] of cases)
    await t.test(what, async (t) => {
      const { status, body: answer } = await call(null, method, url, body, headers)
      t.equal(status, 401)
      t.same(misfits(ERROR, answer), [])
    })
})

/** The token with another letter in the middle of its signature. */
function changed(token: string) {
  const at = token.lastIndexOf('.') + 5
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}
