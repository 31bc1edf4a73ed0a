import type { Sql } from '../../src/platform/database/database.ts'

/** Sellers of a kind: their codes begin with a letter. */
export const addSellers = (
  db: Sql,
  letter: string,
  count: number,
  { contract_type }: { contract_type: string | null },
) =>
  db.run(
    `insert into sellers (seller_code, company_name, contract_type)
     select $1 || '-' || n, 'Seller ' || n, $3 from generate_series(1, $2::int) n`,
    [letter, count, contract_type],
  )

/**
 * Rated scores of all sellers in a month, written as a run writes them; rank, orders and total are SQL over a seller's
 * `code` and its number `n` in its group.
 */
export const addScores = (
  db: Sql,
  period: string,
  { rank = '4', orders = '0', total = '70' }: { rank?: string; orders?: string; total?: string },
) =>
  db.run(
    `insert into monthly_scores (seller_id, period, total_sos, tier_name, tier_rank, tier_color, tier_benefits, is_rated,
       orders, p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
       f_score_raw, f_score_weighted, i_score_raw, i_score_weighted, previous_sos, delta_sos, direction,
       top_opportunity, is_grace_period, run_id, calculated_at)
     select id, $1, ${total}, 'Tier ' || (${rank}), ${rank}, '#000000', '', true, ${orders},
            50, 10, 50, 15, 50, 7.5, 50, 10, 50, 7.5, 0, 0, 'flat', 'o_score', false, r.run_id, now()
     from (select id, seller_code as code, split_part(seller_code, '-', 2)::int as n from sellers) s,
          (select coalesce(min(id), 1) as run_id from scoring_runs) r`,
    [period],
  )
