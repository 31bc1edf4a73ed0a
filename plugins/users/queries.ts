import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { type Plain, plain } from '../../src/platform/database/prisma/record.ts'
import { containing } from '../../src/platform/database/statements/like.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { User, UsersQuery } from './schemas.ts'

/** One page of accounts and how many match, in the order of their usernames. */
export function pageOfUsers({ prisma }: Database, query: UsersQuery) {
  const { role, is_active, search } = query
  const where = { role, is_active, ...containing(search, 'username', 'full_name', 'email') }
  const orderBy = [{ username: 'asc' as const }, { id: 'asc' as const }]
  return pageOfRecords(
    query,
    (rows) => prisma.user.findMany({ where, ...SHOWN, orderBy, ...rows }),
    prisma.user.count({ where }),
    shown,
  )
}

/** The account with this id, or null. */
export async function userBy({ prisma }: Database, id: number): Promise<User | null> {
  const record = await prisma.user.findFirst({ where: { id }, ...SHOWN })
  return record && shown(record)
}

const SHOWN = {
  omit: { password_hash: true, is_seeded: true, erased_at: true },
  include: {
    warehouse: { select: { name: true } },
    am: { select: { name: true } },
    seller: { select: { seller_code: true } },
    employee: { select: { employee_code: true } },
  },
} as const

function shown(record: Prisma.userGetPayload<typeof SHOWN>): User {
  const { warehouse, am, seller, employee, ...user } = plain(record)
  return {
    ...user,
    warehouse_name: warehouse?.name ?? null,
    am_name: am?.name ?? null,
    seller_code: seller?.seller_code ?? null,
    employee_code: employee?.employee_code, // every account has an employee
  } as User
}

/** An account as its columns are, without the hash of its password. */
export type Account = Plain<Prisma.userGetPayload<{ omit: { password_hash: true } }>>

/** The account as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockUser = async (tx: Tx, id: number) =>
  withoutHash(await tx.row<Stored>`select * from users where id = ${id} for update`)

/** The same by an e-mail address, which is kept in lower case. */
export const lockUserByEmail = async (tx: Tx, email: string) =>
  withoutHash(await tx.row<Stored>`select * from users where email = ${email} for update`)

type Stored = Account & { password_hash: string | null }

function withoutHash(stored: Stored | undefined): Account | undefined {
  if (!stored) return undefined
  const { password_hash: _, ...account } = stored
  return account
}

/**
 * Locks all active administrators until the transaction ends. Taken before an account changes its role or is closed,
 * so that of two who close each other the second sees that it would be the last.
 */
export const lockAdministrators = (tx: Tx) =>
  tx.rows`select id from users where role in ('bod', 'admin') and is_active order by id for update`

/** Stores the reset of an account in place of the one before. @returns when it expires */
export const replaceReset = (tx: Tx, userId: number, tokenHash: string, createdBy: number) =>
  tx.value<string>`
    insert into password_resets (user_id, token_hash, created_by, expires_at)
    values (${userId}, ${tokenHash}, ${createdBy}, now() + interval '1 hour')
    on conflict (user_id) do update
    set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(),
        expires_at = excluded.expires_at
    returning expires_at`
