import { activeAssignees } from '../../src/domain/sellers/active-assignees.ts'
import {
  deleteEmptySellers,
  holdWriters,
  isScoringUnderWay,
  possessionsOf,
} from '../../src/domain/sellers/deletion-queries.ts'
import { publishStatusChanges } from '../../src/domain/sellers/status-changes.ts'
import { auditAll } from '../../src/platform/database/audit.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import type { Push, Stored } from './feed.ts'
import {
  decideUpsert,
  mergeRecords,
  type SellerRecord,
  type SellerRow,
  type UpsertDecision,
} from './seller-upsert.ts'

type Created = Extract<UpsertDecision, { kind: 'created' }>
type Deleted = Extract<UpsertDecision, { kind: 'deleted' }>
type Changed = Extract<UpsertDecision, { kind: 'updated' | 'seen' }>

/**
 * Creates, changes and deletes sellers, each with its audit row. Known sellers are locked before the decision; for a new one
 * that another push has created meanwhile it is made again, against what that push stored.
 */
export async function storeSellers(tx: Transaction, records: SellerRecord[], push: Push): Promise<Stored> {
  const stored: Stored = { created: 0, updated: 0, deleted: 0, refused: [], periods: [], days: [], past: 0 }
  const active = await activeAssignees(tx, records)
  let remaining = mergeRecords(records)
  while (remaining.length > 0) {
    const known = await lockSellers(
      tx,
      remaining.map(({ record }) => record.seller_code),
    )
    const decisions = remaining.map(({ record }) =>
      decideUpsert(record, known.get(record.seller_code), active),
    )
    const taken = decisions.filter(({ kind }) => kind === 'deleted') as Deleted[]
    const problems = await undeletable(tx, taken)
    for (const [i, decision] of decisions.entries()) {
      const at = remaining[i]?.at as number
      if (decision.kind === 'refused') stored.refused.push({ at, error: decision.error })
      const problem = decision.kind === 'deleted' && problems.get(decision.before.id)
      if (problem) stored.refused.push({ at, error: problem })
    }
    if (!push.keep) return stored
    const created = await createSellers(tx, decisions.filter(({ kind }) => kind === 'created') as Created[])
    await changeSellers(tx, decisions.filter(({ kind }) => kind === 'seen') as Changed[])
    const changes = decisions.filter(({ kind }) => kind === 'updated') as Changed[]
    const changed = await changeSellers(tx, changes)
    const deleted = taken.filter(({ before }) => !problems.has(before.id))
    if (deleted.length > 0)
      await deleteEmptySellers(
        tx,
        deleted.map(({ before }) => before.id),
      )
    await auditAll(tx, push.request, [
      ...[...created.values()].map((after) => entry('seller.created', after)),
      ...changes.map(({ before }) => entry('seller.updated', changed.get(before.seller_code), before)),
      ...deleted.map(({ before }) => entry('seller.deleted', undefined, before)),
    ])
    await publishStatusChanges(
      push.request.server.events,
      tx,
      changes.flatMap(({ before }) => {
        const after = changed.get(before.seller_code)
        return after ? [{ ...after, previous: before.status }] : []
      }),
    )
    stored.created += created.size
    stored.updated += changed.size
    stored.deleted += deleted.length
    remaining = remaining.filter(
      ({ record }, i) => decisions[i]?.kind === 'created' && !created.has(record.seller_code),
    )
  }
  return stored
}

const entry = (action: string, after?: SellerRow, before?: SellerRow) => ({
  action,
  entity: 'seller',
  entity_id: (after ?? before)?.id,
  before,
  after,
})

/** The known ones of these sellers, locked in the order of their codes so that two pushes don't deadlock. */
async function lockSellers(tx: Sql, codes: string[]) {
  return byCode(
    await tx.rows<SellerRow>`
      select * from sellers
      where seller_code = any(${codes}::text[]) order by seller_code for update`,
  )
}

/** Creates sellers; answers those that did not exist yet. */
async function createSellers(tx: Sql, decisions: Created[]) {
  const rows = JSON.stringify(decisions.map(({ after }) => after))
  return byCode(
    await tx.rows<SellerRow>`
      insert into sellers (
        seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
        oms_system_type, payment_terms_days, metadata, status, observed_at)
      select seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id,
             oms_system_type, payment_terms_days, coalesce(metadata, '{}'), coalesce(status, 'active'), observed_at
      from jsonb_populate_recordset(null::sellers, ${rows}::jsonb)
      order by seller_code
      on conflict (seller_code) do nothing
      returning *`,
  )
}

/** Changes locked sellers; answers them as they are now. One that was only seen again keeps its updated_at. */
async function changeSellers(tx: Sql, decisions: Changed[]) {
  const rows = JSON.stringify(
    decisions.map(({ kind, after }) => (kind === 'updated' ? { ...after, updated_at: null } : after)),
  )
  return byCode(
    await tx.rows<SellerRow>`
      update sellers s
      set company_name = g.company_name, contract_type = g.contract_type,
          contract_start_date = g.contract_start_date, primary_warehouse_id = g.primary_warehouse_id,
          assigned_am_id = g.assigned_am_id, oms_system_type = g.oms_system_type,
          payment_terms_days = g.payment_terms_days, metadata = g.metadata, status = g.status,
          observed_at = g.observed_at, updated_at = coalesce(g.updated_at, now())
      from jsonb_populate_recordset(null::sellers, ${rows}::jsonb) g where s.id = g.id
      returning s.*`,
  )
}

const IN_USE =
  'deleted must be false: this seller has facts, scores or other records; push status terminated instead'
const SCORING = 'deleted must wait: a scoring run is under way; push this again when it has finished'

/** Why sellers can't be deleted, by their ids; who is not among them can be until the transaction ends. */
async function undeletable(tx: Sql, decisions: Deleted[]): Promise<Map<number, string>> {
  if (decisions.length === 0) return new Map()
  const ids = decisions.map(({ before }) => before.id)
  await holdWriters(tx)
  if (await isScoringUnderWay(tx)) return new Map(ids.map((id) => [id, SCORING]))
  const kept = [...(await possessionsOf(tx, ids)), ...(await exceptionsAmong(tx, ids))]
  return new Map(kept.map(({ seller_id }) => [seller_id, IN_USE]))
}

/** Exceptions were entered by a person, so a push does not delete them. */
const exceptionsAmong = (tx: Sql, ids: number[]) => tx.rows<{ seller_id: number }>`
  select distinct seller_id from score_exceptions where seller_id = any(${ids}::int[])`

const byCode = (rows: SellerRow[]) => new Map(rows.map((row) => [row.seller_code, row]))
