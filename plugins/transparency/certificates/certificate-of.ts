import type { Sql } from '../../../src/platform/database/database.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  explanationText,
} from '../../../src/transparency/certificate.ts'
import { formatTlogProof } from '../../../src/transparency/log/checkpoint.ts'
import { inclusionRanges } from '../../../src/transparency/log/merkle.ts'
import { isSalted, MORE_NAMES, moreTexts, readStatement } from '../../../src/transparency/statement.ts'
import { rangeHashes, type StoredCheckpoint } from '../log.ts'
import type { rulesTexts } from '../scores/read-scores.ts'
import type { LeafWithTexts } from './queries.ts'

type Leaf = Omit<LeafWithTexts, 'seller_code'>

/** The texts that a leaf names and its own; null where the service does not keep all of them any more. */
export async function textsOf(
  { statement, inputs, explanation, run_id }: Leaf,
  rulesOf: ReturnType<typeof rulesTexts>,
) {
  const rules = await rulesOf(run_id)
  if (inputs === null || explanation === null || rules === null) return null
  return { statement, inputs, rules: rules.text, explanation: explanationText(explanation) }
}

/**
 * The certificate of a leaf.
 * @param whole whether its reader may see who has reviewed the score and what was noted
 */
export const certificateOf = (
  leaf: Leaf,
  texts: NonNullable<Awaited<ReturnType<typeof textsOf>>>,
  proof: string,
  whole: boolean,
): Certificate => ({ format: CERTIFICATE_FORMAT, ...texts, proof, ...moreOf(leaf, whole) })

/**
 * The further texts of a certificate, as its field; left out without any. Those that the leaf does not name as they are
 * today, because a person was erased or they were changed past the service, are left out.
 */
function moreOf({ statement: text, salt, ...values }: Leaf, whole: boolean): Pick<Certificate, 'more'> {
  const statement = readStatement(text)
  const named = statement.v === 2 ? (statement.more ?? {}) : {}
  const texts = moreTexts(values, salt)
  const more: NonNullable<Certificate['more']> = {}
  for (const name of MORE_NAMES) {
    const value = texts[name]
    if (value !== undefined && named[name] === sha256(value) && (whole || !isSalted(name))) more[name] = value
  }
  return Object.keys(more).length === 0 ? {} : { more }
}

/** The proofs that leaves stand under a checkpoint, in their order; their hashes are read at once. */
export async function proofTexts(
  db: Sql,
  indices: readonly number[],
  { size, note: checkpoint }: StoredCheckpoint,
): Promise<string[]> {
  const ranges = indices.map((index) => inclusionRanges(index, size))
  const hashes = await rangeHashes(db, ranges.flat())
  return indices.map((index, n) =>
    formatTlogProof({ index, hashes: hashes.splice(0, ranges[n]?.length), checkpoint }),
  )
}
