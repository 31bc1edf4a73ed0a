import { type NamedScoreRow, SCORE_COLUMNS } from '../../src/domain/scores/score-row.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'

/** Which batch of which correction. */
export interface Applied {
  correction_id: number
  batch: number
  period: string
  run_id: number
}

/** The batch; undefined when it is applied, or the correction has ended. */
export const findApplied = (db: Sql, { correction_id, batch }: Pick<Applied, 'correction_id' | 'batch'>) =>
  db.row<Applied>`
    select b.correction_id, b.batch, c.period, c.run_ids[b.month + 1] as run_id
    from correction_batches b join corrections c on c.id = b.correction_id
    where b.correction_id = ${correction_id} and b.batch = ${batch} and b.applied_at is null and c.status = 'applying'`

/**
 * The scores of a batch that are still as the correction found them, locked in the order of sellers: nobody revises
 * them meanwhile. One that somebody else has revised while this waits for its row is checked again, and left out.
 */
export const lockUnrevised = (tx: Sql, { correction_id, batch, period }: Applied) =>
  tx.rows<NamedScoreRow>`
    select m.*, s.seller_code, s.company_name, a.name as am_name
    from correction_scores c
      join monthly_scores m on m.seller_id = c.seller_id and m.period = ${period} and m.revision = c.revision
      join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
    where c.correction_id = ${correction_id} and c.batch = ${batch} and m.status = 'final'
    order by m.seller_id for update of m`

/**
 * Writes the next revision of locked scores with its explanation and inputs, and keeps those that it replaces as they
 * were. State, review, account manager and the day of finalizing stay.
 */
export const storeCorrected = (tx: Sql, { correction_id, period, run_id }: Applied, sellers: number[]) =>
  tx.rows<NamedScoreRow>(
    `with correction as (
      select * from correction_scores where correction_id = $1 and seller_id = any($2::int[])
    ), kept as (
      insert into score_revisions (seller_id, period, revision, score, correction_id)
      select m.seller_id, m.period, m.revision, to_jsonb(m), $1::int
      from monthly_scores m join correction c using (seller_id) where m.period = $3
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, inputs, explanation)
      select seller_id, $3, revision + 1, $4::int, inputs, explanation from correction
    ), revised as (
      update monthly_scores m set
        revision = m.revision + 1, run_id = $4::int, calculated_at = now(),
        (orders, ${SCORE_COLUMNS}) = (
          select orders, ${SCORE_COLUMNS} from jsonb_populate_record(null::monthly_scores, c.score))
      from correction c where m.seller_id = c.seller_id and m.period = $3
      returning m.*
    )
    select r.*, s.seller_code, s.company_name, a.name as am_name
    from revised r join sellers s on s.id = r.seller_id left join account_managers a on a.id = r.am_id
    order by r.seller_id`,
    [correction_id, sellers, period, run_id],
  )

/** Notes what became of the scores of a batch. What was kept to write them is in their new revisions now. */
export const noteResults = (tx: Sql, { correction_id, batch }: Applied, corrected: number[]) =>
  tx.run`
    update correction_scores set
      result = case when seller_id = any(${corrected}::int[]) then 'corrected' else 'left_out' end,
      score = null, inputs = null, explanation = null
    where correction_id = ${correction_id} and batch = ${batch}`

/** The explanations of some corrected scores. */
export const explanationsOf = (tx: Sql, { period, run_id }: Applied, rows: readonly NamedScoreRow[]) =>
  tx.rows<{ seller_id: number; run_id: number; explanation: Explanation }>`
    select e.seller_id, ${run_id}::int as run_id, e.explanation
    from score_explanations e
      join unnest(${rows.map(({ seller_id }) => seller_id)}::int[], ${rows.map(({ revision }) => revision)}::int[])
        as k(seller_id, revision) using (seller_id, revision)
    where e.period = ${period} order by e.seller_id`

/** Counts an applied batch; undefined when the correction has ended. */
export const countApplied = (tx: Sql, { correction_id, batch }: Applied) =>
  tx.row<{ is_last: boolean }>`
    with counted as (
      select count(*) filter (where result = 'corrected') as corrected, count(*) filter (where result = 'left_out') as left_out
      from correction_scores where correction_id = ${correction_id} and batch = ${batch}
    )
    update corrections c set corrected = c.corrected + counted.corrected, left_out = c.left_out + counted.left_out
    from counted where c.id = ${correction_id} and c.status = 'applying'
    returning c.corrected + c.left_out = c.changed as is_last`

/** Completes a correction that is applied. Answers how many scores it has corrected and left out. */
export const completeCorrection = (tx: Sql, id: number) =>
  tx.one<{ corrected: number; left_out: number }>`
    update corrections set status = 'completed', open_period = null, finished_at = clock_timestamp() where id = ${id}
    returning corrected, left_out`
