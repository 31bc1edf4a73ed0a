import type { Feed } from '../../../src/feeds/feed.ts'
import { type DateCheck, dateChecksOf } from './date-checks.ts'
import { countsOf } from './upsert-counts.ts'
import { columnsOf, DELETED, given, latest, removed, stored } from './upsert-steps.ts'

/** The statements of a feed, and the fields whose arrays of values are their parameters from $4 on, in this order. */
export interface Upsert {
  /** For records of which no two have one key. */
  statement: string
  /** The same for any records: looking for those with one key takes a tenth of the statement's time. */
  withRepeats: string
  /** The same for any records, of which some take others back; its last parameter says which. */
  withDeletions: string
  fields: { field: string; type: string }[]
  /** The fields of a record's key. */
  key: string[]
  /** The warnings whose records `odd_dates` lists, in its order. */
  dateChecks: DateCheck[]
}

/**
 * The statements that resolve codes, upsert and classify. $1 is the business time zone, $2 whether to store, $3
 * KEEP_FACTS_MONTHS. They have one row: what was removed, and the counts.
 */
export function upsertOf(feed: Feed): Upsert {
  return {
    statement: storing(feed, 'latest as (select * from wanted)'),
    withRepeats: storing(feed, latest(feed)),
    withDeletions: storingAndDeleting(feed),
    fields: columnsOf(feed).map(({ field, type }) => ({ field, type })),
    key: feed.key,
    dateChecks: dateChecksOf(feed, ''),
  }
}

const storing = (feed: Feed, latest: string) => `
  with ${given(feed, columnsOf(feed))}, ${latest}, ${stored(feed, 'keep')}, counted as (
    select * from written
  )
  select null as removed, ${countsOf(feed, 'unknown is null')}`

const storingAndDeleting = (feed: Feed) => `
  with ${given(feed, [...columnsOf(feed), DELETED])}, ${latest(feed)}, ${stored(feed, 'keep and not deleted')},
  ${removed(feed)}, counted as (
    select * from written
    union all
    select seller_id, day, last, 0, 0, count(*) from removed group by seller_id, day, last
  )
  select (select json_agg(json_build_object('n', n, 'row', row)) from removed) as removed,
    ${countsOf(feed, 'unknown is null and not deleted')}`
