import type { Sql } from '../../../src/platform/database/database.ts'
import { type HashOf, inclusionProof, inclusionRanges } from '../../../src/transparency/log/merkle.ts'
import { formatTlogProof } from '../../../src/transparency/log/tlog-proof.ts'
import type { StoredCheckpoint } from '../checkpoints.ts'
import { readRanges } from '../nodes.ts'
import { ofWholeLog } from '../whole-log.ts'

/** The proofs that leaves stand under a checkpoint, by index; their hashes are read at once. */
export async function proofTexts(
  db: Sql,
  indices: readonly number[],
  { size, note }: StoredCheckpoint,
): Promise<Map<number, string>> {
  const ranges = indices.flatMap((index) => inclusionRanges(index, size))
  const hashOf = await readRanges(db, ranges)
  return ofWholeLog(() => new Map(indices.map((index) => [index, proofText(index, size, note, hashOf)])))
}

const proofText = (index: number, size: number, checkpoint: string, hashOf: HashOf) =>
  formatTlogProof({ extra: null, index, hashes: inclusionProof(index, size, hashOf), checkpoint })
