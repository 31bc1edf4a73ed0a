import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { SCORING_TYPES, type ScoringRules } from '../../src/scoring/rules.ts'
import type { Reader } from './metrics/scored-month.ts'

export { rulesOf }

/** All that scores of a period are made with. */
export const scoringRulesOf = (db: Reader, period: string): Promise<ScoringRules> =>
  rulesOf(db, SCORING_TYPES, period)
