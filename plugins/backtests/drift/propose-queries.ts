import type { Tx } from '../../../src/platform/database/database.ts'
import type { Drift } from './score-part.ts'

/** A score that drifts, and who appeals for its seller. */
export interface Drifted {
  seller_id: number
  seller_code: string
  period: string
  am_id: number | null
  total_before: number
  total_after: number
  tier_before: string
  tier_after: string
  drift: Drift
}

/** The scores of a drift that come out otherwise: those of these sellers, or those whose total rises. In one order. */
export const driftedScores = (tx: Tx, id: number, codes: string[] | null, limit: number) =>
  tx.rows<Drifted>`
    select b.seller_id, s.seller_code, b.period, s.assigned_am_id as am_id,
           b.before_total as total_before, b.after_total as total_after,
           b.before_tier as tier_before, b.after_tier as tier_after, b.drift
    from backtest_scores b join sellers s on s.id = b.seller_id
    where b.backtest_id = ${id} and b.drift is not null
      and (b.before_total <> b.after_total or b.before_tier <> b.after_tier)
      and case when ${codes}::text[] is null then b.after_total > b.before_total
               else s.seller_code = any(${codes}::text[]) end
    order by b.seller_id, b.period limit ${limit}`

/** The first of these codes that no seller has. */
export const unknownCode = async (tx: Tx, codes: string[]) =>
  (
    await tx.row<{ code: string }>`
    select code from unnest(${codes}::text[]) with ordinality c(code, position)
    where not exists (select from sellers where seller_code = code) order by position limit 1`
  )?.code

/** The open appeal of a seller's score, whatever it is against. */
export const openAppealOf = (tx: Tx, seller_id: number, period: string) =>
  tx.row<{ id: number }>`
    select id from appeals
    where seller_id = ${seller_id} and period = ${period} and open_key is not null order by id limit 1`
