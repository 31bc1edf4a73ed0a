import type { Sql } from '../../../src/platform/database/database.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  explanationText,
} from '../../../src/transparency/certificate.ts'
import { type HashOf, inclusionProof, inclusionRanges } from '../../../src/transparency/log/merkle.ts'
import { formatTlogProof } from '../../../src/transparency/log/tlog-proof.ts'
import {
  isSalted,
  MORE_NAMES,
  type More,
  moreTexts,
  type NamedValues,
} from '../../../src/transparency/more.ts'
import { readStatement } from '../../../src/transparency/statement.ts'
import type { StoredCheckpoint } from '../checkpoints.ts'
import { ofWholeLog, readRanges } from '../nodes.ts'
import type { rulesTexts } from '../scores/rules-texts.ts'
import type { LeafWithTexts } from './queries.ts'

type Leaf = NamedValues & Pick<LeafWithTexts, 'statement' | 'salt' | 'inputs' | 'explanation'>

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
function moreOf({ statement: text, salt, ...values }: Leaf, whole: boolean): { more?: More } {
  const statement = readStatement(text)
  if (statement.v !== 2 || !statement.more) return {}
  const { more: named } = statement
  const texts = moreTexts(values, salt)
  const shown = MORE_NAMES.flatMap((name) => {
    const value = texts[name]
    return value !== undefined && named[name] === sha256(value) && (whole || !isSalted(name))
      ? [[name, value] as const]
      : []
  })
  return shown.length === 0 ? {} : { more: Object.fromEntries(shown) }
}

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
