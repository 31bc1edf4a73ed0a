import type { Database, Sql } from '../../platform/database/database.ts'
import type { Explanation, MetricExplanation } from '../../scoring/explanation.ts'
import type { PreparedRules } from '../../scoring/prepare-rules.ts'
import {
  explainMetrics,
  type MeasuredSeller,
  measureSeller,
  type SellerScore,
  scoreMeasured,
} from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'
import { type RunRules, rulesOfRuns } from './rules-of-runs.ts'
import { hasNumbers, type ScoreNumbers } from './score-numbers.ts'

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

  async function readAgain<T>({ run_id, inputs }: KeptScore, score: ScoreNumbers, read: Read<T>) {
    const { prepared } = await rulesOf(run_id)
    return prepared && inputs !== null ? readSame(prepared, inputs, score, read) : undefined
  }

  return {
    rulesOf,
    async explain(kept, score) {
      return kept.explanation ?? readAgain(kept, score, ({ scored }) => scored.explanation)
    },
    async metricsOf(kept, score) {
      return kept.explanation?.metrics ?? readAgain(kept, score, ({ measured }) => explainMetrics(measured))
    },
  }
}

const explainers = new WeakMap<Database, Explainer>()

/** The explainer of all requests: runs that are asked about again are known. */
export function explainerOf(db: Database): Explainer {
  const known = explainers.get(db) ?? explainer(db)
  explainers.set(db, known)
  return known
}

/** What is read of a score that was made again. */
type Read<T> = (again: { measured: MeasuredSeller; scored: SellerScore }) => T

/** Scores kept inputs again and reads it; undefined when that fails, or gives other inputs or another score. */
function readSame<T>(rules: PreparedRules, inputs: string, score: ScoreNumbers, read: Read<T>) {
  try {
    const measured = measureSeller(rules, readInputs(rules, inputs))
    const scored = scoreMeasured(rules, measured)
    return scored.inputs === inputs && hasNumbers(scored, score) ? read({ measured, scored }) : undefined
  } catch {
    return undefined // what other code has written may have any shape
  }
}
