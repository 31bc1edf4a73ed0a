import type { Sql } from './sql.ts'

/** What is kept under a key for all processes; undefined while there is nothing. */
export const stateOf = async <Value>(db: Sql, key: string): Promise<Value | undefined> =>
  (await db.row<{ value: Value }>`select value from service_state where key = ${key}`)?.value

/** Keeps a value under a key, in place of the one before. */
export const keepState = (db: Sql, key: string, value: unknown) =>
  db.run`
    insert into service_state (key, value, updated_at) values (${key}, ${JSON.stringify(value)}::jsonb, clock_timestamp())
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`
