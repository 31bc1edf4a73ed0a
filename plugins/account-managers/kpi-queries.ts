import type { Tx } from '../../src/platform/database/database.ts'
import type { AmKpi, KpiRules, PortfolioSeller } from '../../src/scoring/am-kpi.ts'

/**
 * The scored sellers of a period by the account manager they counted for. An earlier total that was not rated is no
 * previous total: it was made of too little data, and a change from it would measure the data, not the seller.
 */
export const portfoliosOf = (tx: Tx, period: string) =>
  tx.rows<{ am_id: number; sellers: PortfolioSeller[] }>`
    select am_id, jsonb_agg(jsonb_build_object(
             'total_sos', total_sos, 'previous_sos', case when previous_rated then previous_sos end,
             'tier_rank', tier_rank, 'is_rated', is_rated, 'orders', orders) order by seller_id) as sellers
    from monthly_scores where period = ${period} and am_id is not null
    group by am_id`

/** Makes these the KPIs of a period. */
export async function replaceKpis(
  tx: Tx,
  period: string,
  kpis: (AmKpi & { am_id: number; rules: KpiRules })[],
) {
  const rows = kpis.map(({ band, ...kpi }) => ({ ...kpi, band: band?.name, percent: band?.percent }))
  await tx.run`
    with computed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(
        am_id int, kpi numeric, assessed boolean, sellers int, rated_sellers int,
        band text, percent numeric, parts jsonb, rules jsonb)
    ), gone as (
      delete from am_kpis where period = ${period} and am_id not in (select am_id from computed)
    )
    insert into am_kpis (
      am_id, period, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, computed_at)
    select am_id, ${period}, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, clock_timestamp()
    from computed order by am_id
    on conflict (am_id, period) do update set
      kpi = excluded.kpi, assessed = excluded.assessed,
      sellers = excluded.sellers, rated_sellers = excluded.rated_sellers,
      band = excluded.band, percent = excluded.percent,
      parts = excluded.parts, rules = excluded.rules, computed_at = excluded.computed_at`
}
