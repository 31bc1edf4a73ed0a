import { columnsOf, type Feed, keyColumns, monthOf } from '../../../src/feeds/feed.ts'
import { KEPT } from '../../../src/feeds/months.ts'
import { factsInUse } from '../retention.ts'
import { dateChecksOf, TOMORROW } from './date-checks.ts'

/**
 * The statements that resolve codes, upsert and classify. $1 is the business time zone, $2 whether to store, $3
 * KEEP_FACTS_MONTHS, from $4 on the arrays of values of `fields`. They have one row: what was removed, and the counts.
 */
export const upsertOf = (feed: Feed) => ({
  /** For records of which no two have one key, and none takes another back. */
  statement: `
  with ${given(feed, columnsOf(feed))}, latest as (select * from wanted), ${stored(feed, '$2')}, counted as (
    select * from written
  )
  select '[]'::json as removed, ${countsOf(feed, 'unknown is null')}`,
  /** For any records: to look for equal keys takes a tenth of its time. The last parameter: which take others back. */
  ofAny: `
  with ${given(feed, [...columnsOf(feed), DELETED])}, ${latest(feed)}, ${stored(feed, '$2 and not deleted')},
  ${removed(feed)}, counted as (
    select * from written
    union all
    select seller_id, day, null, null, coalesce(first, day), coalesce(last, day), 0, 0, count(*)
    from removed group by seller_id, day, first, last
  )
  select (select coalesce(json_agg(json_build_object('n', n, 'row', row) order by n), '[]') from removed) as removed,
    ${countsOf(feed, 'unknown is null and not deleted', mayRemove(feed))}`,
  fields: columnsOf(feed),
  /** The warnings whose records `odd_dates` lists, in its order. */
  dateChecks: dateChecksOf(feed),
})
export type Upsert = ReturnType<typeof upsertOf>

type StoredColumn = ReturnType<typeof columnsOf>[number]

/** Whether a record takes another back. */
export const DELETED = {
  field: 'deleted',
  name: 'deleted',
  type: 'bool',
  value: 'coalesce(g.deleted, false)',
}

/**
 * `push` are the days that hold for all records, `given` the records with their sellers and the `unknown` thing that they name,
 * `wanted` those to store. What was taken back stays away from records that were observed before: fact_deletions
 * remembers when that was, as far as it was said, and costs nothing while it is empty.
 */
const given = (feed: Feed, columns: StoredColumn[]) => `
  push as (
    select ${TOMORROW('$1')}, ${KEPT('$1', '$3')}
  ), given as (
    select g.n, ${list(columns, ({ name, value }) => `${value} as ${name}`)},
           case when s.id is null then 'seller_code'
                ${refusalsOf(feed)} end as unknown
    from unnest(${list(columns, ({ type }, i) => `$${i + 4}::${type}[]`)}) with ordinality
           as g(${list(columns, ({ field }) => field)}, n)
      left join sellers s using (seller_code)
      ${feed.joins ?? ''}
  ), wanted as (
    select * from given
    where unknown is null
      and not case when (select exists (select from fact_deletions where feed = '${feed.name}'))
                   then exists (
                     select from fact_deletions d
                     where d.seller_id = given.seller_id and d.feed = '${feed.name}' and d.record_key = ${recordKeyOf(feed)}
                       and given.observed_at < d.observed_at)
                   else false end
  )`

const refusalsOf = ({ unknown = {} }: Feed) =>
  Object.entries(unknown)
    .map(([field, condition]) => `when ${condition} then '${field}'`)
    .join(' ')

/** The key of a row within its seller, as fact_deletions has it. */
const recordKeyOf = (feed: Feed) =>
  `jsonb_build_array(${list(keyColumns(feed).filter((name) => name !== 'seller_id'))})::text`

/** Of records with one key `latest` is the last one that was not observed before an earlier one. */
function latest(feed: Feed) {
  const key = list(keyColumns(feed))
  return `
  decided as (
    select *, observed_at < max(observed_at) over (
                partition by ${key} order by n rows between unbounded preceding and 1 preceding) as outdated
    from wanted
  ), latest as (
    select distinct on (${key}) *
    from decided order by ${key}, outdated is true, n desc
  )`
}

const lastOf = ({ day, kept: { last = day } }: Feed) => last

/** The day of a row, and days of the first and the last month that count it: the same where they are null. */
const daysOf = ({ day, kept: { first = 'null::date', last = 'null::date' } }: Feed) =>
  `${day} as day, ${first} as first, ${last} as last`

/** The first of them in which a row with `was_on` is new or changed, and the last. */
const SPAN =
  'case when was_on is null then coalesce(first, day) else day end as first, coalesce(last, day) as last'

/**
 * `stored` are the rows that are written, `written` counts them by seller and months. Rows are written in the order of
 * their keys, so that two pushes don't deadlock. received_at moves only when a fact changes: this is how a changed row
 * differs from one in which only observed_at moved. was_on and was_last are the day and the last month of the row that the
 * update has locked and replaces, which no push at the same time can move; a new row has none. A new row is of all months
 * that count it, a changed one of those from its day on: a payment changes no month before it.
 */
function stored(feed: Feed, condition: string) {
  const keys = keyColumns(feed)
  const names = columnsOf(feed).map(({ name }) => name)
  const values = names.filter((name) => !keys.includes(name) && name !== 'observed_at')
  const key = list(keys)
  const value = list(values)
  const before = list(values, (name) => `f.${name}`)
  const after = list(values, (name) => `excluded.${name}`)
  return `
  stored as (
    insert into ${feed.table} as f (${key}, ${value}, observed_at, received_at)
    select ${key}, ${value}, observed_at, statement_timestamp()
    from latest where ${condition} order by ${key}
    on conflict (${key}) do update set
      ${list(values, (name) => `${name} = excluded.${name}`)},
      observed_at = coalesce(excluded.observed_at, f.observed_at),
      was_on = ${feed.day},
      was_last = ${monthOf(lastOf(feed))},
      received_at = case
        when (${before}) is distinct from (${after})
        then excluded.received_at else f.received_at end
    where (excluded.observed_at < f.observed_at) is not true
      and (${before}, f.observed_at)
          is distinct from
          (${after}, coalesce(excluded.observed_at, f.observed_at))
    returning f.seller_id, ${daysOf(feed)}, f.was_on, f.was_last,
              f.received_at = statement_timestamp()::timestamptz(3) as changed
  ), written as (
    select seller_id, day, was_on, was_last, ${SPAN},
           count(*) filter (where was_on is null) as created,
           count(was_on) as updated, 0 as deleted
    from stored where was_on is null or changed group by 1, 2, 3, 4, 5, 6
  )`
}

/** `removed` are the rows that are taken back, `remembered` notes when that was observed. */
function removed(feed: Feed) {
  const keys = keyColumns(feed)
  return `
  removed as (
    delete from ${feed.table} f using latest l
    where $2 and ${takesBack(feed)}
    returning l.n, f.seller_id, f.observed_at, ${daysOf(feed)}, to_jsonb(f) - '{was_on,was_last}'::text[] as row
  ), remembered as (
    insert into fact_deletions as d (seller_id, feed, record_key, observed_at)
    select seller_id, '${feed.name}', ${recordKeyOf(feed)}, greatest(latest.observed_at, removed.observed_at)
    from latest left join removed using (n, seller_id)
    where $2 and deleted and coalesce(latest.observed_at, removed.observed_at) is not null
    order by ${list(keys)}
    on conflict (seller_id, feed, record_key) do update set
      observed_at = greatest(d.observed_at, excluded.observed_at), deleted_at = excluded.deleted_at
  )`
}

/** Whether record `l` takes fact `f` back. */
const takesBack = (feed: Feed) =>
  `l.deleted and ${isSameKey(feed, 'f', 'l')} and (l.observed_at < f.observed_at) is not true`

const isSameKey = (feed: Feed, one: string, other: string) =>
  keyColumns(feed)
    .map((name) => `${one}.${name} = ${other}.${name}`)
    .join(' and ')

/** The facts that a dry run would take back. */
const mayRemove = (feed: Feed) => `
         union all
         select seller_id, day, null, null, coalesce(first, day), coalesce(last, day), 1
         from (select f.seller_id, ${daysOf(feed)}
               from ${feed.table} f, latest l where not $2 and ${takesBack(feed)}) r`

/** The day and the last month of the stored fact with the key of record `f`. */
const storedAs = (feed: Feed) =>
  `(select ${feed.day} as was_on, ${monthOf(lastOf(feed))} as was_last
    from (select t.* from ${feed.table} t where ${isSameKey(feed, 't', 'f')}) f)`

const list = <Item>(items: Item[], text: (item: Item, i: number) => unknown = String) =>
  items.map(text).join(', ')

/**
 * Whether what was counted is late for score `m`: its final month counts it, or did before an update. Where months before
 * the day count a fact, one that moves on stays in them as it was: an invoice that is paid later.
 */
const isLate = ({ kept: { first } }: Feed) =>
  `m.status = 'final'
   and (m.period between ${monthOf('first')} and ${monthOf('last')}
     or m.period between ${monthOf(first ? 'day' : 'was_on')} and was_last)`

/**
 * The counts of a push, as columns of its statement; `isGiven` is the condition for the records that are to be stored,
 * `others` are more facts that a dry run says of whether they are late. `unknown`: what records name and does not exist.
 * `days`: by day what was received, created, updated, deleted and rejected, where a fact that has moved takes its `created`
 * along. `late_months`: how much of it months with final scores count. `past`: records so old that retention deletes them.
 * `odd_dates`: the numbers of those whose dates can hardly be meant, by check. `late`: how many are of months with a final
 * score, in a dry run how many may be.
 */
const countsOf = (feed: Feed, isGiven: string, others = '') => {
  const { day } = feed
  const { past, first = day, last = day } = feed.kept
  const checks = dateChecksOf(feed).map(({ found }) => found)
  const late = isLate(feed)
  return `
  (select coalesce(json_agg(json_build_object('n', n, 'field', unknown)), '[]') from given where unknown is not null) as unknown,
  (select coalesce(json_agg(l), '[]') from (
     select m.period, sum(created + updated + deleted) as late
     from counted join monthly_scores m using (seller_id)
     where ${late}
     group by m.period) l) as late_months,
  (select coalesce(json_agg(d), '[]') from (
     select day, sum(received) as received, sum(created) as created, sum(updated) as updated,
            sum(deleted) as deleted, sum(rejected) as rejected
     from (select day, 0 as received, created, updated, deleted, 0 as rejected from counted
           union all
           select moved.day, 0, facts, 0, 0, 0
           from counted, lateral (values (day, updated), (was_on, -updated)) moved(day, facts) where was_on <> counted.day
           union all
           select ${day}, count(*), 0, 0, 0, count(unknown) from given f group by 1) every
     group by day order by day) d) as days,
  (select coalesce(sum(records), 0)::int from (
     select ${monthOf(first)} as first, ${monthOf(last)} as last, count(*) as records from given f
     where ${isGiven} and ${past} group by 1, 2) old
   where not ${factsInUse('old.first', 'old.last')}) as past,
  (select json_build_array(${list(checks)})
   from given f where ${isGiven}) as odd_dates,
  (select coalesce(sum(records), 0)::int
   from (select seller_id, day, was_on, was_last, first, last, created + updated + deleted as records from counted
         union all
         select seller_id, day, was_on, was_last, ${SPAN}, 1
         from (select f.seller_id, ${daysOf(feed)}, was_on, was_last
               from given f left join lateral ${storedAs(feed)} s on true where not $2::bool and ${isGiven}) g${others}) c
   where exists (select from monthly_scores m where m.seller_id = c.seller_id and ${late})) as late`
}
