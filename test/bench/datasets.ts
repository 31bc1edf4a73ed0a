import { fillMonths } from './fill-month.ts'
import { PERIOD } from './period.ts'
import { calculateOverHttp, connected, serviceOn } from './service.ts'

/** BENCH_SELLERS makes it smaller, on a server that keeps no dataset. */
export const SMALL = { sellers: Number(process.env.BENCH_SELLERS ?? 10_000), ordersEach: 200 }
export const LARGE = { sellers: 100_000, ordersEach: 100 }

/** What databases can be filled with; each fills an empty migrated database, reached by its URL. */
export const DATASETS = {
  /** 200 sellers, nothing else */
  few: (url: string) => fill(url, { sellers: 200, ordersEach: 0 }),
  /** 10,000 sellers, 2,000,000 orders of PERIOD and the other facts in proportion, scored once */
  small: (url: string) => scored(url, SMALL),
  /** 100,000 sellers with 10,000,000 orders of PERIOD, scored once */
  large: (url: string) => scored(url, LARGE),
  /** as many sellers as small and large, each with a score of PERIOD, and no orders */
  scores_small: (url: string) => fillScores(url, SMALL.sellers),
  scores_large: (url: string) => fillScores(url, LARGE.sellers),
}
export type Dataset = keyof typeof DATASETS

async function fill(url: string, facts: { sellers: number; ordersEach: number }) {
  const client = await connected(url)
  await fillMonths(client, PERIOD, facts)
  await client.end()
}

async function scored(url: string, facts: { sellers: number; ordersEach: number }) {
  await fill(url, facts)
  const service = await serviceOn(url)
  await calculateOverHttp(service, PERIOD, facts.sellers)
  await service.stop()
  const client = await connected(url)
  await client.query('vacuum analyze')
  await client.end()
}

/** Paths of so many sellers of a dataset, or of each that comes `step` after another, from the code of one. */
export const pathsOf = (sellers: number, path: (seller_code: string) => string, step = 1) =>
  Array.from({ length: sellers }, (_, n) => path(`S-${String(1 + n * step).padStart(6, '0')}`))

/** Fills a database with sellers that each have a score of PERIOD, and no orders: what lists and sums read. */
async function fillScores(url: string, sellers: number) {
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
