import { httpErrors } from '@fastify/sensible'
import { hashPassword } from '../../src/platform/access/passwords.ts'
import { type Acting, audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/record.ts'
import type { Account } from './queries.ts'
import type { NewUser } from './schemas.ts'

/** The columns of the fields that are given: the e-mail address in lower case, the password hashed. */
export async function accountColumns<Fields extends Partial<NewUser>>({ password, ...fields }: Fields) {
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
  columns: Awaited<ReturnType<typeof accountColumns<NewUser>>>,
) {
  const after = plain(await tx.prisma.user.create({ data: columns, omit: { password_hash: true } }))
  await audit(tx, acting, { action: 'user.created', entity: 'user', entity_id: after.id, after })
  return after
}

type Holder = Pick<Account, 'role' | 'is_active'>

const isAdministrator = ({ role, is_active }: Holder) => is_active && (role === 'bod' || role === 'admin')

/** @throws 409 when the change takes the last active administrator away */
export async function keepAnAdministrator(tx: Tx, before: Holder, after: Holder) {
  if (!isAdministrator(before) || isAdministrator(after)) return
  const left = await tx.prisma.user.count({ where: { role: { in: ['bod', 'admin'] }, is_active: true } })
  if (left === 0) throw httpErrors.conflict('This is the last active bod or admin; create another one first.')
}
