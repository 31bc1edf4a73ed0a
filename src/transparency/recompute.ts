import { canonicalJson } from '../scoring/canonical-json.ts'
import type { Explanation } from '../scoring/explanation.ts'
import { type PreparedRules, prepareRules } from '../scoring/prepare-rules.ts'
import { reviseScore } from '../scoring/revise-score.ts'
import { type Score, scoreSeller } from '../scoring/score.ts'
import { readInputs } from '../scoring/score-input.ts'
import type { Certificate } from './certificate.ts'
import { parsed, short } from './check.ts'
import { decisionOf } from './decision-of.ts'
import { newest } from './newest.ts'
import { readAppeals, readRules, requireInputs } from './scoring-texts.ts'
import type { Statement } from './statement.ts'

/** Of how many sets of rules it is remembered how they are prepared: the scores of a run bring the same ones. */
const prepared = newest<string, PreparedRules>(8)

/**
 * Computes a score again from its texts: the engine on its rules and inputs, then each appeal that its explanation
 * tells of. All that the statement and the explanation say has to come out, to the byte. Answers how many appeals have
 * decided of it, too.
 * @throws RangeError that names what comes out another way, with both values, or what is wrong with a text
 */
export function recompute(
  statement: Statement,
  { rules, inputs, explanation }: Pick<Certificate, 'rules' | 'inputs' | 'explanation'>,
): { score: Score; appeals: number } {
  const by = prepared(rules, () => prepareRules(readRules(rules)))
  requireInputs(inputs)
  const input = readInputs(by, inputs)
  const scored = scoreSeller(by, input)
  if (scored.inputs !== inputs) throw new RangeError('inputs are not written as the engine writes them')
  const told = parsed('explanation', explanation)
  const decisions = readAppeals(told).map(decisionOf)
  const score = decisions.reduce<Score>((before, decision) => reviseScore(by, before, decision), scored)
  requireSame('seller_code', statement.seller_code, input.seller.seller_code)
  requireSame('period', statement.period, input.period)
  requireSame('total_sos', statement.total_sos, score.total_sos)
  requireSame('tier', statement.tier, score.tier.name)
  if (canonicalJson(score.explanation) !== explanation) throw otherExplanation(told, score.explanation)
  return { score, appeals: decisions.length }
}

function requireSame(field: string, stated: unknown, computed: unknown) {
  if (stated !== computed)
    throw new RangeError(
      `${field} is ${JSON.stringify(stated)} in the statement, but ${JSON.stringify(computed)} comes out`,
    )
}

function otherExplanation(told: unknown, computed: Explanation) {
  const difference = firstDifference(told, JSON.parse(JSON.stringify(computed)))
  if (!difference) return new RangeError('explanation must be canonical JSON')
  const [path, given, made] = difference
  return new RangeError(`explanation.${path} is ${given}, but ${made} comes out`)
}

/** Where two JSON values differ first: the path, and both values as JSON cut short. Undefined when they are equal. */
function firstDifference(a: unknown, b: unknown, path = ''): [string, string, string] | undefined {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b))
    return Object.is(a, b) ? undefined : [path, written(a), written(b)]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const name of [...names].sort()) {
    const found = firstDifference(a[name], b[name], path === '' ? name : `${path}.${name}`)
    if (found) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const written = (value: unknown) => short(value === undefined ? 'absent' : JSON.stringify(value))
