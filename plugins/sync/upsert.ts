import { factsInUse } from '../../src/domain/facts/facts-in-use.ts'
import { arrayLiteral } from '../../src/platform/database/array-literal.ts'
import { binaryArray, isBinaryType } from '../../src/platform/database/binary-array.ts'
import { KEPT, type KeptMonths } from './kept-months.ts'
import { hasRepeatedKeys } from './repeated-keys.ts'

/** Where the records of a feed of facts are stored. `Field` are the names of their fields. */
export interface FactTable<Field extends string = string> {
  table: string
  /** The fields that together identify a record. Their columns are the primary key of the table. */
  key: Field[]
  /** For each field its column; that of `seller_code` is known. */
  columns: Record<Exclude<Field, 'seller_code'>, Column>
  /** Joins to `g`, a record that was given, and `s`, its seller. */
  joins?: string
  /** For a field that names something else than a seller: the condition under which there is no such thing. */
  unknown?: Partial<Record<Field, string>>
  /** SQL for the month of `f`, a row that was stored. */
  period: string
  /** SQL for its day in the business time zone: the first of its month where it has no other. */
  day: string
  /** The fields that may hold that day, in which a record that can't be read is looked for it. */
  dayFields: Field[]
  /** How long `f` is kept. */
  kept: KeptMonths
}

/** The type of a column that has the name and the value of its field, or what differs; `value` is SQL over `g` and `s`. */
type Column = string | { type: string; name?: string; value?: string }

/** The statements of a feed, and the fields whose arrays of values are their parameters from $4 on, in this order. */
export interface Upsert {
  /** For records of which no two have one key. */
  statement: string
  /** The same for any records: looking for those with one key takes a tenth of the statement's time. */
  withRepeats: string
  /** The same for any records, of which some take others back; its last parameter says which. */
  withDeletions: string
  fields: { field: string; type: string }[]
  /** The fields that together identify a record. */
  key: string[]
}

type Row = Record<string, unknown>

/** The statement of a feed that records need, with its parameters. */
export function callOf(
  { fields, key, ...upsert }: Upsert,
  first: unknown[],
  rows: Row[],
): [string, unknown[]] {
  const columns = fields.map(({ field, type }) => parameter(type, rows, field))
  if (rows.some(({ deleted }) => deleted))
    return [upsert.withDeletions, [...first, ...columns, parameter('bool', rows, 'deleted')]]
  const statement = hasRepeatedKeys(rows, key) ? upsert.withRepeats : upsert.statement
  return [statement, [...first, ...columns]]
}

function parameter(type: string, rows: Row[], field: string) {
  const values = rows.map((row) => row[field])
  return isBinaryType(type) ? binaryArray(type, values) : arrayLiteral(values)
}

const SELLER: Column = { type: 'text', name: 'seller_id', value: 's.id' }

/**
 * The statements that resolve codes, upsert and classify. $1 is the business time zone, $2 whether to store, $3
 * KEEP_FACTS_MONTHS. They have one row: the `unknown` things that records name, the `periods` and the `days` of what was
 * created, updated and deleted (of the days also what was received and rejected), and how many records are so old that retention deletes them (`past`).
 * Rows are written in the order of their keys, so that two pushes don't deadlock. Of records with one key the last
 * one that was not observed before an earlier one is taken. received_at moves only when a fact changes: this is how
 * a changed row differs from one in which only observed_at moved. What was taken back stays away from records that were
 * observed before: fact_deletions remembers when that was, as far as it was said, and costs nothing while it is empty.
 */
export function upsertOf({
  name: feed,
  table,
  joins = '',
  unknown = {},
  period,
  day,
  kept: { past, first = period, last = period },
  ...fact
}: FactTable & { name: string }): Upsert {
  const columns = Object.entries({ seller_code: SELLER, ...fact.columns }).map(columnOf)
  const types = list(columns, ({ type }, i) => `$${i + 4}::${type}[]`)
  const fields = list(columns, ({ field }) => field)
  const resolved = list(columns, ({ name, value }) => `${value} as ${name}`)
  const keys = fact.key.map((field) => columns.find((column) => column.field === field)?.name)
  const values = columns
    .map(({ name }) => name)
    .filter((name) => !keys.includes(name) && name !== 'observed_at')
  const key = list(keys)
  const value = list(values)
  const stored = list(values, (name) => `f.${name}`)
  const pushed = list(values, (name) => `excluded.${name}`)
  const refusals = Object.entries(unknown).map(([field, condition]) => `when ${condition} then '${field}'`)
  const recordKey = `jsonb_build_array(${list(keys.filter((name) => name !== 'seller_id'))})::text`

  const given = (types: string, fields: string, resolved: string) => `
    push as (
      select $1::text as zone, $2::bool as keep, ${KEPT('$1', '$3')}
    ), given as (
      select g.n, ${resolved},
             case when s.id is null then 'seller_code'
                  ${refusals.join(' ')} end as unknown
      from unnest(${types}) with ordinality as g(${fields}, n)
        left join sellers s using (seller_code)
        ${joins}
    ), wanted as (
      select * from given
      where unknown is null
        and not case when (select exists (select from fact_deletions where feed = '${feed}'))
                     then exists (
                       select from fact_deletions d
                       where d.seller_id = given.seller_id and d.feed = '${feed}' and d.record_key = ${recordKey}
                         and given.observed_at < d.observed_at)
                     else false end
    )`
  const latestOfRepeats = `
    decided as (
      select *, observed_at < max(observed_at) over (
                  partition by ${key} order by n rows between unbounded preceding and 1 preceding) as outdated
      from wanted
    ), latest as (
      select distinct on (${key}) *
      from decided order by ${key}, outdated is true, n desc
    )`
  const upsert = (condition: string) => `
    stored as (
      insert into ${table} as f (${key}, ${value}, observed_at, received_at)
      select ${key}, ${value}, observed_at, statement_timestamp()
      from latest, push where ${condition} order by ${key}
      on conflict (${key}) do update set
        ${list(values, (name) => `${name} = excluded.${name}`)},
        observed_at = coalesce(excluded.observed_at, f.observed_at),
        received_at = case
          when (${stored}) is distinct from (${pushed})
          then excluded.received_at else f.received_at end
      where (excluded.observed_at < f.observed_at) is not true
        and (${stored}, f.observed_at)
            is distinct from
            (${pushed}, coalesce(excluded.observed_at, f.observed_at))
      returning f.seller_id, ${day} as day, f.xmax = 0 as created,
                f.received_at = statement_timestamp()::timestamptz(3) as changed
    ), written as (
      select seller_id, day, count(*) filter (where created) as created,
             count(*) filter (where not created) as updated, 0 as deleted
      from stored where created or changed group by seller_id, day
    )`
  const counts = (isGiven: string) => `
    (select json_agg(json_build_object('n', n, 'field', unknown)) from given where unknown is not null) as unknown,
    (select json_agg(p) from (
       select period, sum(created) as created, sum(updated) as updated, sum(deleted) as deleted,
              coalesce(sum(created + updated + deleted) filter (where m.status = 'final'), 0) as late
       from (select seller_id, to_char(day, 'YYYY-MM') as period, sum(created) as created, sum(updated) as updated,
                    sum(deleted) as deleted
             from counted group by 1, 2) months
         left join monthly_scores m using (seller_id, period)
       group by period order by period) p) as periods,
    (select json_agg(d) from (
       select day, sum(received) as received, sum(created) as created, sum(updated) as updated,
              sum(deleted) as deleted, sum(rejected) as rejected
       from (select day, 0 as received, created, updated, deleted, 0 as rejected from counted
             union all
             select ${day}, count(*), 0, 0, 0, count(unknown) from given f group by 1) every
       group by day order by day) d) as days,
    (select coalesce(sum(records), 0)::int from (
       select ${first} as first, ${last} as last, count(*) as records from given f
       where ${isGiven} and ${past} group by 1, 2) old
     where not ${factsInUse('old.first', 'old.last')}) as past`

  const storing = (latest: string) => `
    with ${given(types, fields, resolved)}, ${latest},
    ${upsert('keep')}, counted as (
      select * from written
    )
    select null as removed, ${counts('unknown is null')}`
  const withDeletions = `
    with ${given(`${types}, $${columns.length + 4}::bool[]`, `${fields}, deleted`, `${resolved}, coalesce(g.deleted, false) as deleted`)},
    ${latestOfRepeats},
    ${upsert('keep and not deleted')}, removed as (
      delete from ${table} f using latest l, push
      where keep and l.deleted and ${keys.map((name) => `f.${name} = l.${name}`).join(' and ')}
        and (l.observed_at < f.observed_at) is not true
      returning l.n, f.seller_id, f.observed_at, ${day} as day, to_jsonb(f) as row
    ), remembered as (
      insert into fact_deletions as d (seller_id, feed, record_key, observed_at)
      select seller_id, '${feed}', ${recordKey}, greatest(latest.observed_at, removed.observed_at)
      from push, latest left join removed using (n, seller_id)
      where keep and deleted and coalesce(latest.observed_at, removed.observed_at) is not null
      order by ${key}
      on conflict (seller_id, feed, record_key) do update set
        observed_at = greatest(d.observed_at, excluded.observed_at), deleted_at = excluded.deleted_at
    ), counted as (
      select * from written
      union all
      select seller_id, day, 0, 0, count(*) from removed group by seller_id, day
    )
    select (select json_agg(json_build_object('n', n, 'row', row)) from removed) as removed, ${counts('unknown is null and not deleted')}`
  return {
    statement: storing('latest as (select * from wanted)'),
    withRepeats: storing(latestOfRepeats),
    withDeletions,
    fields: columns.map(({ field, type }) => ({ field, type })),
    key: fact.key,
  }
}

function columnOf([field, column]: [string, Column]) {
  const { type, name = field, value = `g.${field}` } = typeof column === 'string' ? { type: column } : column
  return { field, type, name, value }
}

const list = <Item>(items: Item[], text: (item: Item, i: number) => unknown = String) =>
  items.map(text).join(', ')
