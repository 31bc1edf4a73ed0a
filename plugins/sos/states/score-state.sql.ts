import type { ScoreRecord } from '../../../src/domain/scores/score-record.ts'
import { type NamedScoreRow, recordOf, tierOf } from '../../../src/domain/scores/score-row.ts'
import type { Tx } from '../../../src/platform/database/database.ts'

/** What may be said about a score when its state changes; what is left out stays as it was. */
export interface Note {
  reviewed_by?: string
  notes?: string
}

export interface LockedScore {
  id: number
  seller_id: number
  period: string
  status: ScoreRecord['status']
}

/** The score with this id, locked until the transaction ends: nobody else moves or rewrites it meanwhile. */
export async function lockScore(tx: Tx, id: number): Promise<LockedScore | undefined> {
  const score = await tx.row<LockedScore>`
    select id, seller_id, period, status from monthly_scores where id = ${id} for update`
  return score
}

/**
 * The scores of a period that are not final, locked in the order of sellers. A score that somebody else finalizes
 * while this waits for its row is judged again once it is locked, and left out.
 */
export const lockOpenScores = (tx: Tx, period: string) =>
  tx.rows<LockedScore>`
    select id, seller_id, period, status from monthly_scores
    where period = ${period} and status <> 'final' order by seller_id for update`

/** How many scores of the period are final. */
export async function countFinal(tx: Tx, period: string): Promise<number> {
  const row = await tx.row<{ count: number }>`
    select count(*)::int as count from monthly_scores where period = ${period} and status = 'final'`
  return row?.count ?? 0
}

export const markUnderReview = (tx: Tx, { id }: LockedScore, { reviewed_by, notes }: Note) =>
  tx.run`
    update monthly_scores
    set status = 'under_review', reviewed_by = coalesce(${reviewed_by}, reviewed_by), notes = coalesce(${notes}, notes)
    where id = ${id}`

/** Makes locked scores of one period final and answers them as they then are, in the order of sellers. */
export async function markFinal(
  tx: Tx,
  period: string,
  sellers: number[],
  { reviewed_by, notes }: Note,
): Promise<{ seller_id: number; record: ScoreRecord }[]> {
  const rows = await tx.rows<{ score: NamedScoreRow }>`
    with score as (
      update monthly_scores
      set status = 'final', finalized_at = now(),
          reviewed_by = coalesce(${reviewed_by}, reviewed_by), notes = coalesce(${notes}, notes)
      where period = ${period} and seller_id = any(${sellers}) and status <> 'final'
      returning *
    )
    select to_jsonb(score) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', a.name) as score
    from score join sellers s on s.id = score.seller_id left join account_managers a on a.id = score.am_id
    order by score.seller_id`
  return rows.map(({ score }) => ({ seller_id: score.seller_id, record: recordOf(score) }))
}

export interface PreviousScore {
  period: string
  total_sos: number
  tier: ScoreRecord['tier']
}

/** Each seller's score of its latest earlier period, where it has one. */
export async function previousTiers(
  tx: Tx,
  period: string,
  sellers: number[],
): Promise<Map<number, PreviousScore>> {
  const rows = await tx.rows<{ score: NamedScoreRow }>`
    select distinct on (seller_id) to_jsonb(m) as score
    from monthly_scores m where seller_id = any(${sellers}) and period < ${period}
    order by seller_id, period desc`
  return new Map(
    rows.map(({ score }) => [
      score.seller_id,
      { period: score.period, total_sos: score.total_sos, tier: tierOf(score) },
    ]),
  )
}
