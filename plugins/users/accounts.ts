import { httpErrors } from '@fastify/sensible'
import { hashPassword } from '../../src/platform/access/passwords.ts'
import { type Acting, audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { NewUser } from './schemas.ts'

/** The columns of the fields that are given: the e-mail address in lower case, the password hashed. */
export async function columnsOf<Fields extends Partial<NewUser>>({ password, ...fields }: Fields) {
  return {
    ...fields,
    email: fields.email?.toLowerCase() ?? fields.email,
    password_hash: password === undefined ? undefined : await hashPassword(password),
  }
}

/** Makes an account and its audit row. `acting` is null for the one that the command line makes. */
export async function createAccount(
  tx: Tx,
  acting: Acting,
  columns: Awaited<ReturnType<typeof columnsOf<NewUser>>>,
) {
  const { password_hash: _, ...after } = await tx.prisma.user.create({ data: columns })
  await audit(tx, acting, { action: 'user.created', entity: 'user', entity_id: after.id, after })
  return after
}

interface Holder {
  role: string
  is_active: boolean
}

const isAdministrator = ({ role, is_active }: Holder) => is_active && (role === 'bod' || role === 'admin')

/**
 * Holds the rows of all active administrators until the transaction ends. Taken before an account changes its role or
 * is closed, so that of two who close each other the second sees that it would be the last.
 */
export const lockAdministrators = (tx: Tx) =>
  tx.rows`select id from users where role in ('bod', 'admin') and is_active order by id for update`

/** @throws 409 when the change takes the last active administrator away */
export async function keepAnAdministrator(tx: Tx, before: Holder, after: Holder) {
  if (!isAdministrator(before) || isAdministrator(after)) return
  const left = await tx.prisma.user.count({ where: { role: { in: ['bod', 'admin'] }, is_active: true } })
  if (left === 0) throw httpErrors.conflict('This is the last active bod or admin; make another one first.')
}
