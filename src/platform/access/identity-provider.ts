import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Agent } from 'undici'
import type { Env } from '../../env.ts'
import type { Clock } from '../database/database.ts'
import { badRequest, serviceUnavailable, tooManyRequests, unauthorized } from '../http/errors/problems.ts'
import { readJson } from '../http/requests/json-bodies.ts'
import { undici } from '../http/undici.ts'

/**
 * An external identity provider that speaks like GoTrue. It is believed about who owns an e-mail address.
 * Every function throws 401 when the provider refuses, 429 when it is asked too often, and 503 when it does not
 * answer in time or answers what can't be understood.
 */
export type IdentityProvider = ReturnType<typeof connectIdentityProvider>

/** A session at the provider. `expires_at` is in Unix seconds. */
export type ProviderSession = Awaited<ReturnType<IdentityProvider['logIn']>>

const User = Type.Object({ email: Type.String({ minLength: 1 }) })
const Grant = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  expires_in: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.Integer()),
  user: Type.Optional(User),
})
const Refusal = Type.Partial(
  Type.Object({ error_code: Type.String(), msg: Type.String(), error_description: Type.String() }),
)

const MOST_BYTES = 1024 * 1024
const OUTAGE_RETRY_SECONDS = 5
const BUSY_RETRY_SECONDS = 30
/** OAuth lets a provider leave the lifetime of a token out. */
const DEFAULT_EXPIRES_IN = 3600
/** GoTrue is not strict about which of these it uses; its GET /user adds 404 for a user who was deleted. */
const REFUSALS = [400, 401, 403, 422]

interface Answer {
  status: number
  body: unknown
}

export function connectIdentityProvider(
  url: string,
  { IDP_API_KEY, IDP_TIMEOUT_MS }: Pick<Env, 'IDP_API_KEY' | 'IDP_TIMEOUT_MS'>,
  clock: Clock,
) {
  const base = url.replace(/\/+$/, '')
  let opened: Agent | undefined
  const agent = () => (opened ??= new (undici().Agent)({ maxResponseSize: MOST_BYTES }))
  const secondsNow = () => Math.floor(clock.now().getTime() / 1000)

  /** The status and body of any answer that is neither "too many requests" nor a failure of the provider's own. */
  async function ask(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { token, body }: { token?: string; body?: object },
  ): Promise<Answer> {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (body) headers['content-type'] = 'application/json'
    if (token) headers.authorization = `Bearer ${token}`
    if (IDP_API_KEY) headers.apikey = IDP_API_KEY
    const signal = AbortSignal.timeout(IDP_TIMEOUT_MS)
    const options = { method, headers, body: body && JSON.stringify(body), dispatcher: agent(), signal }
    const answer = await undici()
      .request(base + path, options)
      .then(async (response) => ({ ...response, text: await response.body.text() }))
      .catch((cause) => {
        throw outage('The identity provider does not answer', cause)
      })
    if (answer.statusCode === 429) throw busy(answer.headers['retry-after'])
    if (answer.statusCode >= 500 || (answer.statusCode >= 300 && answer.statusCode < 400))
      throw outage(`The identity provider answers ${answer.statusCode}`)
    return { status: answer.statusCode, body: readJson(answer.text) }
  }

  async function grant(type: 'password' | 'refresh_token', body: object, refusal: string) {
    const answer = await ask('POST', `/token?grant_type=${type}`, { body })
    const session = accepted(answer, Grant, refusal)
    return {
      access_token: session.access_token,
      refresh_token: session.refresh_token,
      expires_at: session.expires_at ?? secondsNow() + (session.expires_in ?? DEFAULT_EXPIRES_IN),
      email: session.user?.email ?? (await emailOf(session.access_token)),
    }
  }

  async function emailOf(token: string) {
    const answer = await ask('GET', '/user', { token })
    return accepted(answer, User, 'The access token is invalid or expired.', [...REFUSALS, 404]).email
  }

  return {
    logIn: (email: string, password: string) =>
      grant('password', { email, password }, 'The e-mail address or the password is wrong.'),
    refresh: (refresh_token: string) =>
      grant('refresh_token', { refresh_token }, 'The refresh token is invalid or expired.'),
    emailOf,
    /** Changes the password and ends the user's other sessions. @throws 400 when the provider wants another one */
    async changePassword(token: string, password: string) {
      const changed = await ask('PUT', '/user', { token, body: { password } })
      refuseUnlessChanged(changed)
      await ask('POST', '/logout?scope=others', { token })
    },
    async logOut(token: string) {
      await ask('POST', '/logout?scope=local', { token })
    },
    close: async () => opened?.close(),
  }
}

/** The provider's answer, if it is one. */
function accepted<S extends TSchema>(answer: Answer, schema: S, refusal: string, refusals = REFUSALS) {
  if (refusals.includes(answer.status)) throw unauthorized('unauthorized', refusal)
  if (answer.status !== 200 || !Value.Check(schema, answer.body))
    throw outage(`The identity provider gives an answer that can’t be understood (${answer.status})`)
  return answer.body as Static<S>
}

/**
 * That the password was this one before counts as changed, so that a change whose second half failed can be asked
 * for again. GoTrue uses 400 and 422 alike for a password it does not like.
 */
function refuseUnlessChanged({ status, body }: Answer) {
  const { error_code, msg, error_description } = Value.Check(Refusal, body) ? body : {}
  if (status === 200 || error_code === 'same_password') return
  if (status === 400 || status === 422)
    throw badRequest(
      'password_refused',
      `new_password is refused: ${msg ?? error_description ?? 'choose another one'}`,
    )
  throw unauthorized('token_invalid', 'The access token is invalid or expired.')
}

const outage = (sentence: string, cause?: unknown) =>
  serviceUnavailable('identity_provider_unavailable', `${sentence}; try again.`, {
    cause,
    retryAfter: OUTAGE_RETRY_SECONDS,
  })

const busy = (retryAfter: unknown) =>
  tooManyRequests('too_many_requests', 'The identity provider is asked too often; try again later.', {
    retryAfter: /^\d{1,5}$/.test(String(retryAfter)) ? Number(retryAfter) : BUSY_RETRY_SECONDS,
  })
