import type { Sql } from '../../src/platform/database/database.ts'

/**
 * The draft that was adopted on a backtest. An adoption holds the backtest's row against deletion, so who has locked
 * that row for one sees an adoption that came before.
 */
export const draftAdoptedOn = (tx: Sql, id: number) =>
  tx.row<{ id: number }>`
    select id from config_drafts where backtest_id = ${id} and adopted_at is not null order by id limit 1`
