import type { Sql } from '../../../src/platform/database/database.ts'

interface Leaf {
  index: number
  statement: string
  leaf_hash: Uint8Array
}

/** The leaves after an index, in their order. */
export const leavesAfter = (db: Sql, after: number, limit: number) =>
  db.rows<Leaf>(
    'select index, statement, leaf_hash from log_leaves where index > $1 order by index limit $2',
    [after, limit],
  )
