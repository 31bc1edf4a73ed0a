import type { Role } from '../../src/platform/access/roles.ts'
import type { Database, Sql, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { ApiKey } from './api-key-schemas.ts'

/** What a login is judged by. Never leaves the service. */
export type Account = Prisma.userGetPayload<{ select: typeof ACCOUNT }>

const ACCOUNT = { id: true, is_seeded: true, is_active: true, password_hash: true } as const

export const accountByUsername = ({ prisma }: Database, username: string): Promise<Account | null> =>
  prisma.user.findUnique({ where: { username }, select: ACCOUNT })

/** E-mail addresses are kept in lower case. */
export const accountByEmail = ({ prisma }: Database, email: string): Promise<Account | null> =>
  prisma.user.findUnique({ where: { email: email.toLowerCase() }, select: ACCOUNT })

/** The user as logins and `me` show it. The caller knows that there is one. */
export async function signedInUser({ prisma }: Database, id: number) {
  const { warehouse, employee, ...user } = await prisma.user.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      username: true,
      role: true,
      warehouse_id: true,
      full_name: true,
      email: true,
      employee_id: true,
      warehouse: { select: { name: true } },
      employee: { select: { employee_code: true } },
    },
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

/** One page of API keys, the newest first, revoked ones included. Never the key, nor its hash. */
export function pageOfApiKeys({ prisma }: Database, query: { page: number; limit: number }) {
  const shown = { omit: { key_hash: true }, include: { user: { select: { username: true } } } } as const
  return pageOfRecords(
    query,
    (rows) => prisma.api_key.findMany({ ...shown, orderBy: { id: 'desc' }, ...rows }),
    prisma.api_key.count(),
    ({ user, ...key }) => ({ ...plain(key), username: user.username }) as ApiKey,
  )
}

/** When a key was revoked, locked until the transaction ends; undefined when there is no such key. */
export const lockApiKey = (tx: Tx, id: number) =>
  tx.row<{ revoked_at: string | null }>`select revoked_at from api_keys where id = ${id} for update`

/** A session as its owner's tokens name it. */
export interface Session {
  id: string
  user_id: number
}

/**
 * Starts a session of an account, with a refresh token where `tokenHash` is one. FOR SHARE makes a login and a change
 * of the password (or a deactivation) wait for each other: whoever comes second sees what the first has done, so that
 * no session outlives the password it was started with.
 * @param lifetime as PostgreSQL writes an interval
 * @param hashes of a refresh token, or of a browser's cookie, where it has one
 * @returns undefined when the account was closed or given another password since it was read
 */
export const insertSession = (
  db: Sql,
  account: Account,
  lifetime: string,
  { token, cookie }: { token?: string; cookie?: string } = {},
) =>
  db.row<Session>(
    `with account as (
       select id from users
       where id = $1 and is_active and password_hash is not distinct from $2
       for share
     ), session as (
       insert into sessions (id, user_id, expires_at, cookie_hash)
       select gen_random_uuid(), id, now() + $3::interval, $5 from account
       returning id, user_id
     ), token as (
       insert into refresh_tokens (token_hash, session_id)
       select $4, id from session where $4::text is not null
     )
     select id, user_id from session`,
    [account.id, account.password_hash, lifetime, token ?? null, cookie ?? null],
    'start-session',
  )

/**
 * Uses a refresh token up and stores the next one. Of any number of requests with one token, at once or not, exactly
 * one gets the session: the UPDATE locks the token's row, and whoever waited for that lock finds `used_at` set.
 * @returns undefined when the token is unknown or used, or its session has ended
 */
export const exchangeRefreshToken = (db: Sql, tokenHash: string, nextHash: string, lifetime: string) =>
  db.row<Session>(
    `with used as (
       update refresh_tokens set used_at = now()
       where token_hash = $1 and used_at is null
       returning session_id
     ), session as (
       update sessions s set expires_at = now() + $3::interval
       from used, users u
       where s.id = used.session_id and s.ended_at is null and s.expires_at > now()
         and u.id = s.user_id and u.is_active
       returning s.id, s.user_id
     ), next as (
       insert into refresh_tokens (token_hash, session_id) select $2, id from session
     ), outdated as (
       delete from refresh_tokens t using session
       where t.session_id = session.id and t.used_at < now() - $3::interval
     )
     select id, user_id from session`,
    [tokenHash, nextHash, lifetime],
    'refresh-session',
  )

/**
 * Uses a browser's session, which moves its end. Any number of requests at once may: the cookie stays what it is.
 * @param idle how long it lives without a use, and @param most how long in all, as PostgreSQL writes an interval
 * @returns undefined when there is none, it has ended, or its account is closed
 */
export const useBrowserSession = (db: Sql, cookieHash: string, idle: string, most: string) =>
  db.row<Session>(
    `update sessions s set expires_at = least(now() + $2::interval, s.created_at + $3::interval)
     from users u
     where s.cookie_hash = $1 and s.ended_at is null and s.expires_at > now()
       and s.created_at + $3::interval > now() and u.id = s.user_id and u.is_active
     returning s.id, s.user_id`,
    [cookieHash, idle, most],
    'use-browser-session',
  )

/** Ends the session of a refresh token that was used before; undefined when there is none, or it has ended. */
export const endSessionOfUsedToken = (tx: Tx, tokenHash: string) => tx.row<Session>`
  update sessions s set ended_at = now()
  from refresh_tokens t
  where t.token_hash = ${tokenHash} and t.used_at is not null
    and s.id = t.session_id and s.ended_at is null and s.expires_at > now()
  returning s.id, s.user_id`

/** Whose reset token this is, while it is good. */
export async function userOfReset(db: Sql, tokenHash: string): Promise<number | undefined> {
  const reset = await db.row<{ user_id: number }>(
    `select user_id from password_resets where token_hash = $1 and expires_at > now()`,
    [tokenHash],
    'find-password-reset',
  )
  return reset?.user_id
}

/**
 * Uses a reset up and sets the password. The account's row is locked first, as a login under way waits for it.
 * @returns the username; undefined when the token was used meanwhile, has expired, or the account is closed
 */
export async function setPasswordByReset(tx: Tx, userId: number, tokenHash: string, passwordHash: string) {
  await tx.run`select from users where id = ${userId} for update`
  const user = await tx.row<{ username: string }>`
    with used as (
      delete from password_resets where token_hash = ${tokenHash} and expires_at > now() returning user_id
    )
    update users u set password_hash = ${passwordHash}, updated_at = now()
    from used where u.id = used.user_id and u.is_active
    returning u.username`
  return user?.username
}
