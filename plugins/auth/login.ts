import type { FastifyRequest } from 'fastify'
import type { Env } from '../../src/env.ts'
import type { IdentityProvider, ProviderSession } from '../../src/platform/access/identity-provider.ts'
import { passwordMatches } from '../../src/platform/access/passwords.ts'
import { forbidden, unauthorized } from '../../src/platform/http/errors/problems.ts'
import { throttled } from './login-throttle.ts'
import { type Account, accountByEmail, accountByUsername } from './queries.ts'
import { startSession, startShortSession, type Tokens } from './sessions.ts'

const WRONG = 'The username or the password is wrong.'
const WRONG_EMAIL = 'The e-mail address or the password is wrong.'

/** The legacy login, which is always the service's own. */
export async function logInByUsername(request: FastifyRequest, username: string, password: string) {
  const known = await accountOfUsername(request, username, password)
  const session = await startShortSession(request.server, known)
  if (!session) throw unauthorized('wrong_credentials', WRONG)
  return { user_id: known.id, token: session.access_token }
}

/** The login of the identity provider: the external one where there is one, but for the demo's open accounts. */
export async function logInByEmail(
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<{ user_id: number; session: Tokens }> {
  const { db, env, identityProvider } = request.server
  const account = await accountByEmail(db, email)
  if (identityProvider && !openAccount(env, account))
    return logInAtProvider(request, identityProvider, email, password)
  const known = await checkPassword(request, account, email, password, WRONG_EMAIL)
  const session = await startSession(request.server, known)
  if (!session) throw unauthorized('wrong_credentials', WRONG_EMAIL)
  return { user_id: known.id, session }
}

/** Lets the external provider judge a password, under the same throttle as the service's own. */
export async function logInAtProvider(
  request: FastifyRequest,
  provider: IdentityProvider,
  email: string,
  password: string,
): Promise<{ user_id: number; session: Tokens }> {
  const account = await accountByEmail(request.server.db, email)
  const logIn = () => provider.logIn(email, password)
  return accountOfProvider(request, await throttled(request, account, email, logIn))
}

/** The account of a username and its password, which this service keeps. @throws 401, and 429 when it has to wait */
export async function accountOfUsername(request: FastifyRequest, username: string, password: string) {
  const account = await accountByUsername(request.server.db, username)
  return checkPassword(request, account, username, password, WRONG)
}

/** The same of an e-mail address. */
export async function accountOfEmail(request: FastifyRequest, email: string, password: string) {
  const account = await accountByEmail(request.server.db, email)
  return checkPassword(request, account, email, password, WRONG_EMAIL)
}

/** The account, if it takes any password: in demo mode, when the demo data made it. */
const openAccount = (env: Env, account: Account | null) =>
  env.AUTH_MODE === 'demo' && account?.is_seeded && account.is_active ? account : undefined

/** Unknown and closed accounts take the same way, and the same time, as a wrong password. */
async function checkPassword(
  request: FastifyRequest,
  account: Account | null,
  name: string,
  password: string,
  refusal: string,
): Promise<Account> {
  const open = openAccount(request.server.env, account)
  if (open) return open
  return throttled(request, account, name, async () => {
    const matches = await passwordMatches(password, account?.is_active ? account.password_hash : null)
    if (!account || !matches) throw unauthorized('wrong_credentials', refusal)
    return account
  })
}

/** The provider's session, and the account here that has its e-mail address. */
export async function accountOfProvider(
  { server: { db } }: FastifyRequest,
  { email, ...session }: ProviderSession,
) {
  const account = await accountByEmail(db, email)
  if (!account?.is_active)
    throw forbidden('account_inactive', 'The identity provider’s user has no active account here.')
  return { user_id: account.id, session }
}
