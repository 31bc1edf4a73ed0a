import type { Sql } from '../../../src/platform/database/database.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** A score's explanation and what the run that made it had fixed. */
export interface StoredExplanation {
  explanation: Explanation
  run_id: number
  month_start: string
  as_of: string
  as_of_date: string
  feeds_in_use: FeedsInUse
  rules: ScoringRules
}

/** The explanation of one revision of a seller's score, or undefined. */
export async function findExplanation(
  db: Sql,
  score: { seller_id: number; period: string; revision: number },
): Promise<StoredExplanation | undefined> {
  const [found] = await db.rows<StoredExplanation>(
    `select e.explanation, r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.feeds_in_use, r.rules
     from score_explanations e join scoring_runs r on r.id = e.run_id
     where e.seller_id = $1 and e.period = $2 and e.revision = $3`,
    [score.seller_id, score.period, score.revision],
    'score-explanation',
  )
  return found
}
