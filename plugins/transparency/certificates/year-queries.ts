import type { Sql } from '../../../src/platform/database/database.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'

/** A leaf with what it names; null where the service keeps it no more. */
export interface LeafWithTexts {
  index: number
  seller_code: string
  period: string
  revision: number
  statement: string
  run_id: number | null
  inputs: string | null
  explanation: Explanation | null
}

/** The leaves of months, after an index and below a size, in their order. */
export const leavesOfMonths = (
  db: Sql,
  { from, to, after, size, limit }: { from: string; to: string; after: number; size: number; limit: number },
) =>
  db.rows<LeafWithTexts>(
    `select l.index, s.seller_code, l.period, l.revision, l.statement, e.run_id, e.inputs, e.explanation
     from (
       select * from log_leaves where index > $1 and index < $2 and period between $3 and $4 order by index limit $5
     ) l join sellers s on s.id = l.seller_id
       left join score_explanations e using (seller_id, period, revision)
     order by l.index`,
    [after, size, from, to, limit],
  )
