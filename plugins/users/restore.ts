import { auditAll } from '../../src/platform/access/audit.ts'
import { endOldPassword } from '../../src/platform/access/end-access.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { lockUserByEmail } from './queries.ts'

/** What a restored account is given. */
interface Restored {
  email: string
  password_hash?: string | null
}

/**
 * Makes the account with this e-mail address an active bod with a new password, for when nobody is left who can log in.
 * Every process sees it within three seconds.
 * @returns undefined when there is no such account
 */
export async function restoreBod(tx: Tx, { email, password_hash }: Restored) {
  const before = await lockUserByEmail(tx, email)
  if (!before) return undefined
  const after = plain(
    await tx.prisma.user.update({
      where: { id: before.id },
      data: { role: 'bod', is_active: true, password_hash },
      omit: { password_hash: true },
    }),
  )
  await endOldPassword(tx, before.id)
  const entry = { entity: 'user', entity_id: before.id }
  await auditAll(tx, null, [
    { ...entry, action: 'user.updated', before, after },
    { ...entry, action: 'user.password_changed' },
  ])
  return { before, after }
}
