import { sizeOf } from '../../src/domain/transparency/logs.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import {
  append,
  type HashOf,
  hashesRead,
  type Node,
  type Range,
  rootOf,
  rootRange,
  type Subtree,
  subtreesFor,
  subtreesOf,
} from '../../src/transparency/log/merkle.ts'

/** The stored hashes of these subtrees; of those that are missing there is none. */
export const readNodes = (db: Sql, subtrees: readonly Subtree[]) =>
  db.rows<Node>(
    `select n.level, n.index, n.hash
     from unnest($1::smallint[], $2::bigint[]) as asked(level, index)
       join log_nodes n on n.level = asked.level and n.index = asked.index`,
    [subtrees.map(({ level }) => level), subtrees.map(({ index }) => index)],
    'log-nodes',
  )

/** The hashes that ranges are folded from, read at once. */
export const readRanges = async (db: Sql, ranges: readonly Range[]): Promise<HashOf> =>
  hashesRead(await readNodes(db, subtreesFor(ranges)))

/**
 * Appends leaves to the log, which the transaction has locked (lockLog), and answers where the first of them stands, the
 * new size and the new root.
 */
export async function appendLeaves(tx: Sql, leafHashes: readonly Uint8Array[]) {
  const first = await sizeOf(tx)
  const edge = subtreesOf(rootRange(first))
  const hashOf = hashesRead(await readNodes(tx, edge))
  const grown = append({ size: first, hashes: edge.map(hashOf) }, leafHashes)
  await writeNodes(tx, grown.nodes)
  return { first, size: grown.log.size, root: rootOf(grown.log) }
}

const writeNodes = (tx: Sql, nodes: readonly Node[]) =>
  tx.run(
    `insert into log_nodes (level, index, hash)
     select level, index, hash from unnest($1::smallint[], $2::bigint[], $3::bytea[]) as n(level, index, hash)`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  )

/**
 * Answers what is read of a stored log.
 * @throws 503 where a hash that it needs is missing, or a head is none: the tables were changed from outside
 */
export function ofWholeLog<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw serviceUnavailable(
      'log_damaged',
      `The stored log is not whole, so it was changed from outside: ${error.message}. The nightly check names all of it.`,
    )
  }
}
