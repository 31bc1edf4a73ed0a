import type { Database } from '../../src/platform/database/database.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { insertDefaults, lockDefaults } from './queries.ts'

/**
 * Gives every type that has never had a record its default records. Runs at each start, in every process: the
 * lock closes the race of two that start on an empty database.
 */
export const installDefaults = (db: Database) =>
  db.transaction(async (tx) => {
    await lockDefaults(tx)
    await insertDefaults(
      tx,
      RULE_TYPES.flatMap((type) => defaultRules[type].map((fields) => ({ type, fields }))),
    )
  })
