import type { Database, Tx } from '../../src/platform/database/database.ts'
import { type Plain, pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import type { config_record } from '../../src/platform/prisma/client.ts'
import { DEFAULTS_EFFECTIVE_FROM, defaultRules } from '../../src/scoring/default-rules.ts'
import { RULE_TYPES, type Rule, type RuleType } from '../../src/scoring/rules.ts'
import type { WrittenBy } from './schemas.ts'

/** A record as it is stored: the fields of its own type are one JSON column, and were checked when they were written. */
export type Row = Omit<Plain<config_record>, 'fields'> & { fields: Rule }

/** The record as the API shows it. */
const flat = <R extends Row>({ fields, type: _, ...common }: R) => ({ ...common, ...fields })

/** The records of a type, by id: all, the deleted ones included, or the active ones, as scoring reads them. */
export async function recordsOf(db: Database | Tx, type: RuleType, is_active?: true) {
  const where = { type, is_active }
  const records = await db.prisma.config_record.findMany({ where, orderBy: { id: 'asc' } })
  return records.map((record) => flat(plain(record) as Row))
}

/** The columns of a record as it was at a version `v`. */
const VERSION_OF_R = `
  r.id, v.version, v.fields, v.is_active, v.effective_from, v.effective_to, r.created_at, v.updated_at, v.updated_by`

/** One version of a record, the newest when `version` is absent; undefined when there is none. */
export async function recordVersion(db: Database, type: RuleType, id: number, version?: number) {
  const row = await db.row<Row>(
    `select ${VERSION_OF_R} from config_records r join config_record_versions v on v.record_id = r.id
     where r.type = $1 and r.id = $2 and v.version = coalesce($3, r.version)`,
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
  query: { page: number; limit: number },
) {
  const { data, ...page } = await pageOfRows<Row & WrittenBy>(db, query, {
    rows: `
      select ${VERSION_OF_R}, u.full_name as updated_by_name, v.draft_id, d.name as draft_name
      from config_records r join config_record_versions v on v.record_id = r.id
        left join users u on u.id = v.updated_by left join config_drafts d on d.id = v.draft_id
      where r.type = $1 and r.id = $2`,
    values: [type, id],
    order: 'version desc',
    name: 'config-record-versions',
  })
  return { data: data.map(flat), ...page }
}

/** The active records of a type, as scoring reads them. */
export const activeRecords = (tx: Tx, type: RuleType) => recordsOf(tx, type, true)

export const recordsById = (tx: Tx, ids: number[]) =>
  tx.rows<Row>`select * from config_records where id = any(${ids}) order by id`

/** What a version says. */
export interface Content {
  fields: Record<string, unknown>
  is_active: boolean
  effective_from: string
  effective_to: string | null
}

/** Who writes records, and by the adoption of which draft, if any. */
export interface Author {
  user: number
  draft?: number
}

/** SQL: keeps what `written` records say now, for ever, and which draft `$1` made them say so. */
const KEEP_WRITTEN = `
  insert into config_record_versions (
    record_id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by, draft_id)
  select id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by, $1::int from written`

/** Makes records of a type, in their order. */
export const insertRecords = (tx: Tx, type: RuleType, contents: Content[], { user, draft }: Author) =>
  tx.rows<Row>(
    `with written as (
       insert into config_records (type, fields, is_active, effective_from, effective_to, updated_at, updated_by)
       select $2, fields, is_active, effective_from, effective_to, statement_timestamp(), $3::int
       from rows from (
         jsonb_to_recordset($4::jsonb) as (fields jsonb, is_active boolean, effective_from text, effective_to text)
       ) with ordinality as given(fields, is_active, effective_from, effective_to, position)
       order by position
       returning *
     ), kept as (${KEEP_WRITTEN})
     select * from written order by id`,
    [draft, type, user, JSON.stringify(contents)],
  )

/** Writes the next version of each of these records, by their ids. */
export const rewriteRecords = (tx: Tx, contents: (Content & { id: number })[], { user, draft }: Author) =>
  tx.rows<Row>(
    `with written as (
       update config_records record
       set fields = given.fields, is_active = given.is_active, effective_from = given.effective_from,
           effective_to = given.effective_to, version = version + 1, updated_at = statement_timestamp(),
           updated_by = $2::int
       from jsonb_to_recordset($3::jsonb)
         as given(id int, fields jsonb, is_active boolean, effective_from text, effective_to text)
       where record.id = given.id
       returning record.*
     ), kept as (${KEEP_WRITTEN})
     select * from written order by id`,
    [draft, user, JSON.stringify(contents)],
  )

/**
 * Gives every type that has never had a record its default records. Runs at each start, in every process: the
 * lock closes the race of two that start on an empty database.
 */
export const installDefaults = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.run`select pg_advisory_xact_lock(hashtext('config defaults'))`
    const rules = RULE_TYPES.flatMap((type) => defaultRules[type].map((fields) => ({ type, fields })))
    await tx.run(
      `with written as (
         insert into config_records (type, fields, effective_from)
         select type, fields, $2
         from jsonb_to_recordset($3::jsonb) as given(type text, fields jsonb, position int)
         where not exists (select from config_records known where known.type = given.type)
         order by position
         returning *
       ) ${KEEP_WRITTEN}`,
      [null, DEFAULTS_EFFECTIVE_FROM, JSON.stringify(rules.map((rule, position) => ({ ...rule, position })))],
    )
  })
