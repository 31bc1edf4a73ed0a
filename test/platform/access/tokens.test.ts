import { createHmac } from 'node:crypto'
import t from 'tap'
import { authClient, makeAccount, PASSWORD } from '../../auth/accounts.ts'
import { testApp } from '../../setup/app.ts'

const JWT_SECRET = 'a secret that only these tests know'
const test = await testApp(t, { JWT_SECRET })
const { me, login } = authClient(test)
await makeAccount(test, 'nadia')
const { token } = (await login('nadia', PASSWORD)).body
const good = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())

/** Any token at all, signed with the service's secret unless told otherwise. */
function forge(
  claims: object,
  { header = { alg: 'HS256', typ: 'JWT' }, secret = JWT_SECRET, digest = 'sha256' } = {},
) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode(header)}.${encode({ ...good, ...claims })}`
  return `${content}.${createHmac(digest, secret).update(content).digest('base64url')}`
}

/** The token with another letter in the middle of its signature. */
function changed(token: string) {
  const at = token.lastIndexOf('.') + 5
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

t.test(
  'a token holds the user, its session, an id and an end after fifteen minutes, and nothing else',
  async (t) => {
    t.same(Object.keys(good).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
    t.equal(good.exp - good.iat, 15 * 60)
  },
)

t.test('what these tests forge is taken when nothing is wrong with it', async (t) => {
  t.equal((await me(forge({}))).status, 200)
})

const now = Math.floor(Date.now() / 1000)
for (const [what, forged] of [
  ['expired', forge({ exp: now - 1 })],
  ['without an end', forge({ exp: undefined })],
  ['without a session', forge({ sid: undefined })],
  ['without a user', forge({ sub: undefined })],
  ['not good yet', forge({ nbf: now + 60 })],
  ['without an issuer', forge({ iss: undefined })],
  ['without an audience', forge({ aud: undefined })],
  ['of a session that is no UUID', forge({ sid: 'x' })],
  ['of a session that is a number', forge({ sid: 5 })],
  ['of a session that is a list', forge({ sid: [good.sid] })],
  ['of another user’s session', forge({ sub: '1' })],
  ['of another issuer', forge({ iss: 'someone else' })],
  ['for another audience', forge({ aud: 'someone else' })],
  ['of an unknown session', forge({ sid: '00000000-0000-4000-8000-000000000000' })],
  ['with a letter of its signature changed', changed(token)],
  ['signed with another secret', forge({}, { secret: 'another secret, just as long as it' })],
  ['signed with another algorithm', forge({}, { header: { alg: 'HS512', typ: 'JWT' }, digest: 'sha512' })],
  ['not signed', forge({}, { header: { alg: 'none', typ: 'JWT' } }).replace(/[^.]*$/, '')],
] as const)
  t.test(`a token ${what} answers 401`, async (t) => {
    t.equal((await me(forged)).status, 401)
  })

t.test('two processes of a demo without JWT_SECRET know each other’s tokens', async (t) => {
  const one = await testApp(t)
  const other = await testApp(t, { DATABASE_URL: one.DATABASE_URL })
  const { token } = (await authClient(one).login('bod', 'any')).body
  t.equal((await authClient(other).me(token)).status, 200)
})
