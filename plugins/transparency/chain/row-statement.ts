import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import type { AuditRow, ChainedRow, Erasure } from './queries.ts'

/**
 * What a leaf says of a row: who did what to what, when, and hashes of before, after and the request's id. Each is the
 * sha256 of the row's salt and then the text, as canonical JSON. Without the salt, which goes when a person is erased,
 * nobody can find out by trying what was hashed.
 */
export function rowStatement(row: AuditRow, salt: Uint8Array): string {
  const salted = (value: unknown) =>
    createHash('sha256')
      .update(salt)
      .update(canonicalJson(value ?? null))
      .digest('hex')
  return canonicalJson({
    v: 1,
    kind: 'change',
    ...named(row),
    before_sha256: salted(row.before),
    after_sha256: salted(row.after),
    request_sha256: salted(row.request_id),
  })
}

/** What stands in a leaf as it is: no text of a person. */
const named = ({ id, at, user_id, action, entity, entity_id }: AuditRow) => ({
  id,
  at,
  user_id,
  action,
  entity,
  entity_id,
})

/** What a leaf says of an erasure: which rows say less than their leaves from then on. */
export const erasureStatement = ({ audit_ids, erased_at }: Erasure): string =>
  canonicalJson({ v: 1, kind: 'erasure', at: erased_at, audit_ids })

/** How a row stands to its leaf. */
export type RowState = 'same' | 'erased' | 'changed' | 'missing'

/** Compares a row with its leaf. Of an erased one only what stands in the leaf as it is can be compared. */
export function stateOf({ row, statement, salt, erased }: ChainedRow): RowState {
  if (!row) return 'missing'
  try {
    if (salt) return rowStatement(row, salt) === statement ? 'same' : 'changed'
    return erased && isNamed(row, statement) ? 'erased' : 'changed'
  } catch {
    return 'changed' // by hand: nested too deep, or a statement that is no JSON
  }
}

function isNamed(row: AuditRow, statement: string): boolean {
  const said = JSON.parse(statement) as Record<string, unknown>
  return Object.entries(named(row)).every(([field, value]) => said[field] === value)
}
