import type { App } from '../../src/app.ts'

/** What stands in columns that need a value, by the first letters of their type. */
const PLAIN: [string, string][] = [
  ['bool', 'false'],
  ['int', 'n'],
  ['numeric', '1'],
  ['timestamp', 'now()'],
  ['date', 'current_date'],
  ['json', `'{}'`],
  ['uuid', 'gen_random_uuid()'],
  ['_', `'{}'`],
  ['', `'x'`],
]
const plainOf = (type: string) => PLAIN.find(([start]) => type.startsWith(start))?.[1]

/**
 * Fills a table with so many rows, past all triggers: `given` has SQL of columns, in which n counts them; every other
 * column has its default, or a plain value.
 */
export async function manyRows({ db }: App, table: string, rows: number, given: Record<string, string>) {
  const needed = await db.rows<{ name: string; type: string }>(
    `select attname as name, typname as type from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''`,
    [table],
  )
  const values = { ...Object.fromEntries(needed.map(({ name, type }) => [name, plainOf(type)])), ...given }
  await db.pool.query(
    `begin; set local session_replication_role = replica;
     insert into ${table} (${Object.keys(values).map((name) => `"${name}"`)})
     select ${Object.values(values)} from generate_series(1, ${rows}) n;
     commit`,
  )
}
