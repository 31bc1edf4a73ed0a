import { type LogName, sizeOf } from '../../src/domain/transparency/logs.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import {
  append,
  type Node,
  type RightEdge,
  rightEdgeSubtrees,
  rootOf,
} from '../../src/transparency/log/append.ts'
import { type HashOf, hashesRead, subtreesFor } from '../../src/transparency/log/merkle.ts'
import type { Range, Subtree } from '../../src/transparency/log/subtrees.ts'

/** The stored hashes of these subtrees; of those that are missing there is none. */
export const readNodes = (db: Sql, log: LogName, subtrees: readonly Subtree[]) =>
  db.rows<Node>(
    `select n.level, n.index, n.hash
     from unnest($2::smallint[], $3::bigint[]) as asked(level, index)
       join log_nodes n on n.log = $1 and n.level = asked.level and n.index = asked.index`,
    [log, subtrees.map(({ level }) => level), subtrees.map(({ index }) => index)],
    'log-nodes',
  )

/** The hashes that ranges are folded from, read at once. */
export const readRanges = async (db: Sql, log: LogName, ranges: readonly Range[]): Promise<HashOf> =>
  hashesRead(await readNodes(db, log, subtreesFor(ranges)))

/**
 * Appends leaves to a log that the transaction has locked (lockLog), and answers where the first of them stands, the
 * new size and the new root.
 */
export async function appendLeaves(tx: Sql, log: LogName, leafHashes: readonly Uint8Array[]) {
  const first = await sizeOf(tx, log)
  const grown = append(await rightEdgeOf(tx, log, first), leafHashes)
  await writeNodes(tx, log, grown.nodes)
  return { first, size: grown.log.size, root: rootOf(grown.log) }
}

/** The complete subtrees along the right side of a log of so many leaves. */
export async function rightEdgeOf(db: Sql, log: LogName, size: number): Promise<RightEdge> {
  const edge = rightEdgeSubtrees(size)
  const hashOf = hashesRead(await readNodes(db, log, edge))
  return { size, hashes: edge.map(hashOf) }
}

const writeNodes = (tx: Sql, log: LogName, nodes: readonly Node[]) =>
  tx.run(
    `insert into log_nodes (log, level, index, hash)
     select $1, level, index, hash from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as n(level, index, hash)`,
    [log, nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  )
