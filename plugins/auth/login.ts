import type { FastifyRequest } from 'fastify'
import type { Env } from '../../src/env.ts'
import type { IdentityProvider, ProviderSession } from '../../src/platform/access/identity-provider.ts'
import { passwordMatches } from '../../src/platform/access/passwords.ts'
import { forbidden, unauthorized } from '../../src/platform/http/errors/problems.ts'
import { throttled } from './login-throttle.ts'
import { type Account, accountByEmail, accountByUsername } from './queries.ts'
import { startSession, type Tokens } from './sessions.ts'

/** What names an account at a login. */
type Naming = 'username' | 'email'

/** The refusal of a login, the same whatever is wrong with it. */
export const wrong = (by: Naming) =>
  unauthorized(
    'wrong_credentials',
    `The ${by === 'email' ? 'e-mail address' : 'username'} or the password is wrong.`,
  )

/** The account, if it takes any password: in demo mode, when the demo data made it. */
const openAccount = (env: Env, account: Account | null) =>
  env.AUTH_MODE === 'demo' && account?.is_seeded && account.is_active ? account : undefined

/**
 * The account of a name and its password, which this service keeps. Unknown and closed accounts take the same way, and
 * the same time, as a wrong password.
 * @throws 401, and 429 when it has to wait
 */
export async function accountOf(
  request: FastifyRequest,
  by: Naming,
  name: string,
  password: string,
): Promise<Account> {
  const { db, env } = request.server
  const account = await (by === 'email' ? accountByEmail : accountByUsername)(db, name)
  const open = openAccount(env, account)
  if (open) return open
  return throttled(request, account, name, async () => {
    const matches = await passwordMatches(password, account?.is_active ? account.password_hash : null)
    if (!account || !matches) throw wrong(by)
    return account
  })
}

/** The login of the identity provider: the external one where there is one, but for the demo's open accounts. */
export async function logInByEmail(
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<Tokens> {
  const { db, env, identityProvider } = request.server
  if (identityProvider && !openAccount(env, await accountByEmail(db, email)))
    return logInAtProvider(request, identityProvider, email, password)
  const session = await startSession(request.server, await accountOf(request, 'email', email, password))
  if (!session) throw wrong('email')
  return session
}

/** Lets the external provider judge a password, under the same throttle as the service's own. */
export async function logInAtProvider(
  request: FastifyRequest,
  provider: IdentityProvider,
  email: string,
  password: string,
): Promise<Tokens> {
  const account = await accountByEmail(request.server.db, email)
  const logIn = () => provider.logIn(email, password)
  return tokensOfProvider(request, await throttled(request, account, email, logIn))
}

/**
 * The provider's session, with the account here that has its e-mail address.
 * @throws 403 when there is none that is active
 */
export async function tokensOfProvider(
  { server: { db } }: FastifyRequest,
  { email, ...session }: ProviderSession,
): Promise<Tokens> {
  const account = await accountByEmail(db, email)
  if (!account?.is_active)
    throw forbidden('account_inactive', 'The identity provider’s user has no active account here.')
  return { user_id: account.id, ...session }
}
