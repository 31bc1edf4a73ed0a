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

/** Creates, changes and deletes sellers, each with its audit row. Known sellers are locked before the decision. */
export async function storeSellers(tx: Transaction, good: Candidate[], push: Push): Promise<Stored> {
  const { events, feeds } = push.request.server
  const records = good.map(({ record }) => knownFields(record as SellerRecord))
  const active = await activeAssignees(tx, records)
  const known = await lockSellers(tx, records)
  const taken = records.flatMap(({ deleted, seller_code, observed_at }) => {
    const before = deleted ? known.get(seller_code) : undefined
    return before && !isEarlier(observed_at, before.observed_at) ? before : []
  })
  const kept = await undeletable(tx, taken, feeds)
  const refused = new Map<Candidate, string>()
  const outcomes = new Map<string, Outcome>()
  // One after the other, as if each were a push of its own, but that a seller who is taken back and named again is kept;
  // what comes of all of them is written once for a seller.
  for (const [n, record] of records.entries()) {
    const candidate = good[n] as Candidate
    const { seller_code } = record
    const before = known.get(seller_code)
    const current = outcomes.get(seller_code)?.after ?? before ?? { seller_code }
    if (isEarlier(record.observed_at, current.observed_at)) continue
    const error = problemOf(record, current, active, kept)
    if (error !== undefined) refused.set(candidate, error)
    else outcomes.set(seller_code, { candidate, before, after: laidOver(record, current, before) })
  }
  if (!push.keep) return { deleted: [], refused }
  const of = Object.groupBy(outcomes.values(), kindOf)
  const { updated: changing = [], seen = [], deleted = [] } = of as Known
  const created = await createSellers(tx, of.created ?? [])
  const changed = await changeSellers(tx, [
    ...changing.map(({ after }) => ({ ...after, updated_at: null })),
    ...seen.map(({ after }) => after),
  ])
  const updated = changing.map(({ before }) => ({
    before,
    after: changed.get(before.seller_code) as StoredSeller,
  }))
  const given = updated.flatMap(({ before, after }) =>
    after.assigned_am_id === before.assigned_am_id ? [] : after.id,
  )
  await handedOver(push.request.server, tx, given)
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
  const counts = { created: created.length, updated: updated.length }
  return { ...counts, deleted: deleted.map(({ candidate }) => candidate), refused }
}

/** The record without fields that it does not know, as JSON has it: 1e400 is null. Known words are as documented. */
const knownFields = (sent: SellerRecord): SellerRecord =>
  JSON.parse(
    JSON.stringify(
      readObject(SellerRecord, Object.fromEntries(SELLER_FIELDS.map((field) => [field, sent[field]]))),
    ),
  )

const entry = (action: `seller.${string}`, after?: StoredSeller, before?: StoredSeller) => ({
  action,
  entity_id: (after ?? before)?.id,
  before,
  after,
})

/** The known ones of these sellers, locked in the order of their ids, as all who lock many: so they don't deadlock. */
async function lockSellers(tx: Sql, records: SellerRecord[]) {
  const codes = records.map(({ seller_code }) => seller_code)
  return byCode(
    await tx.rows<StoredSeller>`
      select * from sellers
      where seller_code = any(${codes}::text[]) order by id for update`,
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
async function createSellers(tx: Sql, outcomes: Outcome[]) {
  const created = await tx.rows<StoredSeller>(
    `insert into sellers (${COLUMNS.join(', ')})
     select ${NEW.join(', ')} from jsonb_populate_recordset(null::sellers, $1::jsonb)
     order by seller_code
     on conflict (seller_code) do nothing
     returning *`,
    [JSON.stringify(outcomes.map(({ after }) => after))],
  )
  if (created.length < outcomes.length)
    throw Object.assign(new Error('a seller was created meanwhile'), { code: SERIALIZATION_FAILURE })
  return created
}

/** As PostgreSQL says that a transaction has met another one. */
const SERIALIZATION_FAILURE = '40001'

/** Changes locked sellers; answers them as they are now. One that was only seen again keeps its updated_at. */
const changeSellers = async (tx: Sql, sellers: object[]) =>
  byCode(
    await tx.rows<StoredSeller>(
      `update sellers s
      set ${CHANGED.join(', ')}, updated_at = coalesce(g.updated_at, now())
      from jsonb_populate_recordset(null::sellers, $1::jsonb) g where s.id = g.id
      returning s.*`,
      [JSON.stringify(sellers)],
    ),
  )

const IN_USE =
  'deleted must be false: this seller has facts, scores or other records; push status terminated instead'
const SCORING = 'deleted must wait: a scoring run is under way; push this again when it has finished'

/** The reasons against deleting sellers, by their ids; all others can be deleted until the transaction ends. */
async function undeletable(tx: Sql, sellers: StoredSeller[], feeds: readonly Feed[]) {
  if (sellers.length === 0) return new Map<number, string>()
  const ids = sellers.map(({ id }) => id)
  await holdWriters(tx, feeds)
  if (await isScoringUnderWay(tx)) return new Map(ids.map((id) => [id, SCORING]))
  const kept = [...(await possessionsOf(tx, ids, feeds)), ...(await exceptionsAmong(tx, ids))]
  return new Map(kept.map(({ seller_id }) => [seller_id, IN_USE]))
}

/** Exceptions were entered by a person, so a push does not delete them. */
const exceptionsAmong = (tx: Sql, ids: number[]) => tx.rows<{ seller_id: number }>`
  select distinct seller_id from score_exceptions where seller_id = any(${ids}::int[])`

const byCode = (rows: StoredSeller[]) => new Map(rows.map((row) => [row.seller_code, row]))

type StoredSeller = Required<Omit<SellerRecord, 'deleted'>> & { id: number }

/** A seller as records leave it, of whom `deleted` says that the last one took it back. A new one has no id. */
type Seller = SellerRecord & { id?: number }

/** What the records of a seller come to; `candidate` is the last that counts. */
interface Outcome {
  candidate: Candidate
  before?: StoredSeller
  after: Seller
}

type Known = { [kind in 'updated' | 'seen' | 'deleted']?: (Outcome & { before: StoredSeller })[] }

/** What is no change of a seller. */
const APART = { observed_at: null, deleted: null }

/** What becomes of a seller. `seen`: only observed_at moves on. */
function kindOf({ before, after }: Outcome) {
  if (after.deleted) return before ? 'deleted' : 'unchanged'
  if (!before) return 'created'
  if (!isDeepStrictEqual({ ...after, ...APART }, { ...before, ...APART })) return 'updated'
  return isEarlier(before.observed_at ?? '1970-01-01', after.observed_at) ? 'seen' : 'unchanged'
}

/** Why a record can't be stored. The rules are those of POST, PATCH and DELETE /api/sellers. */
function problemOf(
  record: SellerRecord,
  current: Seller,
  active: ActiveAssignees,
  kept: Map<number, string>,
) {
  if (record.deleted) return kept.get(current.id ?? 0)
  if ((record.company_name ?? current.company_name) === undefined)
    return 'company_name is required for a new seller'
  const found = inactiveAssignee(record, current, active)
  return found && `${found.field} ${found.id} names no active ${found.kind}`
}

/** A seller with the fields of a record. Taken back it is as it is stored: who brings it back changes that. */
function laidOver(
  record: SellerRecord,
  current: Seller,
  before: Seller = { seller_code: record.seller_code },
): Seller {
  const observed_at = record.observed_at ?? current.observed_at
  if (record.deleted) return { ...before, observed_at, deleted: true }
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
  if (record.metadata !== undefined) given.metadata = record.metadata ?? {}
  return { ...current, ...given, observed_at, deleted: null }
}

/** Whether one instant is before another; an unknown one is not. */
const isEarlier = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other && Date.parse(one) < Date.parse(other))
