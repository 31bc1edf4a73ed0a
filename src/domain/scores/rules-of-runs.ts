import type { Sql } from '../../platform/database/database.ts'
import { type PreparedRules, prepareRules } from '../../scoring/prepare-rules.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { newest } from '../../transparency/newest.ts'

/** The rules of a run, as they were and prepared; prepared is null when this code can't score with them. */
export interface RunRules {
  rules: ScoringRules
  prepared: PreparedRules | null
}

/** Of how many runs it is remembered which rules they had: a number and a hash each. */
const RUNS = 10_000

/** How many sets of rules are remembered: some hundred kilobytes each. Many runs have the same. */
const SETS = 50

/**
 * Reads the rules of runs. They never change, so each set of them is read and prepared once, however many runs have it.
 */
export function rulesOfRuns(db: Sql): (runId: number) => Promise<RunRules> {
  const hashes = newest<number, Promise<string>>(RUNS)
  const sets = newest<string, Promise<RunRules>>(SETS)
  return async (runId) => {
    const hash = await hashes(runId, () => readHash(db, runId))
    return sets(hash, () => readRules(db, runId))
  }
}

const readHash = (db: Sql, runId: number) =>
  db.value<string>(
    `select encode(sha256(convert_to(rules::text, 'UTF8')), 'hex') from scoring_runs where id = $1`,
    [runId],
  )

async function readRules(db: Sql, runId: number): Promise<RunRules> {
  const rules = await db.value<ScoringRules>('select rules from scoring_runs where id = $1', [runId])
  return { rules, prepared: preparedIfUsable(rules) }
}

/** Rules that other code has made may lack what this code asks for, or name what it does not know. */
function preparedIfUsable(rules: ScoringRules): PreparedRules | null {
  try {
    return prepareRules(rules)
  } catch {
    return null
  }
}
