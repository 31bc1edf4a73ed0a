import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

const as = null
const me = 'GET /api/auth/me'
const login = 'POST /api/auth/login'
const idp = 'POST /api/auth/idp-login'
const password = 'POST /api/auth/update-password'
const bearer = (the: World) => the.bearer
/** An account of this case alone with a bearer token. */
const account = (username: string) => async (the: World) => {
  const email = `${username}@example.com`
  const secret = 'nine boxes on a cart'
  await the.create('/api/users', {
    username,
    email,
    full_name: 'Own account',
    role: 'viewer',
    password: secret,
  })
  const { session } = await the.done(null, 'POST', '/api/auth/idp-login', { email, password: secret })
  return { authorization: `Bearer ${session.access_token}` }
}
/** An account of a seller with this id. */
const ofSeller = (username: string) => async (the: World) => {
  const { id: seller_id } = await the.done('bod', 'GET', '/api/sellers/S-1')
  const user = {
    username,
    email: `${username}@example.com`,
    full_name: 'Seller',
    role: 'seller',
    seller_id,
    password: 'nine boxes on a cart',
  }
  return { 'x-user-id': String(await the.create('/api/users', user)) }
}
const own: FirstRequest['headers'] = (_, made) => made

/** Logins, tokens and the header of every call. */
// biome-ignore format: a table
export const auth: FirstRequest[] = [
  { title: 'logs in', at: login, as, body: { username: 'bod', password: 'any' }, holds: { success: true, user: { username: 'bod', role: 'bod' }, token: /./ } },
  { title: 'logs in as nobody', at: login, as, body: { username: 'nobody', password: 'any' }, status: 401 },
  { title: 'logs in without a password', at: login, as, body: { username: 'bod' }, status: 400, says: /password/ },
  { title: 'logs in by an e-mail address at the wrong door', at: login, as, body: { email: 'bod@example.com', password: 'any' }, status: 400, says: /username/ },
  { title: 'logs in by a form', at: login, as, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'username=bod&password=any', status: 415, says: /application\/json/ },
  { title: 'logs in with a wrong password of an own account', at: login, as, before: account('wrong-password'), body: { username: 'wrong-password', password: 'not this one' }, status: 401 },
  { title: 'logs in by GET', at: 'GET /api/auth/login', as, status: 404 },
  { title: 'logs in at the identity provider', at: idp, as, body: { email: 'bod@example.com', password: 'any' }, holds: { success: true, user: { email: 'bod@example.com' }, session: { access_token: /./, refresh_token: /./ } } },
  { title: 'logs in at the identity provider with a capital letter', at: idp, as, body: { email: 'Bod@Example.com', password: 'any' }, holds: { success: true } },
  { title: 'logs in at the identity provider in capitals', at: idp, as, body: { email: 'BOD@EXAMPLE.COM', password: 'any' } },
  { title: 'logs in at the identity provider with blanks around the address', at: idp, as, body: { email: ' bod@example.com ', password: 'any' } },
  { title: 'logs in at the identity provider as nobody', at: idp, as, body: { email: 'nobody@example.com', password: 'any' }, status: 401 },
  { title: 'logs in at the identity provider by name', at: idp, as, body: { username: 'bod', password: 'any' }, status: 400, says: /email/ },
  { title: 'logs in at the identity provider without @', at: idp, as, body: { email: 'bod', password: 'any' }, status: 400, says: /email/ },
  { title: 'asks who it is', at: me, as, headers: bearer, holds: { username: 'bod', email: 'bod@example.com', employee_code: /./, employee_id: Number } },
  { title: 'asks who it is with a slash, a token and X-User-Id', at: `${me}/`, headers: bearer },
  { title: 'asks who it is of an account without an employee', at: me, as, before: account('no-employee'), headers: own, holds: { employee_code: /./, employee_id: Number } },
  { title: 'asks who it is with a small bearer', at: me, as, headers: (the) => ({ authorization: the.bearer.authorization.replace('Bearer', 'bearer') }), holds: { username: 'bod' } },
  { title: 'asks who it is without a token', at: me, as, status: 401, says: /Bearer|token/i },
  { title: 'asks who it is by X-User-Id alone', at: me, status: 401, says: /Bearer|token/i },
  { title: 'asks who it is with a token of nobody', at: me, as, headers: { authorization: 'Bearer abc.def.ghi' }, status: 401 },
  { title: 'asks who it is with a name and password', at: me, as, headers: { authorization: 'Basic Ym9kOmFueQ==' }, status: 401 },
  { title: 'changes its password', at: password, as, before: account('new-password'), headers: own, body: { new_password: 'ten boxes on a cart' }, holds: { success: true, message: /./ } },
  { title: 'changes its password with a slash', at: `${password}/`, as, before: account('slash-password'), headers: own, body: { new_password: 'ten boxes on a cart' } },
  { title: 'changes its password to a short one', at: password, as, before: account('short-password'), headers: own, body: { new_password: 'seven77' }, status: 400, says: /new_password.*8/ },
  { title: 'changes its password to eight characters', at: password, as, before: account('eight-password'), headers: own, body: { new_password: 'x4!kQp9z' }, holds: { success: true } },
  { title: 'changes its password under another name', at: password, as, headers: bearer, body: { password: 'ten boxes on a cart' }, status: 400, says: /new_password/ },
  { title: 'changes a password without a token', at: password, as, body: { new_password: 'ten boxes on a cart' }, status: 401 },
  ...['abc', '0', '-1', '2147483647', '1 or 1=1', ''].map((id): FirstRequest => (
    { title: `is user "${id}"`, at: 'GET /api/sellers', as, headers: { 'x-user-id': id }, status: 401, says: /X-User-Id|user/i })),
  { title: 'is a seller and reads its score', at: 'GET /api/sos/sellers/S-1/score', as, before: ofSeller('seller-score'), headers: own, holds: { seller_code: 'S-1' } },
  { title: 'is a seller and reads its enforcement', at: 'GET /api/sos/sellers/S-1/enforcement', as, before: ofSeller('seller-block'), headers: own, holds: { seller_code: 'S-1' } },
  { title: 'is a seller and reads its surcharges', at: 'GET /api/surcharges', as, before: ofSeller('seller-fees'), headers: own, holds: { data: [{ seller_code: 'S-1' }] } },
  { title: 'is a seller and reads the score of another', at: 'GET /api/sos/sellers/S-2/score', as, before: ofSeller('seller-other'), headers: own, status: 403 },
  { title: 'is a seller and reads all sellers', at: 'GET /api/sellers', as, before: ofSeller('seller-all'), headers: own, status: 403 },
]
