import type { Database } from '../../src/platform/database/database.ts'
import { DEFAULTS_EFFECTIVE_FROM, defaultRules } from '../../src/scoring/default-rules.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { keepVersions } from './queries.ts'

/**
 * Gives every type that has never had a record its default records. Runs at each start, in every process: the
 * lock closes the race of two that start on an empty database.
 */
export const installDefaults = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.run`select pg_advisory_xact_lock(hashtext('config defaults'))`
    const given = RULE_TYPES.flatMap((type) => defaultRules[type].map((fields) => ({ type, fields })))
    const rows = given.map((row, position) => ({ ...row, position }))
    const made = await tx.rows<{ id: number }>`
      insert into config_records (type, fields, effective_from)
      select type, fields, ${DEFAULTS_EFFECTIVE_FROM}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(type text, fields jsonb, position int)
      where not exists (select from config_records known where known.type = given.type)
      order by position
      returning id`
    const ids = made.map(({ id }) => id)
    if (ids.length > 0) await keepVersions(tx, ids)
  })
