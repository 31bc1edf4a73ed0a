import type { Sql } from '../../platform/database/database.ts'
import type { Component } from '../../scoring/components.ts'
import { COMPONENTS } from '../../scoring/components.ts'
import type { Explanation, MetricExplanation } from '../../scoring/explanation.ts'
import type { PreparedRules } from '../../scoring/prepare-rules.ts'
import { explainMetrics, type MeasuredSeller, measureSeller, scoreMeasured } from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'
import { type RunRules, rulesOfRuns } from './rules-of-runs.ts'
import { type ScoreRow, scoreColumns } from './score-row.ts'

/** What is kept of a score: what it is made of, its explanation, or both. Rows of earlier releases have no inputs. */
export interface KeptScore {
  run_id: number
  inputs: string | null
  explanation: Explanation | null
}

/** What an explanation comes to, as the score has it. */
export type ScoreNumbers = Pick<
  ScoreRow,
  'total_sos' | 'is_rated' | 'tier_name' | 'delta_sos' | 'direction' | 'is_grace_period' | `${Component}_raw`
>

/** Both answer undefined when the score was computed by other code, from which this code comes to another score. */
export interface Explainer {
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
      return again?.scored.inputs === kept.inputs ? again?.scored.explanation : undefined
    },
    async metricsOf(kept, score) {
      if (kept.explanation) return kept.explanation.metrics
      const again = await measuredAgain(kept, score)
      return again && explainMetrics(again.measured)
    },
  }
}

/** Scores kept inputs again; undefined when that fails or gives another score. */
function measure(rules: PreparedRules, inputs: string, score: ScoreNumbers) {
  let measured: MeasuredSeller
  try {
    measured = measureSeller(rules, readInputs(rules, inputs))
  } catch {
    return undefined // what other code has written may have any shape
  }
  const scored = scoreMeasured(rules, measured)
  const columns = scoreColumns(scored) as unknown as ScoreNumbers
  return NUMBERS.every((name) => columns[name] === score[name]) ? { measured, scored } : undefined
}

const NUMBERS = [
  'total_sos',
  'is_rated',
  'tier_name',
  'delta_sos',
  'direction',
  'is_grace_period',
  ...COMPONENTS.map((component) => `${component}_raw` as const),
] as const satisfies (keyof ScoreNumbers)[]
