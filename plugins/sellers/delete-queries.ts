import type { Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/record.ts'

/**
 * Waits for pushes that are under way and holds new ones until the transaction ends: facts have no reference to their
 * seller that would keep it, and a push may know the seller already without having written its facts.
 */
export const holdWriters = (tx: Tx) => tx.run`
  lock table orders, forecasts, campaign_actuals, tickets, invoices, inventory_snapshots, revenues, scoring_runs
  in share mode`

/** Whether a scoring run may be about to write a score of any seller. */
export async function isScoringUnderWay(tx: Tx) {
  const { open } = await tx.one<{ open: boolean }>`
    select exists (select from scoring_runs where open_period is not null) as open`
  return open
}

/** What keeps a seller from being deleted, and how much of it there is. */
export const possessionsOf = (tx: Tx, id: number) => tx.rows<{ what: string; count: number }>`
  select what, count from (
    select 1 as n, 'scores' as what, count(*) from monthly_scores where seller_id = ${id}
    union all select 2, 'orders', count(*) from orders where seller_id = ${id}
    union all select 3, 'forecasts', count(*) from forecasts where seller_id = ${id}
    union all select 4, 'campaign actuals', count(*) from campaign_actuals where seller_id = ${id}
    union all select 5, 'tickets', count(*) from tickets where seller_id = ${id}
    union all select 6, 'invoices', count(*) from invoices where seller_id = ${id}
    union all select 7, 'inventory snapshots', count(*) from inventory_snapshots where seller_id = ${id}
    union all select 8, 'revenues', count(*) from revenues where seller_id = ${id}
    union all select 9, 'accounts', count(*) from users where seller_id = ${id}
    union all select 10, 'surcharges', count(*) from surcharges where seller_id = ${id}
  ) possession where count > 0 order by n`

/** Deletes a seller with its exceptions, which it answers, and its assignments. Its events and audit rows stay. */
export async function deleteEmptySeller({ prisma }: Tx, id: number) {
  const where = { seller_id: id }
  const exceptions = await prisma.score_exception.findMany({ where, orderBy: { id: 'asc' } })
  await prisma.score_exception.deleteMany({ where })
  await prisma.seller_assignment.deleteMany({ where })
  await prisma.enforcement_change.deleteMany({ where })
  await prisma.seller.delete({ where: { id } })
  return plain(exceptions)
}
