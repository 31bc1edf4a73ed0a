import type { Sql } from '../../platform/database/database.ts'

/** The score that another one is compared with. */
export interface PreviousScore {
  period: string
  total_sos: number
}

/** The score that `m` is compared with: its seller's latest earlier one that is rated. An unrated one is no past. */
export const PREVIOUS_OF_M = `
  select e.period, e.total_sos from monthly_scores e
  where e.seller_id = m.seller_id and e.period < m.period and e.is_rated order by e.period desc limit 1`

/** The score that each seller's score of a month is compared with, where it has one. */
export async function previousScores(
  db: Sql,
  sellers: number[],
  period: string,
): Promise<Map<number, PreviousScore>> {
  const rows = await db.rows<PreviousScore & { seller_id: number }>(
    `select m.seller_id, p.period, p.total_sos
     from (select seller_id, $2::text as period from unnest($1::int[]) as s(seller_id)) m
       cross join lateral (${PREVIOUS_OF_M}) p`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}
