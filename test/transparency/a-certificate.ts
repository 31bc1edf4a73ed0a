import { canonicalJson, sha256 } from '../../src/scoring/canonical-json.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { SCORING_TYPES, type ScoringRecords } from '../../src/scoring/scoring-rules.ts'
import { type Certificate, explanationText, rulesText } from '../../src/transparency/certificate.ts'
import { checkpointText, formatTlogProof } from '../../src/transparency/log/checkpoint.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { type Signer, signNote } from '../../src/transparency/log/note.ts'
import { leafBytes, type Statement, statementText } from '../../src/transparency/statement.ts'
import { certificateVerifier } from '../../src/transparency/verify.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from '../scoring/a-seller.ts'
import { aSigner, inclusionProof } from './a-log.ts'

export const ORIGIN = 'sos.example/scores'
export const signer = aSigner(ORIGIN)
export const ENGINE = sha256('the engine of the tests')

const all = defaultRuleSet()

/** The records that scores read, as a run keeps them. */
export const set = Object.fromEntries(SCORING_TYPES.map((type) => [type, all[type]])) as ScoringRecords
const rules = prepareRules(set)

/** What a score is made of: values of its metrics, and what appeals decided of it. */
export type Given = {
  input?: Partial<ScoreInput>
  appeals?: AppealDecision[]
  statement?: Partial<Omit<Extract<Statement, { v: 2 }>, 'v'>> & { v?: Statement['v'] }
}

/** A score's three texts and its statement. */
export function aScore({ input = {}, appeals = [], statement = {} }: Given = {}) {
  const scored = scoreSeller(rules, anInput({ aggregates: aggregatesOf(VALUES.average), ...input }))
  const score = appeals.reduce<Score>((before, decision) => reviseScore(rules, before, decision), scored)
  const texts = {
    inputs: scored.inputs,
    rules: rulesText(set),
    explanation: explanationText(score.explanation),
  }
  const text = statementText({
    v: 1,
    kind: 'score',
    seller_code: input.seller?.seller_code ?? 'S-1',
    period: input.period ?? '2026-05',
    revision: 1 + appeals.length,
    total_sos: score.total_sos,
    tier: score.tier.name,
    as_of: '2026-06-01T00:00:00.000Z',
    finalized_at: '2026-06-03T09:30:00.000Z',
    engine: ENGINE,
    input_hash: sha256(texts.inputs),
    rules_sha256: sha256(texts.rules),
    explanation_sha256: sha256(texts.explanation),
    facts: { orders: { rows: 120, sha256: sha256('rows') } },
    ...statement,
  } as Statement)
  return { ...texts, statement: text }
}

type ScoreTexts = ReturnType<typeof aScore>

/** The certificates of scores that are the leaves of one log, all under its checkpoint. */
export function certify(scores: readonly ScoreTexts[], signers: readonly Signer[] = [signer]): Certificate[] {
  const leaves = scores.map(({ statement }) => leafHash(leafBytes(statement)))
  const { nodes, size, root } = append(0, hashesRead([]), leaves)
  const hashOf = hashesRead(nodes)
  const checkpoint = signNote(checkpointText({ origin: ORIGIN, size, root }), signers)
  return scores.map((texts, index) => ({
    format: 'sos-certificate/1',
    ...texts,
    proof: formatTlogProof({
      index,
      hashes: inclusionProof(index, size, hashOf),
      checkpoint,
    }),
  }))
}

/** One score among six others in the log. */
export function aCertificate(given: Given = {}): Certificate {
  const others = Array.from({ length: 6 }, (_, index) =>
    aScore({ input: { seller: { ...anInput().seller, seller_code: `S-${index + 10}` } } }),
  )
  return certify([...others.slice(0, 3), aScore(given), ...others.slice(3)])[3] as Certificate
}

/** A score with everything: exceptions that act and one that does not, a past, and appeals of several kinds. */
export const aRichCertificate = (): Certificate =>
  aCertificate({
    input: {
      previous: { period: '2026-04', total_sos: 70.5 },
      exceptions: [
        anException({ id: 3, score_component_affected: 'o_score', reason: 'Sturm — Hafen zu' }),
        anException({ id: 4, adjustment_rule: { op: 'waive', days: [1, { a: null }] } }),
      ],
    },
    appeals: [
      { component: 'f_score', raw_after: 90 },
      { component: 'p_score', appealed: 'o_score', raw_after: 80.25 },
      { component: 't_score', total_after: 88.5 },
    ],
  })

export const verify = certificateVerifier({ keys: [signer.key], engine: ENGINE })

/** The checks that a certificate fails, by name; `certificate` when it can't be read as one. */
export function failed(certificate: unknown): string[] {
  try {
    return verify(certificate).checks.flatMap(({ check, ok }) => (ok === false ? [check] : []))
  } catch (error) {
    if (error instanceof RangeError) return ['certificate']
    throw error
  }
}

/** A text with a part of its JSON replaced, written as canonical JSON again. */
export const changed = (text: string, change: (value: never) => void): string => {
  const value = JSON.parse(text) as never
  change(value)
  return canonicalJson(value)
}
