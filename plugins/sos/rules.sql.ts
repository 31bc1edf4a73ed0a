import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { SCORING_TYPES, type ScoringRules } from '../../src/scoring/rules.ts'

export { rulesOf }

/** All that scores of a period are made with. */
export const scoringRulesOf = (db: Sql, period: string): Promise<ScoringRules> =>
  rulesOf(db, SCORING_TYPES, period)
