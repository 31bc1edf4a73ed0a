import { rulesOfRuns } from '../../../src/domain/scores/rules-of-runs.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { rulesText } from '../../../src/transparency/certificate.ts'

/** The rules of a run, and their text; null when the run has lost them. */
export interface TextOfRules {
  rules: ScoringRules
  text: string
  /** Whether this code can score with them. */
  isUsable: boolean
}

/**
 * Reads the texts of rules. Those of a run never change: each set of them becomes a text once, however many runs have
 * it.
 */
export function rulesTexts(db: Sql): (runId: number | null) => Promise<TextOfRules | null> {
  const rulesOf = rulesOfRuns(db)
  const known = new WeakMap<ScoringRules, TextOfRules>()
  return async (runId) => {
    if (runId === null) return null
    const { rules, prepared } = await rulesOf(runId)
    if (typeof rules !== 'object' || rules === null) return null // what was changed by hand may have any shape
    const found = known.get(rules) ?? { rules, text: rulesText(rules), isUsable: prepared !== null }
    known.set(rules, found)
    return found
  }
}
