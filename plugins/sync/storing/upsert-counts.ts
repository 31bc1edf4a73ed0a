import type { Feed } from '../../../src/feeds/feed.ts'
import { factsInUse } from '../retention/facts-in-use.ts'
import { dateChecksOf } from './date-checks.ts'

/** The counts of a push, as columns of its statement. `isGiven` is the condition for the records that are to be stored. */
export const countsOf = (feed: Feed, isGiven: string) => `
  ${UNKNOWN} as unknown, ${PERIODS} as periods, ${days(feed)} as days, ${past(feed, isGiven)} as past,
  ${oddDates(feed, isGiven)} as odd_dates, ${late(feed, isGiven)} as late`

/** The things that records name and that do not exist. */
const UNKNOWN = `
  (select json_agg(json_build_object('n', n, 'field', unknown)) from given where unknown is not null)`

/** By month what was created, updated and deleted, and by each month with a final score how much of it that month counts. */
const PERIODS = `
  (select json_agg(p) from (
     select period, sum(created) as created, sum(updated) as updated, sum(deleted) as deleted, sum(late) as late
     from (select to_char(day, 'YYYY-MM') as period, created, updated, deleted, 0 as late from counted
           union all
           select m.period, 0, 0, 0, created + updated + deleted
           from counted join monthly_scores m using (seller_id)
           where m.status = 'final' and m.period between to_char(day, 'YYYY-MM') and last) every
     group by period order by period) p)`

/** By day the same, and what was received and rejected. */
const days = ({ day }: Feed) => `
  (select json_agg(d) from (
     select day, sum(received) as received, sum(created) as created, sum(updated) as updated,
            sum(deleted) as deleted, sum(rejected) as rejected
     from (select day, 0 as received, created, updated, deleted, 0 as rejected from counted
           union all
           select ${day}, count(*), 0, 0, 0, count(unknown) from given f group by 1) every
     group by day order by day) d)`

/** How many records are so old that retention deletes them. */
const past = ({ period, kept: { past, first = period, last = period } }: Feed, isGiven: string) => `
  (select coalesce(sum(records), 0)::int from (
     select ${first} as first, ${last} as last, count(*) as records from given f
     where ${isGiven} and ${past} group by 1, 2) old
   where not ${factsInUse('old.first', 'old.last')})`

/** The numbers of the records whose dates can hardly be meant, by check. */
const oddDates = (feed: Feed, isGiven: string) => `
  (select json_build_array(${dateChecksOf(feed, isGiven)
    .map(({ found }) => found)
    .join(', ')})
   from given f where ${isGiven})`

/** How many records are of months with a final score; where nothing is stored, how many may be. */
const late = ({ period, kept: { last = period } }: Feed, isGiven: string) => `
  (select coalesce(sum(records), 0)::int
   from (select seller_id, to_char(day, 'YYYY-MM') as period, last, created + updated + deleted as records from counted
         union all
         select seller_id, ${period}, ${last}, 1 from given f where not $2::bool and ${isGiven}) c
   where exists (select from monthly_scores m where m.seller_id = c.seller_id and m.status = 'final'
                   and m.period between c.period and c.last))`
