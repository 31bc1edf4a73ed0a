import type { Sql } from '../../../src/platform/database/database.ts'
import { pageOfRows } from '../../../src/platform/database/statements/page.ts'

/** The seller of what is declared for all together. */
export const ALL = 0

interface Declared {
  seller_id: number
  seller_code: string | null
  totals: Record<string, number>
  received_at: string
  user_id: number | null
}

type Kept = Omit<Declared, 'received_at' | 'seller_code'> & { feed: string; period: string }

/** One page of what is declared of a feed and month. */
export const pageOfTotals = (db: Sql, feed: string, period: string, query: { page: number; limit: number }) =>
  pageOfRows<Declared>(db, query, {
    rows: `
      select c.seller_id, s.seller_code, c.totals, c.received_at, c.user_id
      from sync_control_totals c left join sellers s on s.id = c.seller_id
      where c.feed = $1 and c.period = $2`,
    values: [feed, period],
    order: `seller_id <> ${ALL}, seller_code`,
  })

/** Keeps what is declared, and answers what was declared before. Two at once come one after the other. */
export async function keepTotals(tx: Sql, { seller_id, feed, period, totals, user_id }: Kept) {
  const before = await tx.row<Pick<Declared, 'totals'>>`
    select totals from sync_control_totals
    where seller_id = ${seller_id} and feed = ${feed} and period = ${period} for update`
  await tx.run`
    insert into sync_control_totals (seller_id, feed, period, totals, user_id)
    values (${seller_id}, ${feed}, ${period}, ${JSON.stringify(totals)}::jsonb, ${user_id})
    on conflict (seller_id, feed, period) do update set
      totals = excluded.totals, user_id = excluded.user_id, received_at = now()`
  return before?.totals ?? null
}
