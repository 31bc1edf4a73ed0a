import type { Explainer } from '../../../src/domain/scores/explainer.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  explanationText,
} from '../../../src/transparency/certificate.ts'
import { formatTlogProof } from '../../../src/transparency/log/checkpoint.ts'
import { inclusionRanges } from '../../../src/transparency/log/merkle.ts'
import {
  isSalted,
  MORE_NAMES,
  moreTexts,
  type NamedValues,
  readStatement,
} from '../../../src/transparency/statement.ts'
import { rangeHashes, type StoredCheckpoint } from '../log.ts'
import { textOfRules } from '../scores/read-scores.ts'

/** A leaf with what it names of its score; null for what there is not, or the service keeps no more. */
export type NamedLeaf = NamedValues & {
  index: number
  period: string
  revision: number
  statement: string
  inputs: string | null
  explanation: Explanation | null
  /** In hex. */
  salt: string | null
}

/** SQL of leaves `l` with what they name, of what has the columns `seller_id`, `period` and `revision`. */
export const NAMED = `l.index, l.statement, e.run_id, e.inputs, e.explanation, encode(l.salt, 'hex') as salt,
  coalesce(m.reviewed_by, r.score->>'reviewed_by') as reviewed_by, coalesce(m.notes, r.score->>'notes') as notes`
export const NAMED_TABLES = `
  left join score_explanations e using (seller_id, period, revision)
  left join monthly_scores m using (seller_id, period, revision)
  left join score_revisions r using (seller_id, period, revision)`

/**
 * The certificate of a leaf; null where the service does not keep all of its texts any more.
 * @param whole whether its reader may see who has reviewed the score and what was noted
 */
export async function certificateOf(
  { statement, inputs, explanation, salt, ...values }: NamedLeaf,
  explainer: Explainer,
  proof: string,
  whole: boolean,
): Promise<Certificate | null> {
  const rules = await textOfRules(explainer, values.run_id)
  if (inputs === null || explanation === null || rules === null) return null
  const said = readStatement(statement)
  const named = said.v === 2 ? (said.more ?? {}) : {}
  const texts = moreTexts(values, salt)
  // What the leaf names otherwise today, because a person was erased or it was changed past the service, is left out.
  const more = MORE_NAMES.flatMap((name) => {
    const text = texts[name]
    const isShown = text !== undefined && named[name] === sha256(text) && (whole || !isSalted(name))
    return isShown ? [[name, text]] : []
  })
  return {
    format: CERTIFICATE_FORMAT,
    ...{ statement, inputs, rules: rules.text, explanation: explanationText(explanation), proof },
    ...(more.length > 0 && { more: Object.fromEntries(more) }),
  }
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
