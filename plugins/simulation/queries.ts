import type { KeptScore } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-numbers.ts'
import type { Sql } from '../../src/platform/database/database.ts'

/** A score's numbers and what is kept of it; the run is null where nothing is. */
export type StoredScore = ScoreNumbers & Omit<KeptScore, 'run_id'> & { run_id: number | null; as_of: string }

/** The newest revision of a seller's score of a month, or undefined. */
export const findStored = (db: Sql, sellerId: number, period: string) =>
  db.row<StoredScore>(
    `select ${NUMBERS_OF_M}, e.inputs, e.explanation, r.id as run_id, r.as_of
     from monthly_scores m
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
       left join scoring_runs r on r.id = e.run_id
     where m.seller_id = $1 and m.period = $2`,
    [sellerId, period],
    'simulated-score',
  )
