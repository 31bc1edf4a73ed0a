import type { Database, Tx } from '../../src/platform/database/database.ts'
import { type Plain, plain } from '../../src/platform/database/prisma/record.ts'
import { offsetOf } from '../../src/platform/database/statements/page.ts'
import type { config_record, config_record_version, Prisma } from '../../src/platform/prisma/client.ts'
import { DEFAULTS_EFFECTIVE_FROM } from '../../src/scoring/default-rules.ts'
import type { Rule, RuleType } from '../../src/scoring/rules.ts'
import type { ConfigRecord } from './schemas.ts'

/** A record as it is stored: the fields of its own type are one JSON column, and were checked when they were written. */
export type Row = Omit<Plain<config_record>, 'fields'> & { fields: Rule }

const rowOf = (record: config_record) => plain(record) as Row

/** The record as the API shows it. */
const flat = ({ fields, type: _, ...common }: Row) => ({ ...common, ...fields })

/** All records of a type, the deleted ones included, by id. */
export async function recordsOf(db: Database, type: RuleType) {
  const records = await db.prisma.config_record.findMany({ where: { type }, orderBy: { id: 'asc' } })
  return records.map(rowOf).map(flat)
}

/** One version of a record, the newest when `version` is absent; undefined when there is none. */
export async function recordVersion(
  db: Database,
  type: RuleType,
  id: number,
  version?: number,
): Promise<ConfigRecord | undefined> {
  const record = await db.prisma.config_record.findFirst({ where: { type, id } })
  if (!record) return undefined
  const kept = await db.prisma.config_record_version.findUnique({
    where: { record_id_version: { record_id: id, version: version ?? record.version } },
  })
  return kept ? versionOf(record, kept) : undefined
}

/** One page of the versions of a record, the newest first, and how many there are: none for an unknown record. */
export async function pageOfVersions(
  db: Database,
  type: RuleType,
  id: number,
  { page, limit }: { page: number; limit: number },
) {
  const record = await db.prisma.config_record.findFirst({ where: { type, id } })
  const versions = record
    ? await db.prisma.config_record_version.findMany({
        where: { record_id: id },
        orderBy: { version: 'desc' },
        skip: offsetOf({ page, limit }),
        take: limit,
      })
    : []
  const [users, drafts] = await Promise.all([
    namesIn(
      db,
      'users',
      versions.map(({ updated_by }) => updated_by),
    ),
    namesIn(
      db,
      'config_drafts',
      versions.map(({ draft_id }) => draft_id),
    ),
  ])
  const data = versions.map((kept) => ({
    ...versionOf(record as config_record, kept),
    updated_by_name: users.get(kept.updated_by) ?? null,
    draft_id: kept.draft_id,
    draft_name: drafts.get(kept.draft_id) ?? null,
  }))
  return { data, total: record?.version ?? 0, page, limit }
}

/** What users or drafts are called, by id. */
async function namesIn(db: Database, table: 'users' | 'config_drafts', ids: (number | null)[]) {
  const name = table === 'users' ? 'full_name' : 'name'
  const rows = await db.rows<{ id: number; name: string }>(
    `select id, ${name} as name from ${table} where id = any($1::int[])`,
    [ids],
    `names-of-${table}`,
  )
  return new Map<number | null, string>(rows.map((row) => [row.id, row.name]))
}

/** The record as it was at a version. */
const versionOf = (record: config_record, { record_id: _, draft_id: __, ...kept }: config_record_version) =>
  flat(rowOf({ ...record, ...kept }))

/** Lets one transaction at a time change the records of a type, because they are checked as a set. */
export const lockType = (tx: Tx, type: RuleType) =>
  tx.run`select pg_advisory_xact_lock(hashtext('config'), hashtext(${type}))`

/** The active records of a type, as scoring reads them. */
export async function activeRecords(tx: Tx, type: RuleType) {
  const where = { type, is_active: true }
  const records = await tx.prisma.config_record.findMany({ where, orderBy: { id: 'asc' } })
  return records.map(rowOf).map(flat)
}

/** The record as it stands; null when the type has none of that id. */
export async function findRecord(tx: Tx, type: RuleType, id: number): Promise<Row | null> {
  const record = await tx.prisma.config_record.findFirst({ where: { type, id } })
  return record && rowOf(record)
}

/** What a version says. */
export interface Content {
  fields: Record<string, unknown>
  is_active: boolean
  effective_from: string
  effective_to: string | null
}

const storedColumns = ({ fields, is_active, effective_from, effective_to }: Content, userId: number) => ({
  fields: fields as Prisma.InputJsonObject,
  is_active,
  effective_from,
  effective_to,
  updated_by: userId,
})

export async function insertRecord(tx: Tx, type: RuleType, content: Content, userId: number): Promise<Row> {
  const made = await tx.prisma.config_record.create({ data: { type, ...storedColumns(content, userId) } })
  await keepVersions(tx, [made.id])
  return rowOf(made)
}

/** Writes the next version of a record. */
export async function rewriteRecord(tx: Tx, id: number, content: Content, userId: number): Promise<Row> {
  const changed = await tx.prisma.config_record.update({
    where: { id },
    data: { ...storedColumns(content, userId), version: { increment: 1 } },
  })
  await keepVersions(tx, [id])
  return rowOf(changed)
}

/** Keeps what the records say now, for ever, and which draft made them say so. */
export const keepVersions = (tx: Tx, ids: number[], draft: number | null = null) =>
  tx.run`
    insert into config_record_versions (
      record_id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by, draft_id)
    select id, version, fields, is_active, effective_from, effective_to, updated_at, updated_by, ${draft}
    from config_records where id = any(${ids})`

/** Lets one process at a time give the types their default records. */
export const lockDefaults = (tx: Tx) => tx.run`select pg_advisory_xact_lock(hashtext('config defaults'))`

/** Gives every type that has never had a record the given ones. */
export async function insertDefaults(tx: Tx, rules: { type: RuleType; fields: object }[]) {
  const rows = rules.map((rule, position) => ({ ...rule, position }))
  const made = await tx.rows<{ id: number }>`
    insert into config_records (type, fields, effective_from)
    select type, fields, ${DEFAULTS_EFFECTIVE_FROM}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(type text, fields jsonb, position int)
    where not exists (select from config_records known where known.type = given.type)
    order by position
    returning id`
  const ids = made.map(({ id }) => id)
  if (ids.length > 0) await keepVersions(tx, ids)
}
