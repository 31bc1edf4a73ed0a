import t from 'tap'
import { columnsOf, type Feed, keyColumns } from '../../src/feeds/feed.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { isScored } from '../../src/feeds/sums-queries.ts'
import { testApp } from '../setup/app.ts'

// What the table of a feed has beside the columns of its records.

const { db } = (await testApp(t)).app

/** The indexes of a table, that of its key among them, by their columns in order. */
const indexesOf = async (table: string) =>
  (
    await db.rows<{ columns: string[] }>(
      `select array(select a.attname::text from unnest(i.indkey::int[]) with ordinality k(attnum, n)
                    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by n) as columns
       from pg_index i where i.indrelid = $1::regclass and i.indpred is null`,
      [table],
    )
  ).map(({ columns }) => columns)

/** The column that says the day of a fact. */
const dayColumn = (feed: Feed) =>
  columnsOf(feed).find(({ field }) => field === feed.dayFields[0])?.name as string

for (const feed of FEEDS)
  t.test(`${feed.name}: the columns that pushes write, its indexes, and its vacuum`, async (t) => {
    const own = await db.rows(
      `select column_name as name, data_type as type, is_nullable as nullable, column_default is not null as has_default
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name in ('observed_at', 'received_at', 'was_on', 'was_last')
       order by 1`,
      [feed.table],
    )
    t.same(own, [
      { name: 'observed_at', type: 'timestamp with time zone', nullable: 'YES', has_default: false },
      { name: 'received_at', type: 'timestamp with time zone', nullable: 'NO', has_default: true },
      { name: 'was_last', type: 'text', nullable: 'YES', has_default: false },
      { name: 'was_on', type: 'date', nullable: 'YES', has_default: false },
    ])
    const indexes = await indexesOf(feed.table)
    const has = (...columns: string[]) =>
      indexes.some((index) => columns.every((column, place) => index[place] === column))
    t.ok(has(...keyColumns(feed)), 'the key')
    if (isScored(feed)) t.ok(has('seller_id', dayColumn(feed)), 'what a run reads of a seller')
    if (feed.expected === 'every day') t.ok(has(dayColumn(feed)), 'what retention looks for')
    const { options } = await db.one<{ options: string[] | null }>(
      'select reloptions as options from pg_class where oid = $1::regclass',
      [feed.table],
    )
    for (const option of ['autovacuum_vacuum_scale_factor=0.02', 'autovacuum_vacuum_threshold=1000'])
      t.ok(options?.includes(option), `${option} in ${options}`)
  })
