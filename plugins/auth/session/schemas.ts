import { Type } from '@sinclair/typebox'
import { GivenPassword } from '../../../src/platform/access/passwords.ts'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Success } from '../../../src/platform/schemas/schemas.ts'
import { email, refusal, user } from '../schemas.ts'

const forPages =
  'For pages of this service, which keep the access token in memory: the cookie `__Secure-sos` (HttpOnly, Secure, SameSite=Strict, of this path alone) outlives a reload and buys nothing but the next access token. A request must come from a page of this origin (`Sec-Fetch-Site: same-origin` or, where the browser sends none, `Origin` with the host of this service), else it is a 403. In demo mode it is a 409.'

const refusals = {
  403: { $ref: 'Problem#', description: 'The request comes from no page of this service' },
  409: { $ref: 'Problem#', description: 'In demo mode nobody signs in' },
}

const SignedIn = Type.Object(
  {
    success: Type.Literal(true),
    user: Type.Object({ ...user, email }),
    session: Type.Object({
      access_token: Type.String({ description: 'Goes into Authorization: Bearer, beside X-User-Id' }),
      expires_at: Type.Integer({
        description: 'When access_token expires, in Unix seconds',
        examples: [1_793_500_000],
      }),
    }),
  },
  { title: 'BrowserSession' },
)

export const startSessionRoute = route('POST', '/api/auth/session', 'public', {
  config: { answersSecret: true },
  operationId: 'startBrowserSession',
  summary: 'Sign in a browser',
  description: `${forPages}\n\n\`login\` with an @ is an e-mail address, as for POST /api/auth/idp-login, else a username; failed tries count together with those of the other logins. The session ends after 12 hours without a use, after 30 days, with a new password, and when the account is closed; an external provider of IDP_URL has times of its own.`,
  body: Closed({
    login: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'Username or e-mail address',
      examples: ['nadia'],
    }),
    password: GivenPassword(),
  }),
  response: {
    200: SignedIn,
    401: refusal,
    403: {
      ...refusals[403],
      description: `${refusals[403].description}, or the identity provider’s user has no active account here`,
    },
    409: refusals[409],
  },
})

export const nextTokenRoute = route('POST', '/api/auth/session/token', 'public', {
  config: { answersSecret: true },
  operationId: 'continueBrowserSession',
  summary: 'Get the next access token of a browser',
  description: `${forPages}\n\nIt takes the cookie and no body. The cookie stays as it is, so two tabs may ask at once; with an external provider it changes, so that tabs must take turns.`,
  response: {
    200: SignedIn,
    401: { $ref: 'Problem#', description: 'There is no session, or it has ended' },
    ...refusals,
  },
})

export const endSessionRoute = route('DELETE', '/api/auth/session', 'public', {
  operationId: 'endBrowserSession',
  summary: 'Sign a browser out',
  description: `${forPages}\n\nThe cookie goes, and its access tokens are refused within three seconds by every process. Without a session it changes nothing.`,
  response: { 200: Success, ...refusals },
})
