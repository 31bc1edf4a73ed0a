import type { Tx } from '../../../src/platform/database/database.ts'
import type { RuleType } from '../../../src/scoring/rules.ts'
import { type Content, keepVersions, type Row } from '../queries.ts'

/** Who adopts which draft, by their ids. */
export interface Adoption {
  user: number
  draft: number
}

/** Makes records of a type, in their order. */
export async function insertRecords(
  tx: Tx,
  type: RuleType,
  contents: Content[],
  by: Adoption,
): Promise<Row[]> {
  if (contents.length === 0) return []
  const made = await tx.rows<Row>`
    insert into config_records (type, fields, is_active, effective_from, effective_to, updated_by)
    select ${type}, fields, is_active, effective_from, effective_to, ${by.user}
    from rows from (
      jsonb_to_recordset(${JSON.stringify(contents)}::jsonb)
        as (fields jsonb, is_active boolean, effective_from text, effective_to text)
    ) with ordinality as given(fields, is_active, effective_from, effective_to, position)
    order by position
    returning *`
  await keepVersions(
    tx,
    made.map(({ id }) => id),
    by.draft,
  )
  return made.sort((a, b) => a.id - b.id)
}

export const recordsById = (tx: Tx, ids: number[]) =>
  tx.rows<Row>`select * from config_records where id = any(${ids}) order by id`

/** Writes the next version of each of these records. */
export async function rewriteRecords(
  tx: Tx,
  contents: (Content & { id: number })[],
  by: Adoption,
): Promise<Row[]> {
  if (contents.length === 0) return []
  const changed = await tx.rows<Row>`
    update config_records record
    set fields = given.fields, is_active = given.is_active, effective_from = given.effective_from,
        effective_to = given.effective_to, version = version + 1, updated_at = now(), updated_by = ${by.user}
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb)
      as given(id int, fields jsonb, is_active boolean, effective_from text, effective_to text)
    where record.id = given.id
    returning record.*`
  await keepVersions(
    tx,
    changed.map(({ id }) => id),
    by.draft,
  )
  return changed.sort((a, b) => a.id - b.id)
}
