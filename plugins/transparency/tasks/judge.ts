import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { sayWhy } from '../../../src/transparency/check.ts'
import { recompute } from '../../../src/transparency/recompute.ts'
import { moreHashes, moreTexts, type Statement, statementText } from '../../../src/transparency/statement.ts'
import { explainedColumns, otherColumns } from './columns.ts'
import { codeIn, type FinalScore, readKept, restatable, textsOf, valuesOf, weightOf } from './final-score.ts'

/** The rules of a run, and their text; null when the run has lost them. */
export interface TextOfRules {
  rules: ScoringRules
  text: string
  /** Whether this code can score with them. */
  isUsable: boolean
}

/** A final score with all that its statement is made of. */
export interface Judgeable {
  score: FinalScore
  /** Those of its run, one object for all scores that have them; null where the service has them no more. */
  rules: TextOfRules | null
  /** Whether its inputs are those of a seller that has a score of its own. */
  isOfOther: boolean
  facts: Statement['facts']
  /** Of its leaf, in hex. */
  salt: string
}

/** The statement of a final score, or why it gets none. */
export type Judged = { text: string; problem?: never } | { text?: never; problem: string }

/**
 * Runs in a thread: computes final scores again and states them, each by itself.
 * @param engine the engine here
 */
export default function judgeScores({ engine, scores }: { engine: string; scores: Judgeable[] }): Judged[] {
  return scores.map((one) => {
    try {
      return { text: judge(one, engine) }
    } catch (error) {
      return { problem: sayWhy(error) }
    }
  })
}

/**
 * The statement of a final score, after it has been computed again: its kept inputs and rules must come to all that its
 * row and its explanation say. The audit log must say that it was made final, and how it was revised.
 * @throws RangeError that says why it gets none
 */
function judge({ score, rules, isOfOther, facts, salt }: Judgeable, engine: string): string {
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
  const { inputs, explanation } = texts
  if (score.run_id === null) throw new RangeError('there is no run that has made it')
  if (inputs === null) throw new RangeError('its inputs are missing, which its run has kept')
  if (rules === null) throw new RangeError('the rules of its run are missing')
  if (explanation === null) throw new RangeError('its explanation is missing, which making it final keeps')
  const computed = recompute(statement, { inputs, rules: rules.text, explanation })
  const { appeals } = computed
  if (appeals >= score.revision)
    throw new RangeError(
      `its explanation tells of ${appeals} appeal${appeals === 1 ? '' : 's'}, and it is revision ${score.revision}`,
    )
  const { unrated_reason, unrated_metric, top_opportunity } = scoreColumns(computed.score)
  const others = otherColumns(score, {
    ...explainedColumns(computed.score.explanation, rules.rules),
    ...{ unrated_reason, unrated_metric, top_opportunity, run_id: score.run_id },
    orders: Number(readKept(inputs)?.aggregates?.orders ?? 0),
  })
  if (others.length > 0)
    throw new RangeError(`${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} not what comes out`)
  if (!score.is_finalized) throw new RangeError('the audit log does not say that it was made final')
  if (!score.is_revised)
    throw new RangeError(`the audit log does not say how it came to revision ${score.revision}`)
  return statementText(statement)
}
