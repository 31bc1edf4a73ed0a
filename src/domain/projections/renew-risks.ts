import type { Sql } from '../../platform/database/database.ts'
import { chanceBelow, type Projection } from '../../scoring/projection/project.ts'
import { COUNTED_SCORES, isBeforeContract } from '../scores/counted-scores.ts'

/** The latest final and rated score before a month. */
interface LastTier {
  period: string
  tier: string
  rank: number
}

/**
 * The tier of each seller's latest final and rated score before a month that counts. A seller without one is left out,
 * and so is one whose contract begins after the month: it can't fall yet.
 */
export async function lastFinals(db: Sql, sellers: number[], period: string): Promise<Map<number, LastTier>> {
  const rows = await db.rows<LastTier & { seller_id: number }>(
    `select distinct on (m.seller_id) m.seller_id, m.period, m.tier_name as tier, m.tier_rank as rank
     from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
     where m.seller_id = any($1::int[]) and m.period < $2 and m.status = 'final' and m.is_rated
       and not ${isBeforeContract('$2')}
     order by m.seller_id, m.period desc`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...last }) => [seller_id, last]))
}

/**
 * Lets one transaction at a time write projections. It is taken before the first of them is written, so nobody waits for
 * a row while others wait for their turn.
 */
export const lockRisks = (tx: Sql) => tx.run`select pg_advisory_xact_lock(hashtextextended('risks', 0))`

/**
 * Compares the projections of later months with the latest final scores as they are now, in the transaction that has
 * changed these. The drawn month ends stay, with the ranks that their tiers had; those of before there were ranks in them
 * wait for the next night.
 *
 * The race it closes: who projects a month and who finalizes the one before don't see each other. So both come here
 * once they have written, one after the other until it commits (lockRisks), and the second finds what the first has
 * written. Rows of scores are locked before that, and events are published after it. The cost: every finalize, appeal and
 * correction waits for every other until its commit.
 */
export async function renewRisks(tx: Sql, sellers: number[], period: string) {
  await lockRisks(tx)
  const kept = await tx.rows<Pick<Projection, 'tiers'> & { seller_id: number; period: string }>`
    select seller_id, period, tiers from projections
    where seller_id = any(${sellers}) and period > ${period} and tiers -> 0 ? 'rank'`
  for (const [month, rows] of Map.groupBy(kept, (row) => row.period)) {
    const ids = rows.map(({ seller_id }) => seller_id)
    const lasts = await lastFinals(tx, ids, month)
    const risks = rows.map((row) => {
      const last = lasts.get(row.seller_id)
      return { ...last, seller_id: row.seller_id, below: last && chanceBelow(row, last.rank) }
    })
    await tx.run`
      update projections p set
        last_final_period = r.period, last_final_tier = r.tier, below_last_final = r.below
      from jsonb_to_recordset(${JSON.stringify(risks)}::jsonb) as r(seller_id int, period text, tier text, below numeric)
      where p.seller_id = r.seller_id and p.period = ${month}
        and (p.last_final_period, p.last_final_tier, p.below_last_final) is distinct from (r.period, r.tier, r.below)`
  }
}
