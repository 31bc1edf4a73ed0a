import type { Sql } from '../../platform/database/database.ts'
import type { Explanation, MetricExplanation } from '../../scoring/explanation.ts'
import type { PreparedRules } from '../../scoring/prepare-rules.ts'
import { explainMetrics, measureSeller, scoreMeasured } from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'
import { type RunRules, rulesOfRuns } from './rules-of-runs.ts'
import { SCORE_NUMBERS, type ScoreNumbers } from './score-numbers.ts'
import { scoreColumns } from './score-row.ts'

/** What is kept of a score: what it is made of, its explanation, or both. Rows of earlier releases have no inputs. */
export interface KeptScore {
  run_id: number
  inputs: string | null
  explanation: Explanation | null
}

/**
 * `explain` and `metricsOf` answer undefined when other code has computed the score, and this code does not come to the
 * same inputs and numbers.
 */
export interface Explainer {
  /** The rules of a run, as they were and prepared. */
  rulesOf(runId: number): Promise<RunRules>
  /** The explanation of a score: the kept one, else the one that its inputs give, which has the same bytes. */
  explain(kept: KeptScore, score: ScoreNumbers): Promise<Explanation | undefined>
  /** The metrics of its explanation alone. */
  metricsOf(kept: KeptScore, score: ScoreNumbers): Promise<MetricExplanation[] | undefined>
}

/** Explains kept scores. */
export function explainer(db: Sql): Explainer {
  const rulesOf = rulesOfRuns(db)

  async function measuredAgain({ run_id, inputs }: KeptScore, score: ScoreNumbers) {
    const { prepared } = await rulesOf(run_id)
    return prepared && inputs !== null ? measure(prepared, inputs, score) : undefined
  }

  return {
    rulesOf,
    async explain(kept, score) {
      if (kept.explanation) return kept.explanation
      const again = await measuredAgain(kept, score)
      return again?.scored.explanation
    },
    async metricsOf(kept, score) {
      if (kept.explanation) return kept.explanation.metrics
      const again = await measuredAgain(kept, score)
      return again && explainMetrics(again.measured)
    },
  }
}

/** Scores kept inputs again; undefined when that fails, or gives other inputs or another score. */
function measure(rules: PreparedRules, inputs: string, score: ScoreNumbers) {
  try {
    const measured = measureSeller(rules, readInputs(rules, inputs))
    const scored = scoreMeasured(rules, measured)
    const columns = scoreColumns(scored) as unknown as ScoreNumbers
    const isSame = scored.inputs === inputs && SCORE_NUMBERS.every((name) => columns[name] === score[name])
    return isSame ? { measured, scored } : undefined
  } catch {
    return undefined // what other code has written may have any shape
  }
}
