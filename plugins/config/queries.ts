import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { DatedRecord } from '../../src/scoring/effective-records.ts'
import type { RuleType } from '../../src/scoring/rules.ts'
import type { CommonFields, ConfigRecord } from './schemas.ts'

/** A row: the fields of the record's own type are one JSON column. */
type Row = CommonFields & { fields: Record<string, unknown> }

const flat = ({ fields, ...row }: Row): ConfigRecord => ({ ...row, ...fields })

/** All records of a type, the deleted ones included, by id. */
export async function recordsOf(db: Database, type: RuleType) {
  const rows = await db.rows<Row>(
    `select id, version, is_active, effective_from, effective_to, created_at, updated_at, updated_by, fields
     from config_records where type = $1 order by id`,
    [type],
    'config-records',
  )
  return rows.map(flat)
}

/** One version of a record, the newest when `version` is absent; undefined when there is none. */
export async function recordVersion(db: Database, type: RuleType, id: number, version?: number) {
  const row = await db.row<Row>(
    `select r.id, v.version, v.is_active, v.effective_from, v.effective_to, r.created_at, v.updated_at, v.updated_by, v.fields
     from config_records r
       join config_record_versions v on v.record_id = r.id and v.version = coalesce($3, r.version)
     where r.type = $1 and r.id = $2`,
    [type, id, version],
    'config-record-version',
  )
  return row && flat(row)
}

/** One page of the versions of a record, the newest first, and how many there are: none for an unknown record. */
export async function pageOfVersions(
  db: Database,
  type: RuleType,
  id: number,
  { page, limit }: { page: number; limit: number },
) {
  const [rows, record] = await Promise.all([
    db.rows<Row>(
      `select r.id, v.version, v.is_active, v.effective_from, v.effective_to, r.created_at, v.updated_at, v.updated_by, v.fields
       from config_records r join config_record_versions v on v.record_id = r.id
       where r.type = $1 and r.id = $2
       order by v.version desc limit $3 offset $4`,
      [type, id, limit, (page - 1) * limit],
      'config-record-versions',
    ),
    db.row<{ version: number }>(
      `select version from config_records where type = $1 and id = $2`,
      [type, id],
      'config-record-newest',
    ),
  ])
  return { data: rows.map(flat), total: record?.version ?? 0, page, limit }
}

/** Lets one transaction at a time change the records of a type, because it judges them as a set. */
export const lockType = (tx: Tx, type: RuleType) =>
  tx.run`select pg_advisory_xact_lock(hashtext('config'), hashtext(${type}))`

/** The active records of a type, as scoring judges them. */
export async function activeRecords(tx: Tx, type: RuleType) {
  const rows = await tx.rows<Row>`
    select id, version, is_active, effective_from, effective_to, fields
    from config_records where type = ${type} and is_active order by id`
  return rows.map(flat) as unknown as DatedRecord<RuleType>[]
}

/** The record as it stands, timestamps as text; undefined when the type has none of that id. */
export async function findRecord(tx: Tx, type: RuleType, id: number): Promise<Row | undefined> {
  const found = await tx.row<{ record: Row }>`
    select to_jsonb(r) as record from config_records r where type = ${type} and id = ${id}`
  return found?.record
}

/** What a version says. */
export interface Content {
  fields: Record<string, unknown>
  is_active: boolean
  effective_from: string
  effective_to: string | null
}

export async function insertRecord(tx: Tx, type: RuleType, content: Content, userId: number): Promise<Row> {
  const { fields, is_active, effective_from, effective_to } = content
  const made = await tx.one<{ record: Row }>`
    insert into config_records as r (type, fields, is_active, effective_from, effective_to, updated_by)
    values (${type}, ${JSON.stringify(fields)}::jsonb, ${is_active}, ${effective_from}, ${effective_to}, ${userId})
    returning to_jsonb(r) as record`
  await keepVersions(tx, [made.record.id])
  return made.record
}

/** Writes the next version of a record. */
export async function rewriteRecord(tx: Tx, id: number, content: Content, userId: number): Promise<Row> {
  const { fields, is_active, effective_from, effective_to } = content
  const changed = await tx.one<{ record: Row }>`
    update config_records r
    set version = version + 1, fields = ${JSON.stringify(fields)}::jsonb, is_active = ${is_active},
        effective_from = ${effective_from}, effective_to = ${effective_to}, updated_at = now(), updated_by = ${userId}
    where id = ${id}
    returning to_jsonb(r) as record`
  await keepVersions(tx, [id])
  return changed.record
}

/** Keeps what the records say now, for ever. */
export const keepVersions = (tx: Tx, ids: number[]) =>
  tx.run`
    insert into config_record_versions (
      record_id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by)
    select id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by
    from config_records where id = any(${ids})`
