import { Type } from '@sinclair/typebox'
import { GivenPassword, NewPassword } from '../../src/platform/access/passwords.ts'
import { PERMISSIONS, type Permission, ROLES } from '../../src/platform/access/roles.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, Id, Nullable, OneOf, Success, Text } from '../../src/platform/schemas/schemas.ts'

export const user = {
  id: Id({ description: 'The value of X-User-Id' }),
  username: Text(100, { examples: ['nadia'] }),
  role: OneOf([...ROLES], { examples: ['bod'] }),
  warehouse_id: Nullable(Id()),
  full_name: Text(200, { examples: ['Nadia Rahman'] }),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
}
export const email = Type.String({ format: 'email', examples: ['nadia@example.com'] })

const Session = Type.Object({
  access_token: Type.String({ description: 'Goes into Authorization: Bearer' }),
  refresh_token: Type.String({ description: 'Good for one POST /api/auth/refresh' }),
  expires_at: Type.Integer({
    description: 'When access_token expires, in Unix seconds',
    examples: [1_793_500_000],
  }),
})

/** Their answers and bodies hold secrets, of which not even a digest may be stored. */
const noKey = 'Idempotency-Key is ignored here, because it would mean to store what must stay secret.'
export const refusal = { $ref: 'Problem#', description: 'The credentials are wrong or no longer valid' }

export const loginRoute = route('POST', '/api/auth/login', 'public', {
  config: { answersSecret: true },
  operationId: 'login',
  summary: 'Log in with a username',
  description: `The token lives for 15 minutes and can’t be refreshed. In demo mode any password is taken for seeded accounts. ${noKey}`,
  body: Closed({ username: Type.String({ maxLength: 200, examples: ['nadia'] }), password: GivenPassword() }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      user: Type.Object(user),
      token: Type.String({ description: 'An access token' }),
    }),
    401: refusal,
  },
})

export const idpLoginRoute = route('POST', '/api/auth/idp-login', 'public', {
  config: { answersSecret: true },
  operationId: 'loginWithIdentityProvider',
  summary: 'Log in with an e-mail address',
  description: `Asks the identity provider: the service’s own, or the external one of IDP_URL. The access token lives for 15 minutes, the session for 30 days after its last refresh (an external provider has times of its own). In demo mode any password is taken for seeded accounts. ${noKey}`,
  body: Closed({
    email: Type.String({ format: 'email', maxLength: 254, examples: ['nadia@example.com'] }),
    password: GivenPassword(),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      user: Type.Object({ ...user, email }),
      session: Session,
    }),
    401: refusal,
    403: { $ref: 'Problem#', description: 'The identity provider’s user has no active account here' },
  },
})

export const refreshRoute = route('POST', '/api/auth/refresh', 'public', {
  config: { answersSecret: true },
  operationId: 'refreshSession',
  summary: 'Get the next pair of tokens',
  description: `A refresh token is good for one use. One that comes back a second time ends its session, since it may have been stolen: a client must not refresh twice at once. ${noKey}`,
  body: Closed({ refresh_token: Text(4096, { examples: ['sos_refresh_Jx2mPq9aW5…'] }) }),
  response: { 200: Type.Object({ success: Type.Literal(true), session: Session }), 401: refusal },
})

export const logoutRoute = route('POST', '/api/auth/logout', 'bearer', {
  operationId: 'logout',
  summary: 'End the session of the access token',
  description:
    'Its refresh token is no longer valid; its access tokens are refused within three seconds by every process.',
  response: { 200: Success },
})

export const meRoute = route('GET', '/api/auth/me', 'bearer', {
  operationId: 'getCurrentUser',
  summary: 'Who the access token belongs to',
  response: {
    200: Type.Object({
      ...user,
      email,
      employee_code: Type.String({ examples: ['E-0042'] }),
      employee_id: Id(),
      permissions: Type.Array(OneOf(Object.keys(PERMISSIONS) as Permission[]), {
        description: 'What the caller may do',
        examples: [['sellers.read', 'scores.read']],
      }),
    }),
  },
})

export const useResetRoute = route('POST', '/api/auth/password-reset', 'public', {
  operationId: 'resetPassword',
  summary: 'Set a new password with a reset',
  description: `Takes the token of POST /api/users/{id}/password-reset, which is good for one use within an hour. All sessions of the account end, and its failed logins are forgotten. Where an external identity provider keeps the passwords, it answers 409. ${noKey}`,
  body: Closed({
    token: Text(200, { examples: ['sosp_Jx2mPq9aW5…'], description: 'As the administrator was shown it' }),
    new_password: NewPassword(),
  }),
  response: {
    200: Success,
    401: { ...refusal, description: 'The token is unknown, used or expired' },
    409: { $ref: 'Problem#', description: 'The identity provider keeps the passwords' },
  },
})

export const updatePasswordRoute = route('POST', '/api/auth/update-password', 'bearer', {
  operationId: 'updatePassword',
  summary: 'Change the own password',
  description: `Ends all other sessions of the user. ${noKey}`,
  body: Closed({ new_password: NewPassword() }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String({ examples: ['The password is changed; all other sessions have ended.'] }),
    }),
  },
})
