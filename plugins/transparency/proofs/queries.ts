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

/** The statements from an index on, as many as are asked for. */
export async function statementsFrom(db: Sql, first: number, count: number): Promise<string[]> {
  const rows = await db.rows<{ statement: string }>(
    'select statement from log_leaves where index >= $1 and index < $2 order by index',
    [first, first + count],
  )
  return rows.map(({ statement }) => statement)
}
