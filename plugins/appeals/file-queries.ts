import type { AppealRow } from '../../src/domain/appeals/appeal-row.ts'
import { keepExplanations } from '../../src/domain/scores/keep-explanations.ts'
import type { ScoreRow } from '../../src/domain/scores/score-row.ts'
import type { Tx } from '../../src/platform/database/database.ts'

/** What identifies a monthly score. */
export type ScoreKey = Pick<ScoreRow, 'seller_id' | 'period'>

/**
 * Locks the score until the transaction ends: nobody calculates, finalizes or revises it meanwhile. What is read
 * before the lock may be of another revision, so read it afterwards, in a statement of its own.
 */
export const lockScore = (tx: Tx, { seller_id, period }: ScoreKey) =>
  tx.row<ScoreRow>`
    select * from monthly_scores where seller_id = ${seller_id} and period = ${period} for update`

/** Makes an appeal, or answers undefined when the seller has an open one of that period and component. */
export const insertAppeal = (tx: Tx, appeal: ScoreKey & Partial<AppealRow>) =>
  tx.row<AppealRow>`
    with made as (
      insert into appeals (
        seller_id, period, component_appealed, appeal_reason_type, description, evidence_urls, submitted_by_am_id,
        created_by, score_before, open_key)
      select seller_id, period, component_appealed, appeal_reason_type, description, coalesce(evidence_urls, '{}'),
             submitted_by_am_id, created_by, score_before, period || ':' || component_appealed
      from jsonb_populate_record(null::appeals, ${JSON.stringify(appeal)}::jsonb)
      on conflict (seller_id, open_key) do nothing
      returning *
    )
    select made.*, s.seller_code, s.company_name, m.name as am_name
    from made join sellers s on s.id = made.seller_id left join account_managers m on m.id = made.submitted_by_am_id`

/**
 * An appeal against a draft puts it under review. Answers whether it was one. Who appeals can't calculate: that other
 * code has computed the score is said to who decides.
 */
export const putUnderReview = async (tx: Tx, { seller_id, period }: ScoreKey): Promise<boolean> => {
  const where = { seller_id, period, status: 'draft' }
  const { count } = await tx.prisma.monthly_score.updateMany({ where, data: { status: 'under_review' } })
  if (count === 1) await keepExplanations(tx, period, [seller_id])
  return count === 1
}
