import type { Sql } from '../../platform/database/database.ts'
import type { Explanation, MetricExplanation } from '../../scoring/explanation.ts'
import { type PreparedRules, prepareRules } from '../../scoring/prepare-rules.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { explainMetrics, measureSeller, scoreSeller } from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'

/** What is kept of a score: what it is made of, its explanation, or both. Rows of earlier releases have no inputs. */
export interface KeptScore {
  run_id: number
  inputs: string | null
  explanation: Explanation | null
}

/** The rules of a run, as they were and prepared. */
export interface RunRules {
  rules: ScoringRules
  prepared: PreparedRules
}

export interface Explainer {
  rulesOf(runId: number): Promise<RunRules>
  /** The explanation of a score: the kept one, else the one that its inputs give, which has the same bytes. */
  explain(score: KeptScore): Promise<Explanation>
  /** The metrics of its explanation alone. */
  metricsOf(score: KeptScore): Promise<MetricExplanation[]>
}

/** Whose rules are remembered: a month's runs are few, and what is read together is of few months. */
const RUNS = 50

/** Explains kept scores. The rules of a run never change, so they are read and prepared once. */
export function explainer(db: Sql): Explainer {
  const runs = new Map<number, Promise<RunRules>>()

  function rulesOf(runId: number): Promise<RunRules> {
    const known = runs.get(runId) ?? readRules(db, runId)
    runs.delete(runId) // the one used last comes last
    runs.set(runId, known)
    known.catch(() => runs.delete(runId))
    for (const oldest of runs.keys()) {
      if (runs.size <= RUNS) break
      runs.delete(oldest)
    }
    return known
  }

  async function made<T>(
    { run_id, inputs }: KeptScore,
    make: (rules: PreparedRules, input: ReturnType<typeof readInputs>) => T,
  ): Promise<T> {
    const { prepared } = await rulesOf(run_id)
    return make(prepared, readInputs(prepared, inputs ?? ''))
  }

  return {
    rulesOf,
    explain: async (score) =>
      score.explanation ?? made(score, (rules, input) => scoreSeller(rules, input).explanation),
    metricsOf: async (score) =>
      score.explanation?.metrics ??
      made(score, (rules, input) => explainMetrics(measureSeller(rules, input))),
  }
}

async function readRules(db: Sql, runId: number): Promise<RunRules> {
  const { rules } = await db.one<{ rules: ScoringRules }>('select rules from scoring_runs where id = $1', [
    runId,
  ])
  return { rules, prepared: prepareRules(rules) }
}
