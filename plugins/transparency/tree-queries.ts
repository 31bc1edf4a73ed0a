import type { Sql } from '../../src/platform/database/database.ts'
import type { StoredCheckpoint } from './checkpoints.ts'

/** Leaves or nodes that are looked at in one statement. */
export const RANGE = 50_000

/** The leaves from an index up to another whose statement, hash and node do not agree, or that lack one of them. */
export const wrongLeavesBetween = (db: Sql, from: number, to: number) =>
  db.rows<{ index: number }>(
    `select coalesce(l.index, n.index) as index
     from (select * from log_leaves where index >= $1 and index < $2) l
       full join (select * from log_nodes where level = 0 and index >= $1 and index < $2) n using (index)
     where n.hash is distinct from l.leaf_hash
        or l.leaf_hash is distinct from sha256('\\x00'::bytea || convert_to(l.statement, 'UTF8'))
     order by 1`,
    [from, to],
  )

/** How many hashes of leaves the log has. */
export async function hashCount(db: Sql): Promise<number> {
  const { count } = await db.one<{ count: number }>('select count(*) as count from log_nodes where level = 0')
  return count
}

/** The first index from one on that has a leaf or its hash; infinite when there is none. */
export async function nextLeaf(db: Sql, from: number): Promise<number> {
  const { index } = await db.one<{ index: number | null }>(
    `select least((select min(index) from log_leaves where index >= $1),
                  (select min(index) from log_nodes where level = 0 and index >= $1)) as index`,
    [from],
  )
  return index ?? Number.POSITIVE_INFINITY
}

/** The complete subtrees of a level and range that are missing, or whose hash is not that of their two halves. */
export const wrongNodes = (db: Sql, level: number, { from, to }: { from: number; to: number }) =>
  db.rows<{ index: number }>(
    `select place.index
     from generate_series($2::bigint, $3::bigint - 1) as place(index)
       left join log_nodes n on n.level = $1 and n.index = place.index
       left join log_nodes a on a.level = $1 - 1 and a.index = 2 * place.index
       left join log_nodes b on b.level = $1 - 1 and b.index = 2 * place.index + 1
     where n.hash is null or n.hash is distinct from sha256('\\x01'::bytea || a.hash || b.hash)
     order by 1`,
    [level, from, to],
  )

/** Checkpoints after one, in the order in which they were signed. */
export const checkpointsAfter = (db: Sql, after: number, limit: number) =>
  db.rows<StoredCheckpoint>(
    'select id, size, note, created_at from log_checkpoints where id > $1 order by id limit $2',
    [after, limit],
  )
