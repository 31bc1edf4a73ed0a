import { NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-numbers.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import { readInputsAlone, type ScoreInput } from '../../src/scoring/score-input.ts'

/** A final score in its newest revision, and what is kept of how it was made; null where nothing is. */
export interface FinalScore extends ScoreNumbers {
  seller_id: number
  revision: number
  run_id: number | null
  inputs: string | null
  /** What appeals have decided of it. The rest of its explanation is large, and not asked for. */
  appeals: Explanation | null
}

/** What a final score was made of; undefined where nothing is kept, or what other code has kept in another shape. */
export function keptInput({ inputs }: Pick<FinalScore, 'inputs'>): ScoreInput | undefined {
  if (inputs === null) return undefined
  try {
    return readInputsAlone(inputs)
  } catch {
    return undefined
  }
}

/** The final scores of some sellers in a month, in the order of sellers. */
export const finalScores = (db: Sql, sellers: number[], period: string) =>
  db.rows<FinalScore>(
    `select m.seller_id, m.revision, ${NUMBERS_OF_M}, r.id as run_id, e.inputs,
            case when m.revision > 1 and e.explanation is not null
                 then jsonb_strip_nulls(jsonb_build_object(
                   'appeal', e.explanation -> 'appeal', 'earlier_appeals', e.explanation -> 'earlier_appeals')) end as appeals
     from monthly_scores m
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
       left join scoring_runs r on r.id = e.run_id and r.rules is not null and r.as_of is not null
     where m.seller_id = any($1::int[]) and m.period = $2 and m.status = 'final'
     order by m.seller_id`,
    [sellers, period],
  )
