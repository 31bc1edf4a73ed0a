import type { Explained } from '../../../src/domain/scores/keep-explanations.ts'
import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { SellerScore } from '../../../src/scoring/score.ts'
import { KEPT_BATCH } from '../changes/kept-queries.ts'
import type { Calculation } from './schemas.ts'

/** A score, what the seller was when it was computed, and what those need who compare scores. */
export interface ScoredSeller {
  seller_id: number
  am_id: number | null
  warehouse_id: number | null
  /** Orders of the month. */
  orders: number
  /** Only rated scores are compared with; null without one. */
  previous_rated: true | null
  score: SellerScore
}

/** A score that was written, and the state that it was found in. */
export type StoredScore = Explained & { status: 'draft' | 'under_review' }

/**
 * Writes the scores of a set of sellers and what they are made of in one statement, and answers whose. A score
 * that is final or that an appeal has revised, or becomes so while the statement waits for its row, is left as it is,
 * and so are its inputs: the condition is checked on the row as it is once locked. A score under review stays
 * under review; whoever writes it keeps its explanation, too. Rows are taken in the order of sellers, as everybody does
 * who locks many scores. The inputs come as one text with a line for each, because they weigh most: JSON inside JSON
 * would be read three times.
 */
export const storeScores = (
  tx: Sql,
  run: { id: number; period: string; started_at: string },
  scores: ScoredSeller[],
): Promise<StoredScore[]> => tx.rows`
    with scored as (
      select * from rows from (
        json_to_recordset(${JSON.stringify(scores.map(toRow))}::json) as (
          seller_id int, am_id int, warehouse_id int, orders int, total_sos numeric, is_rated boolean,
          unrated_reason text, unrated_metric text, imputed text[],
          tier_name text, tier_rank int, tier_color text, tier_benefits text,
          p_score_raw numeric, p_score_weighted numeric, o_score_raw numeric, o_score_weighted numeric,
          t_score_raw numeric, t_score_weighted numeric, f_score_raw numeric, f_score_weighted numeric,
          i_score_raw numeric, i_score_weighted numeric,
          previous_sos numeric, previous_rated boolean, delta_sos numeric, direction text, top_opportunity text,
          is_grace_period boolean),
        string_to_table(${scores.map(({ score }) => score.inputs).join('\n')}, chr(10))
      ) as s(
        seller_id, am_id, warehouse_id, orders, total_sos, is_rated, unrated_reason, unrated_metric, imputed, tier_name, tier_rank, tier_color, tier_benefits,
        p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
        f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
        previous_sos, previous_rated, delta_sos, direction, top_opportunity, is_grace_period, inputs)
    ), stored as (
      insert into monthly_scores (
        seller_id, code, period, run_id, calculated_at, am_id, warehouse_id, orders, total_sos, is_rated,
        unrated_reason, unrated_metric, imputed, tier_name, tier_rank, tier_color, tier_benefits,
        p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
        f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
        previous_sos, previous_rated, delta_sos, direction, top_opportunity, is_grace_period)
      select seller_id, coalesce((select seller_code from sellers where id = seller_id), ''), ${run.period}, ${run.id}::int,
             ${run.started_at}::timestamptz, am_id, warehouse_id, orders,
             total_sos, is_rated, unrated_reason, unrated_metric, imputed, tier_name, tier_rank, tier_color, tier_benefits,
             p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
             f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
             previous_sos, previous_rated, delta_sos, direction, top_opportunity, is_grace_period
      from scored order by seller_id
      on conflict (seller_id, period) do update set
        run_id = excluded.run_id, calculated_at = excluded.calculated_at,
        am_id = excluded.am_id, warehouse_id = excluded.warehouse_id, orders = excluded.orders,
        total_sos = excluded.total_sos, is_rated = excluded.is_rated,
        unrated_reason = excluded.unrated_reason, unrated_metric = excluded.unrated_metric, imputed = excluded.imputed,
        tier_name = excluded.tier_name, tier_rank = excluded.tier_rank,
        tier_color = excluded.tier_color, tier_benefits = excluded.tier_benefits,
        p_score_raw = excluded.p_score_raw, p_score_weighted = excluded.p_score_weighted,
        o_score_raw = excluded.o_score_raw, o_score_weighted = excluded.o_score_weighted,
        t_score_raw = excluded.t_score_raw, t_score_weighted = excluded.t_score_weighted,
        f_score_raw = excluded.f_score_raw, f_score_weighted = excluded.f_score_weighted,
        i_score_raw = excluded.i_score_raw, i_score_weighted = excluded.i_score_weighted,
        previous_sos = excluded.previous_sos, previous_rated = excluded.previous_rated,
        delta_sos = excluded.delta_sos, direction = excluded.direction,
        top_opportunity = excluded.top_opportunity, is_grace_period = excluded.is_grace_period
      where monthly_scores.status <> 'final' and monthly_scores.revision = 1
      returning seller_id, period, revision, status
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, inputs)
      select seller_id, period, revision, ${run.id}::int, inputs
      from stored join scored using (seller_id) order by seller_id
      on conflict (seller_id, period, revision) do update set
        run_id = excluded.run_id, inputs = excluded.inputs, explanation = null
    )
    select seller_id, period, revision, status from stored`

const toRow = ({ score, ...seller }: ScoredSeller) => ({ ...seller, ...scoreColumns(score) })

/**
 * The scores of the sellers that a run scored, in the order of their codes. A newer run of the period may have
 * scored them again since, so they are found by the run's batches: whoever waited for this run still gets an
 * answer for each of its sellers.
 */
export const resultsOfRun = (db: Sql, run: { id: number; period: string }) =>
  db.rows<Calculation['results'][number]>(
    `select s.seller_code as seller_id, m.total_sos, m.tier_name as tier, m.is_grace_period as grace
     from (select batch, unnest(seller_ids) as seller_id from scoring_batches where run_id = $1) b
     join monthly_scores m on m.seller_id = b.seller_id and m.period = $2 and (m.run_id >= $1 or b.batch = ${KEPT_BATCH})
     join sellers s on s.id = m.seller_id
     order by s.seller_code`,
    [run.id, run.period],
  )
