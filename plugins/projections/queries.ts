import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { Projection } from '../../src/scoring/projection/summary.ts'
import type { ProjectionRow, ProjectionsQuery } from './schemas.ts'

/** The score of a seller's month and as of when it is, or undefined. */
export const findStored = (db: Sql, seller: number, period: string) =>
  db.row<{ total_sos: number; tier_name: string; as_of: string }>(
    `select m.total_sos, m.tier_name, coalesce(r.as_of, m.calculated_at) as as_of
     from monthly_scores m left join scoring_runs r on r.id = m.run_id
     where m.seller_id = $1 and m.period = $2`,
    [seller, period],
    'projected-score',
  )

/** The next active sellers by id. */
export const nextSellers = (db: Sql, after: number, limit: number) =>
  db.column<number>(`select id from sellers where status = 'active' and id > $1 order by id limit $2`, [
    after,
    limit,
  ])

export interface NewProjection extends Projection {
  seller_id: number
  period: string
  as_of: string
}

/**
 * Writes the projections of some sellers over those of the night before, but never over newer ones. How they stand
 * against the last final tier follows (renewRisks).
 */
export const writeProjections = (tx: Sql, rows: NewProjection[]) =>
  tx.run(
    `insert into projections (seller_id, period, as_of, expected_total, low, high, tiers, draws)
     select seller_id, period, as_of, expected_total, low, high, tiers, draws
     from jsonb_populate_recordset(null::projections, $1::jsonb)
     order by seller_id
     on conflict (seller_id, period) do update set
       as_of = excluded.as_of, expected_total = excluded.expected_total, low = excluded.low, high = excluded.high,
       tiers = excluded.tiers, draws = excluded.draws
     where projections.as_of <= excluded.as_of`,
    [JSON.stringify(rows)],
  )

const SHOWN = `s.seller_code, s.company_name, s.assigned_am_id as am_id, p.period, p.as_of, p.expected_total, p.low,
  p.high, p.tiers, p.draws, p.below_last_final,
  case when p.last_final_tier is not null
       then jsonb_build_object('period', p.last_final_period, 'tier', p.last_final_tier) end as last_final`

/**
 * Marks the sellers whose chance to fall below their last final tier has passed `above` for the first time in the
 * month, and answers their projections. The rows stay locked, so that of two who mark at once one finds nothing left.
 */
export const markAtRisk = (tx: Sql, sellers: number[], period: string, above: number) =>
  tx.rows<ProjectionRow & { seller_id: number }>(
    `with marked as (
       update projections set at_risk_since = clock_timestamp()
       where seller_id = any($1::int[]) and period = $2 and at_risk_since is null and below_last_final > $3::numeric
       returning seller_id
     )
     select p.seller_id, ${SHOWN}
     from marked join projections p using (seller_id) join sellers s on s.id = p.seller_id
     where p.period = $2 order by p.seller_id`,
    [sellers, period, above],
  )

/** One page of the projections of a month, the most likely to fall first, and how many match. */
export const pageOfProjections = (
  db: Sql,
  query: ProjectionsQuery & { period: string; portfolio_of: number | null },
) =>
  pageOfRows<ProjectionRow>(db, query, {
    rows: `
      select ${SHOWN} from projections p join sellers s on s.id = p.seller_id
      where p.period = $1 and ($2::numeric is null or p.below_last_final > $2::numeric)
        and ($3::int is null or s.assigned_am_id = $3) and ($4::int is null or s.assigned_am_id = $4)`,
    values: [query.period, query.risk, query.am_id, query.portfolio_of],
    order: 'below_last_final desc nulls last, seller_code',
  })
