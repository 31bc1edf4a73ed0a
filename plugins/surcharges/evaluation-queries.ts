import type { Database } from '../../src/platform/database/database.ts'
import type { MetricExplanation } from '../../src/scoring/explanation.ts'

/** A score as rules are evaluated against it. */
interface Score {
  seller_id: number
  seller_code: string
  is_grace_period: boolean
  metrics: MetricExplanation[]
}

/**
 * The scores of a period that are outside grace, in the order of their sellers, with the metrics that are asked for.
 * Who is on the page is settled first, so that no explanation of another seller is looked up or sorted. Without a name
 * the statement is planned each time: a plan kept from when the tables were small reads them whole for every seller.
 */
export const scoresAfter = (
  db: Database,
  { period, metrics, after, limit }: { period: string; metrics: string[]; after: number; limit: number },
) =>
  db.rows<Score>(
    `with page as materialized (
       select seller_id, period, revision, is_grace_period from monthly_scores
       where period = $1 and not is_grace_period and seller_id > $3
       order by seller_id limit $4
     )
     select seller_id, s.seller_code, is_grace_period,
            (select coalesce(json_agg(metric), '[]') from json_array_elements(e.explanation -> 'metrics') metric
             where metric ->> 'metric' = any($2::text[])) as metrics
     from page
       join sellers s on s.id = seller_id
       join score_explanations e using (seller_id, period, revision)
     order by seller_id`,
    [period, metrics, after, limit],
  )

/** The surcharges of a period that rules have made, whatever became of them. */
export const ruledSurcharges = (db: Database, period: string) =>
  db.rows<{ seller_id: number; rule_id: number }>`
    select seller_id, rule_id from surcharges where period = ${period} and rule_id is not null`
