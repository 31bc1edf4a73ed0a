import type { Sql } from '../../platform/database/database.ts'

/**
 * Waits for pushes that are under way and holds new ones until the transaction ends: facts have no reference to their
 * seller that would keep it, and a push may know the seller already without having written its facts.
 */
export const holdWriters = (tx: Sql) => tx.run`
  lock table orders, forecasts, campaign_actuals, tickets, invoices, inventory_snapshots, revenues, scoring_runs
  in share mode`

/** Whether a scoring run may be about to write a score of any seller. */
export async function isScoringUnderWay(tx: Sql) {
  const { open } = await tx.one<{ open: boolean }>`
    select exists (select from scoring_runs where open_period is not null) as open`
  return open
}

/** What keeps sellers from being deleted, and how much of it each has. */
export const possessionsOf = (tx: Sql, ids: number[]) =>
  tx.rows<{ seller_id: number; what: string; count: number }>`
    select seller_id, what, count(*) as count
    from (
      select 1 as n, 'scores' as what, seller_id from monthly_scores
      union all select 2, 'orders', seller_id from orders
      union all select 3, 'forecasts', seller_id from forecasts
      union all select 4, 'campaign actuals', seller_id from campaign_actuals
      union all select 5, 'tickets', seller_id from tickets
      union all select 6, 'invoices', seller_id from invoices
      union all select 7, 'inventory snapshots', seller_id from inventory_snapshots
      union all select 8, 'revenues', seller_id from revenues
      union all select 9, 'accounts', seller_id from users
      union all select 10, 'surcharges', seller_id from surcharges
    ) possession
    where seller_id = any(${ids}::int[]) group by seller_id, n, what order by seller_id, n`

/** Deletes sellers without possessions, with what is kept beside them. Their events and audit rows stay. */
export async function deleteEmptySellers(tx: Sql, ids: number[]) {
  await tx.run`delete from score_exceptions where seller_id = any(${ids}::int[])`
  await tx.run`delete from seller_assignments where seller_id = any(${ids}::int[])`
  await tx.run`delete from enforcement_changes where seller_id = any(${ids}::int[])`
  await tx.run`delete from fact_deletions where seller_id = any(${ids}::int[])`
  await tx.run`delete from projections where seller_id = any(${ids}::int[])`
  await tx.run`delete from sync_control_totals where seller_id = any(${ids}::int[])`
  await tx.run`delete from sellers where id = any(${ids}::int[])`
}
