import type { LogName } from '../../src/domain/transparency/logs.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { StoredCheckpoint } from './checkpoints.ts'

/** Leaves or nodes that are looked at in one statement. */
export const RANGE = 50_000

/** Where a leaf or a node of a range is not what it should be. */
export interface Place {
  index: number
}

const LEAVES = {
  scores: `
    select coalesce(l.index, n.index) as index
    from (select * from log_leaves where index >= $2 and index < $3) l
      full join (select * from log_nodes where log = $1 and level = 0 and index >= $2 and index < $3) n using (index)
    where n.hash is distinct from l.leaf_hash
       or l.leaf_hash is distinct from sha256('\\x00'::bytea || convert_to(l.statement, 'UTF8'))
    order by 1`,
  audit: `
    select coalesce(l.index, n.index) as index
    from (select * from audit_leaves where index >= $2 and index < $3) l
      full join (select * from log_nodes where log = $1 and level = 0 and index >= $2 and index < $3) n using (index)
    where n.hash is distinct from l.leaf_hash
       or l.leaf_hash is distinct from sha256('\\x00'::bytea || convert_to(l.statement, 'UTF8'))
    order by 1`,
} as const satisfies Record<LogName, string>

/** The leaves from an index up to another whose statement, hash and node do not agree, or that lack one of them. */
export const wrongLeavesBetween = (db: Sql, log: LogName, from: number, to: number) =>
  db.rows<Place>(LEAVES[log], [log, from, to])

/** How many hashes of leaves a log has. */
export async function hashCount(db: Sql, log: LogName): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    'select count(*) as count from log_nodes where log = $1 and level = 0',
    [log],
  )
  return count
}

/** The first index from one on that has a leaf or its hash; infinite when there is none. */
export async function nextLeaf(db: Sql, log: LogName, from: number): Promise<number> {
  const { index } = await db.one<{ index: number | null }>(
    log === 'scores'
      ? `select least((select min(index) from log_leaves where index >= $2), ${NEXT_HASH}) as index`
      : `select least((select min(index) from audit_leaves where index >= $2), ${NEXT_HASH}) as index`,
    [log, from],
  )
  return index ?? Number.POSITIVE_INFINITY
}

const NEXT_HASH = '(select min(index) from log_nodes where log = $1 and level = 0 and index >= $2)'

/** The complete subtrees of a level and range that are missing, or whose hash is not that of their two halves. */
export const wrongNodes = (
  db: Sql,
  log: LogName,
  level: number,
  { from, to }: { from: number; to: number },
) =>
  db.rows<Place>(
    `select place.index
     from generate_series($3::bigint, $4::bigint - 1) as place(index)
       left join log_nodes n on n.log = $1 and n.level = $2 and n.index = place.index
       left join log_nodes a on a.log = $1 and a.level = $2 - 1 and a.index = 2 * place.index
       left join log_nodes b on b.log = $1 and b.level = $2 - 1 and b.index = 2 * place.index + 1
     where n.hash is null or n.hash is distinct from sha256('\\x01'::bytea || a.hash || b.hash)
     order by 1`,
    [log, level, from, to],
  )

/** Checkpoints of a log after one, in the order in which they were signed. */
export const checkpointsAfter = (db: Sql, log: LogName, after: number, limit: number) =>
  db.rows<StoredCheckpoint>(
    'select id, size, note, created_at from log_checkpoints where log = $1 and id > $2 order by id limit $3',
    [log, after, limit],
  )
