import type { FastifyInstance } from 'fastify'
import { lockLog, sizeOf } from '../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { checkpointText } from '../../src/transparency/log/checkpoint.ts'
import {
  append,
  type HashOf,
  hashesRead,
  type Node,
  type Range,
  rangeHash,
  rootRange,
  subtreesFor,
} from '../../src/transparency/log/merkle.ts'
import { parseNote, signNote } from '../../src/transparency/log/note.ts'

/** The hashes that ranges are folded from, read at once; of those that are missing there is none. */
export async function readRanges(db: Sql, ranges: readonly Range[]): Promise<HashOf> {
  const subtrees = subtreesFor(ranges)
  const nodes = await db.rows<Node>(
    `select level, index, hash from unnest($1::smallint[], $2::bigint[]) as asked(level, index)
       join log_nodes using (level, index)`,
    [subtrees.map(({ level }) => level), subtrees.map(({ index }) => index)],
    'log-nodes',
  )
  return hashesRead(nodes)
}

/**
 * Appends leaves to the log, which the transaction has locked (lockLog), and answers where the first of them stands, the
 * new size and the new root.
 */
export async function appendLeaves(tx: Sql, leafHashes: readonly Uint8Array[]) {
  const first = await sizeOf(tx)
  const { nodes, size, root } = append(first, await readRanges(tx, [rootRange(first)]), leafHashes)
  await tx.run(
    `insert into log_nodes (level, index, hash)
     select level, index, hash from unnest($1::smallint[], $2::bigint[], $3::bytea[]) as n(level, index, hash)`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  )
  return { first, size, root }
}

/**
 * The hashes over ranges, read at once.
 * @throws 503 where the log lacks one of those that they are folded from: the tables were changed from outside
 */
export async function rangeHashes(db: Sql, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const hashOf = await readRanges(db, ranges)
  try {
    return ranges.map((range) => rangeHash(range, hashOf))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw serviceUnavailable(
      'log_damaged',
      `The stored log is not whole, so it was changed from outside: ${error.message}. The nightly check names all of it.`,
    )
  }
}

/** A signed head of the log: `note` is a C2SP signed note. */
export interface StoredCheckpoint {
  size: number
  note: string
}

/** The newest checkpoint; undefined while there is none. */
export const newestCheckpoint = (db: Sql) =>
  db.row<StoredCheckpoint>(
    'select size, note from log_checkpoints order by size desc, id desc limit 1',
    [],
    'log-checkpoint',
  )

/** Signs the head of the log, which the transaction has locked, where there is a key, and tells those who keep heads. */
export async function signHead(
  { env, events, logKeys: { signers } }: FastifyInstance,
  tx: Transaction,
  { size, root }: { size: number; root: Uint8Array },
) {
  if (signers.length === 0) return
  const origin = env.LOG_ORIGIN
  const checkpoint = signNote(checkpointText({ origin, size, root }), signers)
  await tx.run`insert into log_checkpoints (size, note) values (${size}, ${checkpoint})`
  const data = { origin, size, root: toBase64(root), checkpoint }
  await events.publish(tx, [{ type: 'transparency.checkpoint', seller_id: null, data }])
}

/**
 * Signs the head once more that no checkpoint is of by all of today's keys: after a key has changed, so that all leaves
 * verify by the new one, or when there was none before.
 */
export const signNewest = (app: FastifyInstance) =>
  app.db.bulkTransaction(async (tx) => {
    const { signers } = app.logKeys
    if (signers.length === 0) return
    await lockLog(tx)
    const size = await sizeOf(tx)
    const newest = await newestCheckpoint(tx)
    const signatures = newest?.size === size ? parseNote(newest.note).signatures : []
    const signed = new Set(signatures.map(({ name, id }) => `${name}+${id}`))
    if (size === 0 || signers.every(({ key: { name, id } }) => signed.has(`${name}+${id}`))) return
    const [root] = (await rangeHashes(tx, [rootRange(size)])) as [Uint8Array]
    await signHead(app, tx, { size, root })
  }, JOB_TRANSACTION)
