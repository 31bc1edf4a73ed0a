import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { KeptScore } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-numbers.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** A score as rules are evaluated against it. */
interface Score extends KeptScore, ScoreNumbers {
  seller_id: number
  seller_code: string
}

/**
 * The scores of a period that count and are outside grace, in the order of their sellers, with what is kept of them.
 * Who is on the page is settled first, so that no explanation of another seller is looked up or sorted. Without a name
 * the statement is planned each time: a plan kept from when the tables were small reads them whole for every seller.
 */
export const scoresAfter = (
  db: Database,
  { period, after, limit }: { period: string; after: number; limit: number },
) =>
  db.rows<Score>(
    `with page as materialized (
       select * from ${COUNTED_SCORES} m
       where period = $1 and not is_grace_period and seller_id > $2
       order by seller_id limit $3
     )
     select seller_id, s.seller_code, e.run_id, e.inputs, e.explanation, ${NUMBERS_OF_M}
     from page m
       join sellers s on s.id = seller_id
       join score_explanations e using (seller_id, period, revision)
     order by seller_id`,
    [period, after, limit],
  )

/** The surcharges of a period that rules have made, whatever became of them. */
export const ruledSurcharges = (db: Database, period: string) =>
  db.rows<{ seller_id: number; rule_id: number }>`
    select seller_id, rule_id from surcharges where period = ${period} and rule_id is not null`
