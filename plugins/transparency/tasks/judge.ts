import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { moreHashes, moreTexts } from '../../../src/transparency/more.ts'
import { type Prepare, recompute } from '../../../src/transparency/recompute.ts'
import { type Statement, statementText } from '../../../src/transparency/statement.ts'
import { otherThanComputed } from './columns.ts'
import type { FinalScore } from './final-score.ts'
import { codeIn, readKept, restatable, type Texts, textsOf, valuesOf, weightOf } from './restate.ts'

/** A final score with all that its statement is made of. */
export interface Judgeable {
  score: FinalScore
  /** The text of its run's rules; null where the service has them no more. */
  rules: string | null
  /** Whether its inputs are those of a seller that has a score of its own. */
  isOfOther: boolean
  facts: Statement['facts']
  /** Of its leaf, in hex. */
  salt: string
}

/**
 * The statement of a final score, after it has been computed again: its kept inputs and rules must come to all that its
 * row and its explanation say. The audit log must say that it was made final, and how it was revised.
 * @param engine the engine here
 * @throws RangeError that says why it gets none
 */
export function judge(
  { score, rules, isOfOther, facts, salt }: Judgeable,
  engine: string,
  prepare: Prepare,
): string {
  const texts = textsOf(score, rules)
  const seller_code = codeIn(texts.inputs) ?? score.seller_code
  if (isOfOther) throw new RangeError(`its inputs are those of ${seller_code}, another seller`)
  const statement: Statement = {
    v: 2,
    ...restatable(score, texts),
    ...weightOf(score),
    more: moreHashes(moreTexts(valuesOf(score), salt)),
    ...{ engine, seller_code, facts },
  }
  const { inputs, rules: set, explanation } = requireTexts(score, texts)
  const { score: computed, appeals } = recompute(statement, { inputs, rules: set, explanation }, prepare)
  if (appeals >= score.revision)
    throw new RangeError(
      `its explanation tells of ${appeals} appeal${appeals === 1 ? '' : 's'}, and it is revision ${score.revision}`,
    )
  const orders = Number((readKept(inputs)?.aggregates as Aggregates | undefined)?.orders ?? 0)
  requireNone(otherThanComputed(score, computed, { orders, run_id: score.run_id }), 'what comes out')
  requireAudited(score)
  return statementText(statement)
}

function requireAudited({ is_finalized, is_revised, revision }: FinalScore) {
  if (!is_finalized) throw new RangeError('the audit log does not say that it was made final')
  if (!is_revised) throw new RangeError(`the audit log does not say how it came to revision ${revision}`)
}

function requireTexts({ run_id }: FinalScore, { inputs, rules, explanation }: Texts) {
  if (run_id === null) throw new RangeError('there is no run that has made it')
  if (inputs === null) throw new RangeError('its inputs are missing, which its run has kept')
  if (rules === null) throw new RangeError('the rules of its run are missing')
  if (explanation === null) throw new RangeError('its explanation is missing, which making it final keeps')
  return { inputs, rules, explanation }
}

function requireNone(columns: string[], than: string) {
  if (columns.length > 0)
    throw new RangeError(`${columns.join(', ')} ${columns.length === 1 ? 'is' : 'are'} not ${than}`)
}
