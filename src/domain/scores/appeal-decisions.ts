import type { Sql } from '../../platform/database/database.ts'
import type { Explanation } from '../../scoring/explanation.ts'
import type { AppealDecision } from '../../scoring/revise-score.ts'
import { decisionsOf } from '../../scoring/simulation/world.ts'

/** What appeals have decided of the scores of a month, by seller; a seller without a decision is left out. */
export async function appealDecisions(
  db: Sql,
  sellers: number[],
  period: string,
): Promise<Map<number, AppealDecision[]>> {
  const rows = await db.rows<{ seller_id: number; explanation: Explanation }>(
    `select seller_id, e.explanation
     from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where m.seller_id = any($1::int[]) and m.period = $2 and m.revision > 1 and e.explanation is not null`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, explanation }) => [seller_id, decisionsOf(explanation)]))
}
