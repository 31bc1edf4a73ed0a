import { APPEAL_IS_OPEN } from '../../../src/domain/appeals/appeal-record.ts'
import type { ScoreRecord } from '../../../src/domain/scores/score-record.ts'
import { type NamedScoreRow, recordOf, type ScoreRow, tierOf } from '../../../src/domain/scores/score-row.ts'
import type { Sql, Tx } from '../../../src/platform/database/database.ts'
import type { Component } from '../../../src/scoring/components.ts'

/** What may be said about a score when its state changes; what is left out stays as it was. */
export interface Note {
  reviewed_by?: string
  notes?: string
}

export type LockedScore = Pick<ScoreRow, 'id' | 'seller_id' | 'period' | 'status' | 'before_contract'>

/** The score with this id, locked until the transaction ends: nobody else moves or rewrites it meanwhile. */
export const lockScoreById = (tx: Tx, id: number) =>
  tx.row<LockedScore>`
    select id, seller_id, period, status, before_contract from monthly_scores where id = ${id} for update`

/** The period of a score that is not final; undefined for a final one, and where there is none. */
export async function openPeriodOf(db: Sql, id: number): Promise<string | undefined> {
  const score = await db.row<{ period: string }>`
    select period from monthly_scores where id = ${id} and status <> 'final'`
  return score?.period
}

/**
 * The scores of a period that are not final, locked in the order of sellers. A score that somebody else finalizes
 * while this waits for its row is checked again once it is locked, and left out.
 */
export const lockOpenScores = (tx: Tx, period: string) =>
  tx.rows<LockedScore>`
    select id, seller_id, period, status, before_contract from monthly_scores
    where period = ${period} and status <> 'final' order by seller_id for update`

/** The undecided appeals against scores of a period, of one seller or of all. */
export const openAppeals = (tx: Tx, period: string, sellerId?: number) =>
  tx.rows<{ seller_code: string; company_name: string; component_appealed: Component }>(
    `select s.seller_code, s.company_name, a.component_appealed
    from appeals a join sellers s on s.id = a.seller_id
    where a.period = $1 and ${APPEAL_IS_OPEN} and ($2::int is null or a.seller_id = $2)
    order by a.id`,
    [period, sellerId],
  )

/** How many scores of the period are final. */
export const countFinal = (tx: Tx, period: string) =>
  tx.prisma.monthly_score.count({ where: { period, status: 'final' } })

export const markUnderReview = (tx: Tx, { seller_id, period }: LockedScore, note: Note) =>
  tx.prisma.monthly_score.update({
    where: { seller_id_period: { seller_id, period } },
    data: { ...note, status: 'under_review' },
  })

/** Makes locked scores of one period final and answers them as they then are, in the order of sellers. */
export async function markFinal(
  tx: Tx,
  period: string,
  sellers: number[],
  { reviewed_by, notes }: Note,
): Promise<{ seller_id: number; record: ScoreRecord }[]> {
  const rows = await tx.rows<NamedScoreRow>`
    with score as (
      update monthly_scores
      set status = 'final', finalized_at = now(),
          reviewed_by = coalesce(${reviewed_by}, reviewed_by), notes = coalesce(${notes}, notes)
      where period = ${period} and seller_id = any(${sellers}) and status <> 'final'
      returning *
    )
    select score.*, s.seller_code, s.company_name, a.name as am_name
    from score join sellers s on s.id = score.seller_id left join account_managers a on a.id = score.am_id
    order by score.seller_id`
  return rows.map((row) => ({ seller_id: row.seller_id, record: recordOf(row) }))
}

export type PreviousScore = Pick<ScoreRecord, 'period' | 'total_sos' | 'is_rated' | 'tier'>

/** Each seller's score of its latest earlier period, where it has one. */
export async function previousTiers(
  tx: Tx,
  period: string,
  sellers: number[],
): Promise<Map<number, PreviousScore>> {
  const rows = await tx.rows<ScoreRow>`
    select distinct on (seller_id) *
    from monthly_scores where seller_id = any(${sellers}) and period < ${period}
    order by seller_id, period desc`
  return new Map(
    rows.map((row) => {
      const { period, total_sos, is_rated } = row
      return [row.seller_id, { period, total_sos, is_rated, tier: tierOf(row) }]
    }),
  )
}
