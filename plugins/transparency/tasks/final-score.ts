import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import type { Counting } from '../../../src/scoring/month.ts'
import { readJson } from '../../../src/transparency/check.ts'
import {
  isSalted,
  MORE_NAMES,
  type More,
  moreHashes,
  moreTexts,
  type NamedValues,
  readStatement,
} from '../../../src/transparency/statement.ts'
import { type Columns, explainedColumns, otherColumns, type Stored } from './columns.ts'
import type { Judgeable } from './judge.ts'

/** A revision of a score. */
export interface RevisionKey {
  seller_id: number
  period: string
  revision: number
}

/** A final revision with all that its statement is made of; null where the service has it no more. */
export interface FinalScore extends RevisionKey, Stored {
  /** The seller's code today. */
  seller_code: string
  total_sos: number
  tier_name: string
  finalized_at: string
  /** Whether the audit log says that it was made final. */
  is_finalized: boolean
  /** Whether the audit log says of a later revision how it came about. */
  is_revised: boolean
  run_id: number | null
  inputs: string | null
  /** As it was written, which is JSON in any order. */
  explanation: string | null
  engine: string | null
  month_start: string | null
  as_of: string | null
  as_of_date: string | null
  counting: Counting | null
  /** The salt of its leaf, in hex, as it was with the columns: an erased person goes from both at once. */
  leaf_salt: string | null
}

/** The name of a revision, for maps. */
export const keyOf = ({ seller_id, period, revision }: RevisionKey) => `${seller_id} ${period} ${revision}`

/** A revision as findings name it, with what is to be said of it. */
export const nameOf = (
  { seller_code, period, revision }: { seller_code: string; period: string; revision: number },
  detail?: string,
) => `${seller_code} ${period} revision ${revision}${detail ? ` (${detail})` : ''}`

/**
 * The texts of a final score that its statement names by their sha256, by its rules; null where the service has them no
 * more.
 */
export const textsOf = ({ inputs, explanation }: FinalScore, rules: { text: string } | null) => ({
  inputs,
  rules: rules?.text ?? null,
  explanation: explanation === null ? null : canonicalJson(JSON.parse(explanation)),
})

/**
 * What of a statement today's rows say again, whatever its version: all but the facts, which may change, the seller's
 * code, and the engine, which is that of the run or the one that came to the same later.
 */
export const restatable = (
  score: FinalScore,
  { inputs, rules, explanation }: ReturnType<typeof textsOf>,
) => ({
  kind: 'score' as const,
  period: score.period,
  revision: score.revision,
  total_sos: score.total_sos,
  tier: score.tier_name,
  as_of: score.as_of as string, // a statement without one is refused
  finalized_at: score.finalized_at,
  input_hash: inputs === null ? inputHashIn(explanation) : sha256(inputs),
  rules_sha256: rules && sha256(rules),
  explanation_sha256: explanation && sha256(explanation),
})

/** The columns of version 2. One that was changed by hand to what no statement may say is refused by it. */
export const weightOf = ({ columns }: FinalScore) => ({
  am_id: (columns.am_id ?? null) as number | null,
  orders: (columns.orders ?? null) as number | null,
})

/** What a leaf names of a score by hash. */
export const valuesOf = ({ run_id, columns }: Pick<FinalScore, 'run_id' | 'columns'>): NamedValues => ({
  run_id,
  reviewed_by: textOr(columns.reviewed_by),
  notes: textOr(columns.notes),
})

const textOr = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Which of these names a leaf has otherwise than today's row. A leaf without its salt is of a score whose reviewer was
 * erased: what is left of it is that there was one.
 */
export function otherMore(more: More, score: FinalScore): string[] {
  const { leaf_salt: salt } = score
  const values = valuesOf(score)
  const today = moreHashes(moreTexts(values, salt))
  return MORE_NAMES.filter((name) =>
    salt === null && isSalted(name)
      ? values.reviewed_by !== 'erased' || name in more !== (values[name] !== null)
      : more[name] !== today[name],
  )
}

/** The fields that a stored score says otherwise than its leaf. */
export function changedFields({ statement: text }: { statement: string }, { score, rules }: Judgeable) {
  try {
    const statement = readStatement(text)
    const texts = textsOf(score, rules)
    const today: Columns = { ...restatable(score, texts), ...(statement.v === 2 && weightOf(score)) }
    const said = statement as Record<string, unknown>
    const explained = texts.explanation ? JSON.parse(texts.explanation) : null
    return [
      ...Object.keys(today).filter((name) => said[name] !== today[name]),
      ...(statement.v === 2 ? otherMore(statement.more ?? {}, score) : []),
      ...(explained ? otherColumns(score, explainedColumns(explained, rules?.rules ?? null)) : []),
    ]
  } catch {
    return ['statement']
  }
}

const inputHashIn = (explanation: string | null): string | null =>
  explanation === null ? null : (JSON.parse(explanation)?.input_hash ?? null)

/** The value of kept inputs; null where there are none that can be read. */
export const readKept = (inputs: string | null) =>
  (inputs === null ? null : (readJson(inputs) ?? null)) as {
    aggregates?: Record<string, unknown> | null
    seller?: { seller_code?: unknown } | null
  } | null

/** The code under which the seller was scored: it may have another one today. */
export function codeIn(inputs: string | null): string | undefined {
  const code = readKept(inputs)?.seller?.seller_code
  return typeof code === 'string' ? code : undefined
}
