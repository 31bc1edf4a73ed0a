import type { Sql } from '../../../src/platform/database/database.ts'

/** How many scores a month has: those that an appeal has decided, and all others. */
export const countScores = (db: Sql, period: string) =>
  db.one<{ open: number; decided: number }>(
    `select count(*) filter (where revision = 1) as open, count(*) filter (where revision > 1) as decided
     from monthly_scores where period = $1`,
    [period],
  )

/**
 * The kept inputs of a month's scores that no appeal has decided, null where none are kept: of all of them, or of
 * `most` that are evenly spread over the ids of their sellers.
 */
export async function keptInputs(db: Sql, period: string, { most, of }: { most: number; of: number }) {
  const rows = await db.rows<{ inputs: string | null }>(
    `with scores as (
       select seller_id, row_number() over (order by seller_id) as place
       from monthly_scores where period = $1 and revision = 1
     )
     select e.inputs
     from scores left join score_explanations e
       on e.seller_id = scores.seller_id and e.period = $1 and e.revision = 1
     where place * $2 / $3 > (place - 1) * $2 / $3
     order by scores.seller_id`,
    [period, most, of],
  )
  return rows.map(({ inputs }) => inputs)
}
