import type { Transaction } from '../../../src/platform/database/database.ts'

/** Whose score of which period. */
export interface Unexplained {
  period: string
  seller_id: number
}

/** What comes before all. */
export const FIRST: Unexplained = { period: '', seller_id: 0 }

/**
 * Locks the next scores that are final or under review and have no explanation, by period and seller, as everybody does
 * who locks many scores: until the transaction ends nobody calculates or moves them.
 */
export const lockUnexplained = (tx: Transaction, { period, seller_id }: Unexplained, limit: number) =>
  tx.rows<Unexplained>(
    `select m.period, m.seller_id
     from score_explanations e join monthly_scores m using (seller_id, period, revision)
     where e.explanation is null and (e.period, e.seller_id) > ($1, $2) and m.status <> 'draft'
     order by e.period, e.seller_id limit $3 for update of m`,
    [period, seller_id, limit],
  )
