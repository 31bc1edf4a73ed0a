import type { Sql } from '../../../src/platform/database/database.ts'
import { sameBytes } from '../../../src/transparency/bytes.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import { type HashOf, rootHash, rootRange } from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import type { Findings } from '../findings/findings.ts'
import { readRanges, type StoredCheckpoint } from '../log.ts'

/** Checkpoints whose roots are computed at a time. */
const CHECKPOINTS = 200

/**
 * Checks the log by itself: each leaf against its hash, each hash of the tree against what is below it, each signed head
 * against the tree. Reads some ten thousand rows at a time, and only where there are rows: one that somebody has put
 * far beyond the others is found, and not walked to. Answers how many leaves there are.
 */
export async function checkTree(db: Sql, findings: Findings): Promise<number> {
  for (let from = await nextLeaf(db, 0); from < Infinity; from = await nextLeaf(db, from + RANGE))
    for (const index of await wrongLeavesBetween(db, from, from + RANGE))
      findings.add('leaf_changed', `index ${index}`)
  const size = await hashCount(db)
  for (let level = 1; 2 ** level <= size; level++) {
    const width = Math.floor(size / 2 ** level)
    for (let from = 0; from < width; from += RANGE) {
      const wrong = await wrongNodes(db, level, { from, to: Math.min(from + RANGE, width) })
      for (const index of wrong) findings.add('node_changed', `level ${level} index ${index}`)
    }
  }
  await checkCheckpoints(db, findings)
  return size
}

async function checkCheckpoints(db: Sql, findings: Findings) {
  for (let after = 0, last = false; !last; ) {
    const checkpoints = await checkpointsAfter(db, after, CHECKPOINTS)
    const hashOf = await readRanges(
      db,
      checkpoints.map(({ size }) => rootRange(size)),
    )
    for (const { id, size, note } of checkpoints) {
      after = id
      if (!isOf(note, size, hashOf)) findings.add('checkpoint_differs', `size ${size}`)
    }
    last = checkpoints.length < CHECKPOINTS
  }
}

/** Whether a signed head is of this size and of the root that the tree has at it. */
function isOf(note: string, size: number, hashOf: HashOf): boolean {
  try {
    const signed = parseCheckpoint(parseNote(note).text)
    return signed.size === size && sameBytes(signed.root, rootHash(size, hashOf))
  } catch {
    return false // the note is none, or the tree is smaller
  }
}

/** Leaves or nodes that are looked at in one statement. */
const RANGE = 50_000

/** The leaves from an index up to another whose statement, hash and node do not agree, or that lack one of them. */
const wrongLeavesBetween = (db: Sql, from: number, to: number) =>
  db.column<number>(
    `select coalesce(l.index, n.index) as index
     from (select * from log_leaves where index >= $1 and index < $2) l
       full join (select * from log_nodes where level = 0 and index >= $1 and index < $2) n using (index)
     where n.hash is distinct from l.leaf_hash
        or l.leaf_hash is distinct from sha256('\\x00'::bytea || convert_to(l.statement, 'UTF8'))
     order by 1`,
    [from, to],
  )

/** How many hashes of leaves the log has. */
const hashCount = (db: Sql) => db.value<number>('select count(*) from log_nodes where level = 0')

/** The first index from one on that has a leaf or its hash; infinite when there is none. */
async function nextLeaf(db: Sql, from: number): Promise<number> {
  const index = await db.value<number | null>(
    `select least((select min(index) from log_leaves where index >= $1),
                  (select min(index) from log_nodes where level = 0 and index >= $1))`,
    [from],
  )
  return index ?? Number.POSITIVE_INFINITY
}

/** The complete subtrees of a level and range that are missing, or whose hash is not that of their two halves. */
const wrongNodes = (db: Sql, level: number, { from, to }: { from: number; to: number }) =>
  db.column<number>(
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
const checkpointsAfter = (db: Sql, after: number, limit: number) =>
  db.rows<StoredCheckpoint>(
    'select id, size, note, created_at from log_checkpoints where id > $1 order by id limit $2',
    [after, limit],
  )
