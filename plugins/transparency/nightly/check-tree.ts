import type { Sql } from '../../../src/platform/database/database.ts'
import { sameBytes } from '../../../src/transparency/bytes.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import {
  type HashOf,
  hashesRead,
  rootHash,
  rootRange,
  subtreesFor,
} from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import type { Findings } from '../findings/findings.ts'
import { readNodes } from '../nodes.ts'
import {
  checkpointsAfter,
  hashCount,
  nextLeaf,
  RANGE,
  wrongLeavesBetween,
  wrongNodes,
} from '../tree-queries.ts'

/** Checkpoints whose roots are computed at a time. */
const CHECKPOINTS = 200

/**
 * Checks the log by itself: each leaf against its hash, each hash of the tree against what is below it, each signed head
 * against the tree. Reads some ten thousand rows at a time, and only where there are rows: one that somebody has put
 * far beyond the others is found, and not walked to. Answers how many leaves there are.
 */
export async function checkTree(db: Sql, findings: Findings): Promise<number> {
  for (let from = await nextLeaf(db, 0); from < Infinity; from = await nextLeaf(db, from + RANGE))
    for (const { index } of await wrongLeavesBetween(db, from, from + RANGE))
      findings.add('leaf_changed', `index ${index}`)
  const size = await hashCount(db)
  for (let level = 1; 2 ** level <= size; level++) {
    const width = Math.floor(size / 2 ** level)
    for (let from = 0; from < width; from += RANGE) {
      const wrong = await wrongNodes(db, level, { from, to: Math.min(from + RANGE, width) })
      for (const { index } of wrong) findings.add('node_changed', `level ${level} index ${index}`)
    }
  }
  await checkCheckpoints(db, findings)
  return size
}

async function checkCheckpoints(db: Sql, findings: Findings) {
  for (let after = 0, last = false; !last; ) {
    const checkpoints = await checkpointsAfter(db, after, CHECKPOINTS)
    const subtrees = subtreesFor(checkpoints.map(({ size }) => rootRange(size)))
    const hashOf = hashesRead(await readNodes(db, subtrees))
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
