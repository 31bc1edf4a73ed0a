import { isDeepStrictEqual } from 'node:util'
import { handedOver } from '../../../src/domain/scores/score-changes.ts'
import {
  type ActiveAssignees,
  activeAssignees,
  inactiveAssignee,
} from '../../../src/domain/sellers/assignment.ts'
import {
  deleteEmptySellers,
  holdWriters,
  isScoringUnderWay,
  possessionsOf,
} from '../../../src/domain/sellers/deletion-queries.ts'
import { publishStatusChanges } from '../../../src/domain/sellers/status-changes.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { auditAll } from '../../../src/platform/http/requests/change.ts'
import { readObject } from '../../../src/platform/schemas/lenient.ts'
import type { Candidate, Push, Stored } from '../pushed-feed.ts'
import { SELLER_FIELDS, SellerRecord } from '../seller-record.ts'

type Created = Extract<UpsertDecision, { kind: 'created' }>
type Deleted = Extract<UpsertDecision, { kind: 'deleted' }>
type Changed = Extract<UpsertDecision, { kind: 'updated' | 'seen' }>

/** Creates, changes and deletes sellers, each with its audit row. Known sellers are locked before the decision. */
export async function storeSellers(tx: Transaction, good: Candidate[], push: Push): Promise<Stored> {
  const { events, feeds } = push.request.server
  const records = good.map(({ record }) => knownFields(record as SellerRecord))
  const active = await activeAssignees(tx, records)
  const merged = mergeRecords(records)
  const known = await lockSellers(
    tx,
    merged.map(({ record }) => record.seller_code),
  )
  const decisions = merged.map(({ at, record }) => ({
    candidate: good[at] as Candidate,
    ...decideUpsert(record, known.get(record.seller_code), active),
  }))
  const taken = decisions.filter(({ kind }) => kind === 'deleted') as (Deleted & { candidate: Candidate })[]
  const problems = await undeletable(tx, taken, feeds)
  const refused = new Map<Candidate, string>()
  for (const decision of decisions) {
    const problem = decision.kind === 'deleted' ? problems.get(decision.before.id) : undefined
    const error = decision.kind === 'refused' ? decision.error : problem
    if (error !== undefined) refused.set(decision.candidate, error)
  }
  const nothing = {
    created: 0,
    updated: 0,
    deleted: [],
    days: [],
    lateMonths: [],
    late: 0,
    found: {},
    past: 0,
  }
  if (!push.keep) return { ...nothing, refused }
  const created = await createSellers(tx, decisions.filter(({ kind }) => kind === 'created') as Created[])
  const found = decisions.filter(({ kind }) => kind === 'updated' || kind === 'seen') as Changed[]
  const changed = await changeSellers(tx, found)
  const updated = found
    .filter(({ kind }) => kind === 'updated')
    .map(({ before }) => ({ before, after: changed.get(before.seller_code) as StoredSeller }))
  const given = updated.filter(({ before, after }) => after.assigned_am_id !== before.assigned_am_id)
  await handedOver(
    push.request.server,
    tx,
    given.map(({ before }) => before.id),
  )
  const deleted = taken.filter(({ before }) => !problems.has(before.id))
  const emptied = deleted.map(({ before }) => before.id)
  if (emptied.length > 0) await deleteEmptySellers(tx, emptied)
  await auditAll(tx, push.request, [
    ...created.map((after) => entry('seller.created', after)),
    ...updated.map(({ before, after }) => entry('seller.updated', after, before)),
    ...deleted.map(({ before }) => entry('seller.deleted', undefined, before)),
  ])
  await publishStatusChanges(
    events,
    tx,
    updated.map(({ before, after }) => ({ ...after, previous: before.status })),
  )
  return {
    ...nothing,
    created: created.length,
    updated: updated.length,
    deleted: deleted.map(({ candidate }) => candidate),
    refused,
  }
}

/**
 * The record without fields that it does not know, as JSON has it: 1e400 is null there. Known words are as documented.
 */
const knownFields = (sent: SellerRecord): SellerRecord =>
  JSON.parse(
    JSON.stringify(
      readObject(SellerRecord, Object.fromEntries(SELLER_FIELDS.map((field) => [field, sent[field]]))),
    ),
  )

const entry = (action: string, after?: StoredSeller, before?: StoredSeller) => ({
  action,
  entity_id: (after ?? before)?.id,
  before,
  after,
})

/** The known ones of these sellers, locked in the order of their codes so that two pushes don't deadlock. */
async function lockSellers(tx: Sql, codes: string[]) {
  return byCode(
    await tx.rows<StoredSeller>`
      select * from sellers
      where seller_code = any(${codes}::text[]) order by seller_code for update`,
  )
}

const COLUMNS = SELLER_FIELDS.filter((name) => name !== 'deleted')
/** The values of a new seller in columns that are never null. */
const DEFAULTS: { [column: string]: string } = { metadata: "'{}'", status: "'active'" }
const NEW = COLUMNS.map((name) => (name in DEFAULTS ? `coalesce(${name}, ${DEFAULTS[name]})` : name))

const CHANGED = COLUMNS.filter((name) => name !== 'seller_code').map((name) => `${name} = g.${name}`)

/**
 * Creates sellers, and answers them.
 * @throws where another push has created one meanwhile: the transaction is begun again, and finds what that push stored
 */
async function createSellers(tx: Sql, decisions: Created[]) {
  const created = await tx.rows<StoredSeller>(
    `insert into sellers (${COLUMNS.join(', ')})
     select ${NEW.join(', ')} from jsonb_populate_recordset(null::sellers, $1::jsonb)
     order by seller_code
     on conflict (seller_code) do nothing
     returning *`,
    [JSON.stringify(decisions.map(({ after }) => after))],
  )
  if (created.length < decisions.length)
    throw Object.assign(new Error('a seller was created meanwhile'), { code: SERIALIZATION_FAILURE })
  return created
}

/** As PostgreSQL says that a transaction has met another one. */
const SERIALIZATION_FAILURE = '40001'

/** Changes locked sellers; answers them as they are now. One that was only seen again keeps its updated_at. */
async function changeSellers(tx: Sql, decisions: Changed[]) {
  const rows = JSON.stringify(
    decisions.map(({ kind, after }) => (kind === 'updated' ? { ...after, updated_at: null } : after)),
  )
  return byCode(
    await tx.rows<StoredSeller>(
      `update sellers s
      set ${CHANGED.join(', ')}, updated_at = coalesce(g.updated_at, now())
      from jsonb_populate_recordset(null::sellers, $1::jsonb) g where s.id = g.id
      returning s.*`,
      [rows],
    ),
  )
}

const IN_USE =
  'deleted must be false: this seller has facts, scores or other records; push status terminated instead'
const SCORING = 'deleted must wait: a scoring run is under way; push this again when it has finished'

/** The reasons against deleting sellers, by their ids; all others can be deleted until the transaction ends. */
async function undeletable(
  tx: Sql,
  decisions: Deleted[],
  feeds: readonly Feed[],
): Promise<Map<number, string>> {
  if (decisions.length === 0) return new Map()
  const ids = decisions.map(({ before }) => before.id)
  await holdWriters(tx, feeds)
  if (await isScoringUnderWay(tx)) return new Map(ids.map((id) => [id, SCORING]))
  const kept = [...(await possessionsOf(tx, ids, feeds)), ...(await exceptionsAmong(tx, ids))]
  return new Map(kept.map(({ seller_id }) => [seller_id, IN_USE]))
}

/** Exceptions were entered by a person, so a push does not delete them. */
const exceptionsAmong = (tx: Sql, ids: number[]) => tx.rows<{ seller_id: number }>`
  select distinct seller_id from score_exceptions where seller_id = any(${ids}::int[])`

const byCode = (rows: StoredSeller[]) => new Map(rows.map((row) => [row.seller_code, row]))

/** A stored seller, as statements have it. */
type StoredSeller = Required<Omit<SellerRecord, 'deleted'>> & { id: number }

/** The decision on a record of a seller: refuse it, or what it does to the stored seller. */
type UpsertDecision =
  | { kind: 'refused'; error: string }
  | { kind: 'unchanged' }
  | { kind: 'deleted'; before: StoredSeller }
  | { kind: 'created'; after: SellerRecord }
  /** `seen`: only observed_at moves on. */
  | { kind: 'updated' | 'seen'; before: StoredSeller; after: StoredSeller }

/** Decides what becomes of a record. The rules are those of POST and PATCH /api/sellers. */
function decideUpsert(
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
const isEarlier = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other && Date.parse(one) < Date.parse(other))

/**
 * The records of each seller merged into one, in their order: a later field replaces an earlier one. A record that
 * was observed before those it would be merged into is left out, and one that takes the seller back is merged with
 * none. `at` is the position of the last.
 */
function mergeRecords(records: SellerRecord[]): { at: number; record: SellerRecord }[] {
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
