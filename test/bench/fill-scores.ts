import { fillMonths } from './fill-month.ts'
import { PERIOD } from './period.ts'
import { connected } from './service.ts'

/** Fills a database with sellers that each have a score of PERIOD, and no orders: what lists and sums read. */
export async function fillScores(url: string, sellers: number) {
  const client = await connected(url)
  await fillMonths(client, PERIOD, { sellers: 0, ordersEach: 0 })
  await client.query(
    `insert into sellers (seller_code, company_name, contract_type, primary_warehouse_id, assigned_am_id)
     select 'S-' || lpad(n::text, 6, '0'), initcap(substr(md5(n::text), 1, 8)) || ' Trading ' || n, 'fixed_fee',
            1 + n % 3, 1 + n % 100
     from generate_series(1, $1::int) n`,
    [sellers],
  )
  await client.query(
    `insert into monthly_scores (
       seller_id, code, period, run_id, calculated_at, am_id, warehouse_id, orders, total_sos, is_rated,
       tier_name, tier_rank, tier_color, tier_benefits, p_score_raw, p_score_weighted, o_score_raw, o_score_weighted,
       t_score_raw, t_score_weighted, f_score_raw, f_score_weighted, i_score_raw, i_score_weighted,
       previous_sos, previous_rated, delta_sos, direction, top_opportunity, is_grace_period)
     select id, seller_code, $1, 1, now(), assigned_am_id, primary_warehouse_id, 100, total, id % 50 > 0,
            (array['Platinum', 'Gold', 'Silver', 'Bronze'])[1 + id % 4], 1 + id % 4, '#8A94A6', 'standard terms',
            total, 10.1, 60, 12, 70.5, 14.1, 80, 16, 90.01, 18, 50, true, total - 50, 'up', 'o_score', false
     from sellers, lateral (select (id * 37 % 10000) / 100.0 as total) t`,
    [PERIOD],
  )
  await client.query('vacuum analyze')
  await client.end()
}
