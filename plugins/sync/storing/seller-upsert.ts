import { isDeepStrictEqual } from 'node:util'
import { type ActiveAssignees, inactiveAssignee } from '../../../src/domain/sellers/assignment.ts'
import type { SellerRecord } from '../seller-record.ts'

/** A stored seller, as statements have it. */
export type StoredSeller = Required<Omit<SellerRecord, 'deleted'>> & { id: number }

/** The decision on a record of a seller: refuse it, or what it does to the stored seller. */
export type UpsertDecision =
  | { kind: 'refused'; error: string }
  | { kind: 'unchanged' }
  | { kind: 'deleted'; before: StoredSeller }
  | { kind: 'created'; after: SellerRecord }
  /** `seen`: only observed_at moves on. */
  | { kind: 'updated' | 'seen'; before: StoredSeller; after: StoredSeller }

/** Decides what becomes of a record. The rules are those of POST and PATCH /api/sellers. */
export function decideUpsert(
  record: SellerRecord,
  before: StoredSeller | undefined,
  active: ActiveAssignees,
): UpsertDecision {
  if (before && isEarlier(record.observed_at, before.observed_at)) return { kind: 'unchanged' }
  if (record.deleted) return before ? { kind: 'deleted', before } : { kind: 'unchanged' }
  const error = problemOf(record, before, active)
  if (error) return { kind: 'refused', error }
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
  if (record.metadata !== undefined) given.metadata = record.metadata ?? {}
  if (!before) return { kind: 'created', after: { seller_code: record.seller_code, ...given } }
  const after: StoredSeller = { ...before, ...given, observed_at: record.observed_at ?? before.observed_at }
  if (!isDeepStrictEqual({ ...after, observed_at: null }, { ...before, observed_at: null }))
    return { kind: 'updated', before, after }
  return isEarlier(before.observed_at ?? '1970-01-01', after.observed_at)
    ? { kind: 'seen', before, after }
    : { kind: 'unchanged' }
}

function problemOf(record: SellerRecord, before: StoredSeller | undefined, active: ActiveAssignees) {
  if (!before && record.company_name === undefined) return 'company_name is required for a new seller'
  const found = inactiveAssignee(record, before, active)
  return found && `${found.field} ${found.id} names no active ${found.kind}`
}

/** Whether one instant is before another; an unknown one is not. */
export const isEarlier = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other && Date.parse(one) < Date.parse(other))

/**
 * The records of each seller merged into one, in their order: a later field replaces an earlier one. A record that
 * was observed before those it would be merged into is left out, and one that takes the seller back is merged with
 * none. `at` is the position of the last.
 */
export function mergeRecords(records: SellerRecord[]): { at: number; record: SellerRecord }[] {
  const merged = new Map<string, { at: number; record: SellerRecord }>()
  for (const [at, record] of records.entries()) {
    const known = merged.get(record.seller_code)?.record
    if (known && isEarlier(record.observed_at, known.observed_at)) continue
    const observed_at = record.observed_at ?? known?.observed_at
    const earlier = record.deleted || known?.deleted ? {} : known
    merged.set(record.seller_code, { at, record: { ...earlier, ...record, observed_at } })
  }
  return [...merged.values()]
}
