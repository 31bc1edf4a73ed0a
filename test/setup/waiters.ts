import type { Database } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/statements/sql.ts'
import { clientOf } from './client.ts'
import { eventually } from './eventually.ts'

/** How many sessions of the database wait for a lock, in a statement that has this text. */
export async function waiters(db: Sql, text = ''): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [`%${text}%`],
  )
  return waiting
}

/**
 * Begins these, each once the one before waits or has ended, while nobody can write to a table: so whatever comes to it
 * stands there with all that it has locked and written until the last has begun. Answers what they come to.
 */
export async function overlapping<Outcome>(
  t: Parameters<typeof clientOf>[0],
  db: Database,
  table: string,
  works: (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const holder = await clientOf(t, db.connectionString)
  await holder.query(`begin; lock table ${table} in share mode`)
  const begun: Promise<Outcome>[] = []
  let ended = 0
  for (const work of works) {
    begun.push(work().finally(() => ended++))
    await eventually(async () => ended + (await waiters(db)) >= begun.length)
  }
  await holder.query('rollback')
  return Promise.all(begun)
}

/** Makes the first of these changes meet a conflict of this code, as another transaction would. */
export const meetsOnce = (db: Sql, code: '40001' | '40P01', change: string) =>
  db.rows(`
    create sequence met;
    create function meet_once() returns trigger language plpgsql as $$ begin
      if nextval('met') = 1 then raise 'a conflict' using errcode = '${code}'; end if;
      return old;
    end $$;
    create ${change} for each row execute function meet_once()`)
