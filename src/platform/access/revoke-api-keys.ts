import type { Tx } from '../database/database.ts'
import { type Acting, auditAll } from './audit.ts'

/**
 * Revokes every API key of a user for good, with its audit rows, so that none works again when the account is opened
 * again. Call `identities.forget()` once it is committed.
 */
export async function revokeApiKeys(tx: Tx, acting: Acting, userId: number) {
  const revoked = await tx.rows<{ id: number; revoked_at: string }>`
    update api_keys set revoked_at = now() where user_id = ${userId} and revoked_at is null
    returning id, revoked_at`
  const entries = revoked.map(({ id, revoked_at }) => ({
    action: 'api_key.revoked',
    entity_id: id,
    before: { revoked_at: null },
    after: { revoked_at },
  }))
  if (entries.length > 0) await auditAll(tx, acting, entries)
}
