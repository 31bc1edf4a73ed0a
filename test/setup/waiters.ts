import type { Sql } from '../../src/platform/database/statements/sql.ts'

/** How many sessions of the database wait for a lock, in a statement that has this text. */
export async function waiters(db: Sql, text = ''): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [`%${text}%`],
  )
  return waiting
}
