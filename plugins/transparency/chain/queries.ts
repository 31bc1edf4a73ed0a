import type { Sql } from '../../../src/platform/database/database.ts'

/** A row of the audit log. */
export interface AuditRow {
  id: number
  at: string
  user_id: number | null
  action: string
  entity: string
  entity_id: string | null
  before: unknown
  after: unknown
  request_id: string | null
}

/** An erasure of a person, and which rows it has changed. */
export interface Erasure {
  id: number
  audit_ids: number[]
  erased_at: string
}

/**
 * The committed rows without a leaf, in the order of their ids: all of them, or those written since a day before the
 * row with the highest id that has one, for no transaction is open that long. A row that commits after rows with higher
 * ids is found later, and what a job has left behind that was ended in the middle is found by the next.
 */
export async function rowsWithoutLeaf(db: Sql, all: boolean, limit: number): Promise<number[]> {
  const { ids } = await db.one<{ ids: number[] }>(
    `select array(
       select a.id from audit_log a
       where ($1 or a.at >= coalesce((select least(last.at, now()) from audit_log last
                                      where last.id = (select max(audit_id) from audit_leaves)), '-infinity')
                             - interval '1 day')
         and not exists (select from audit_leaves l where l.audit_id = a.id)
       order by a.id limit $2) as ids`,
    [all, limit],
  )
  return ids.map(Number)
}

/** Those of these rows that still have no leaf. */
export const rowsToChain = (db: Sql, ids: readonly number[]) =>
  db.rows<AuditRow>(
    `select a.id, a.at, a.user_id, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id
     from audit_log a
     where a.id = any($1::bigint[]) and not exists (select from audit_leaves l where l.audit_id = a.id)
     order by a.id`,
    [ids],
  )

/** The erasures without a leaf, in their order. */
export async function erasuresToChain(db: Sql): Promise<Erasure[]> {
  const rows = await db.rows<Erasure>(
    `select e.id, coalesce(e.audit_ids, '{}') as audit_ids, e.erased_at from audit_erasures e
     where not exists (select from audit_leaves l where l.erasure_id = e.id) order by e.id limit 100`,
  )
  return rows.map((row) => ({ ...row, audit_ids: row.audit_ids.map(Number) }))
}

/** A leaf to be; of a row or of an erasure. */
export interface NewAuditLeaf {
  audit_id: number | null
  erasure_id: number | null
  statement: string
  hash: Uint8Array
  salt: Uint8Array | null
}

/** Writes leaves from an index on. */
export const insertAuditLeaves = (tx: Sql, first: number, leaves: readonly NewAuditLeaf[]) =>
  tx.run(
    `insert into audit_leaves (index, audit_id, erasure_id, statement, leaf_hash, salt)
     select $1 + place - 1, audit_id, erasure_id, statement, leaf_hash, salt
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[])
       with ordinality as l(audit_id, erasure_id, statement, leaf_hash, salt, place)`,
    [
      first,
      leaves.map(({ audit_id }) => audit_id),
      leaves.map(({ erasure_id }) => erasure_id),
      leaves.map(({ statement }) => statement),
      leaves.map(({ hash }) => hash),
      leaves.map(({ salt }) => salt),
    ],
  )

/** A leaf of a row with the row, whose id is null when it is gone. */
export interface ChainedRow {
  index: number
  audit_id: number
  statement: string
  salt: Uint8Array | null
  /** Whether an erasure names the row. */
  erased: boolean
  row: AuditRow | null
}

/** The leaves of rows with ids from one up to another, some at a time, with their rows. */
export async function chainedRows(
  db: Sql,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<ChainedRow[]> {
  const rows = await db.rows<Omit<ChainedRow, 'row'> & { row_id: number | null } & Omit<AuditRow, 'id'>>(
    `select l.index, l.audit_id, l.statement, l.salt,
            l.salt is null and exists (select from audit_erasures e where e.audit_ids @> array[l.audit_id]) as erased,
            a.id as row_id, a.at, a.user_id, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id
     from (select * from audit_leaves where audit_id >= $1 and audit_id <= $2 order by audit_id limit $3) l
       left join audit_log a on a.id = l.audit_id
     order by l.audit_id`,
    [from, to, limit],
  )
  return rows.map(({ index, audit_id, statement, salt, erased, row_id, ...rest }) => ({
    index,
    audit_id,
    statement,
    salt,
    erased,
    row: row_id === null ? null : { ...rest, id: row_id },
  }))
}
