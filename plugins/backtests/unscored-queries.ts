import type { Sql } from '../../src/platform/database/database.ts'

/** The first of these months that nobody has a score of. */
export const unscoredMonth = (db: Sql, months: string[]) =>
  first(
    db,
    `select month from unnest($1::text[]) month
     where not exists (select from monthly_scores where period = month) order by month limit 1`,
    [months],
  )

/** The first of these months that a backtest came to no score of. */
export const emptyMonth = (db: Sql, id: number, months: string[]) =>
  first(
    db,
    `select month from unnest($2::text[]) month
     where not exists (select from backtest_scores where backtest_id = $1 and period = month) order by month limit 1`,
    [id, months],
  )

const first = async (db: Sql, text: string, values: unknown[]) =>
  (await db.row<{ month: string }>(text, values))?.month
