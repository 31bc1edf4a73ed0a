import type { FastifyInstance, FastifyRequest } from 'fastify'
import { meantSeller, sellersNamed } from '../../src/domain/sellers/find-seller.ts'
import { endOldPassword } from '../../src/platform/access/end-access.ts'
import { hashPassword, requireLongEnough, requireOwnPasswords } from '../../src/platform/access/passwords.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { type Plain, plain } from '../../src/platform/database/statements/records.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { type Acting, type AuditEntry, auditAll } from '../../src/platform/http/requests/change.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { By } from '../../src/platform/schemas/schemas.ts'
import type { NewUser } from './schemas.ts'

/**
 * The columns of the fields that are given: the e-mail address in lower case, the password hashed.
 * @throws 409 for a password where an external identity provider keeps them, 400 for one that is too short
 */
export async function accountColumns<Fields extends Partial<NewUser>>(
  { password, ...fields }: Fields,
  service: Pick<FastifyInstance, 'env'>,
) {
  if (password !== undefined) {
    requireOwnPasswords(service)
    requireLongEnough('password', password, service.env)
  }
  return {
    ...fields,
    ...(fields.email !== undefined && { email: fields.email.toLowerCase() }),
    ...(password !== undefined && { password_hash: await hashPassword(password) }),
  }
}

/**
 * Makes an account, its employee where none is named (a trigger does), and their audit rows. `acting` is null for the
 * one that the command line makes.
 * @throws 400 for a user of role seller who is no seller
 */
export async function createAccount(
  tx: Tx,
  acting: Acting,
  columns: Awaited<ReturnType<typeof accountColumns<NewUser>>>,
) {
  requireSeller(columns)
  const after = plain(await tx.prisma.user.create({ data: columns, omit: { password_hash: true } }))
  const entries: AuditEntry[] = [{ action: 'user.created', entity_id: after.id, after }]
  if (columns.employee_id === undefined) {
    const made = await tx.prisma.employee.findUnique({ where: { id: after.employee_id as number } })
    entries.unshift({ action: 'employee.created', entity_id: after.employee_id, after: plain(made) })
  }
  await auditAll(tx, acting, entries)
  return after
}

/**
 * The fields with the id of the seller that they name; a number is one.
 * @throws 400 for a text that names no seller, 409 for one that is the code of one and the id of another
 */
export async function withSellerId<Fields extends { seller_id?: number | string | null }>(
  { scope, server, query }: FastifyRequest,
  { seller_id: given, ...fields }: Fields,
) {
  if (typeof given !== 'string') return { ...fields, ...(given !== undefined && { seller_id: given }) }
  const found = await sellersNamed(server.db, given, (query as { by?: By }).by)
  if (found.length === 0) throw badRequest('unknown_reference', `seller_id names no seller: ${given}`)
  return { ...fields, seller_id: meantSeller(scope, given, found).id }
}

/** @throws 400 for a user of role seller who is no seller */
export function requireSeller({ role, seller_id }: { role: string; seller_id?: number | null }) {
  if (role === 'seller' && !seller_id)
    throw badRequest('field_required', 'seller_id is required for the role seller')
}

/** An account as its columns are, without the hash of its password. */
type Account = Plain<Prisma.userGetPayload<{ omit: { password_hash: true } }>>

/**
 * The account with an id or an e-mail address, which is kept in lower case, as it stands: locked until the transaction
 * ends, so that two changes see each other.
 */
export async function lockUser(
  tx: Tx,
  { id = null, email = null }: { id?: number | null; email?: string | null },
): Promise<Account | undefined> {
  const stored = await tx.row<Account & { password_hash: string | null }>`
    select * from users where id = ${id}::int or email = ${email} for update`
  if (!stored) return undefined
  const { password_hash: _, ...account } = stored
  return account
}

/**
 * Makes the account with this e-mail address an active bod, with a new password where one is given, for when nobody is
 * left who can log in.
 * Every process sees it within three seconds.
 * @returns undefined when there is no such account
 */
export async function restoreBod(
  tx: Tx,
  { email, password_hash }: { email: string; password_hash?: string },
) {
  const before = await lockUser(tx, { email })
  if (!before) return undefined
  const where = { id: before.id }
  const data = { role: 'bod', is_active: true, password_hash }
  const after = plain(await tx.prisma.user.update({ where, data, omit: { password_hash: true } }))
  await endOldPassword(tx, before.id)
  await auditAll(tx, null, [
    { action: 'user.updated', entity_id: before.id, before, after },
    ...(password_hash ? [{ action: 'user.password_changed' as const, entity_id: before.id }] : []),
  ])
  return { before, after }
}
