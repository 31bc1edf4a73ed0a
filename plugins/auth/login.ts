import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { ProviderSession } from '../../src/platform/access/identity-provider.ts'
import { keptElsewhere, passwordMatches } from '../../src/platform/access/passwords.ts'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { forbidden, unauthorized } from '../../src/platform/http/errors/problems.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import { Id, Nullable, OneOf, Problem, Text } from '../../src/platform/schemas/schemas.ts'
import { throttled } from './login-throttle.ts'
import { type KeptBy, startSession, type Tokens } from './sessions.ts'

export const user = {
  id: Id({ description: 'The value of X-User-Id' }),
  username: Text(100, { examples: ['nadia'] }),
  role: OneOf([...ROLES], { examples: ['bod'] }),
  warehouse_id: Nullable(Id()),
  full_name: Text(200, { examples: ['Nadia Rahman'] }),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
}
export const email = Type.String({ format: 'email', examples: ['nadia@example.com'] })

export const Session = Type.Object({
  access_token: Type.String({ description: 'Goes into Authorization: Bearer' }),
  refresh_token: Type.String({ description: 'Good for one POST /api/auth/refresh' }),
  expires_at: Type.Integer({
    description: 'When access_token expires, in Unix seconds',
    examples: [1_793_500_000],
  }),
})

/** Their answers and bodies hold secrets, of which not even a digest may be stored. */
export const noKey = 'Idempotency-Key is ignored here, because it would mean to store what must stay secret.'
export const KEPT_ELSEWHERE = Problem('An external identity provider keeps the passwords')
export const refusal = Problem('The credentials are wrong or no longer valid')

/** What a login is judged by. Never leaves the service. */
export type Account = Prisma.userGetPayload<{ select: typeof ACCOUNT }>

const ACCOUNT = { id: true, is_seeded: true, is_active: true, password_hash: true } as const

type Naming = { username: string } | { email: string }

/** The account of a name. E-mail addresses are kept in lower case. */
const accountOf = ({ prisma }: Database, by: Naming): Promise<Account | null> =>
  prisma.user.findUnique({ where: 'email' in by ? { email: by.email.toLowerCase() } : by, select: ACCOUNT })

/**
 * Logs in. Passwords are judged here or, for an e-mail address, by the external identity provider where there is one.
 * In demo mode accounts that the demo data made take any. Unknown and closed accounts take the same way, and the same
 * time, as a wrong password.
 * @param keptBy of the session of an account whose password this service keeps
 * @throws 401, the same whatever is wrong, 403 where the provider's user has no account here, 409 for a username where
 * a provider keeps the passwords, 429 when it has to wait
 */
export async function logIn(
  request: FastifyRequest,
  by: Naming,
  password: string,
  keptBy: KeptBy,
): Promise<Tokens> {
  const { db, env, identityProvider } = request.server
  const account = await accountOf(db, by)
  const isOpen = env.AUTH_MODE === 'demo' && account?.is_seeded && account.is_active
  if (identityProvider && !isOpen) {
    if (!('email' in by)) throw keptElsewhere('log in with the e-mail address')
    const judge = () => identityProvider.logIn(by.email, password)
    return tokensOfProvider(request, await throttled(request, account, by.email, judge))
  }
  const [[naming, name]] = Object.entries(by) as [[string, string]]
  const wrong = unauthorized(
    'wrong_credentials',
    `The ${naming === 'email' ? 'e-mail address' : 'username'} or the password is wrong.`,
  )
  const judge = async () => {
    const matches = await passwordMatches(password, account?.is_active ? account.password_hash : null)
    if (!account || !matches) throw wrong
    return account
  }
  const judged = isOpen ? account : await throttled(request, account, name, judge)
  const session = await startSession(request.server, judged, keptBy)
  if (!session) throw wrong
  return session
}

/**
 * The provider's session, with the account here that has its e-mail address.
 * @throws 403 when there is none that is active
 */
export async function tokensOfProvider(
  { server: { db } }: FastifyRequest,
  { email, ...session }: ProviderSession,
): Promise<Tokens> {
  const account = await accountOf(db, { email })
  if (!account?.is_active)
    throw forbidden('account_inactive', 'The identity provider’s user has no active account here.')
  return { user_id: account.id, ...session }
}

/** The user as logins and `me` show it. The caller knows that there is one. */
export async function signedInUser({ prisma }: Database, id: number) {
  const { warehouse, employee, ...user } = await prisma.user.findUniqueOrThrow({
    where: { id },
    omit: { password_hash: true },
    include: { warehouse: { select: { name: true } }, employee: { select: { employee_code: true } } },
  })
  return {
    ...user,
    role: user.role as Role,
    warehouse_name: warehouse?.name ?? null,
    // The database holds that every account has these.
    email: user.email as string,
    employee_id: user.employee_id as number,
    employee_code: employee?.employee_code as string,
  }
}
