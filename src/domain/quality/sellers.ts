import type { Feed } from '../../feeds/feed.ts'
import { MONTH, monthValues } from '../../feeds/months.ts'
import { orders } from '../../feeds/orders.ts'
import type { Sql } from '../../platform/database/database.ts'
import { firstDay } from '../../scoring/month.ts'
import { shiftPeriod } from '../business-time.ts'
import { digits, named } from '../words/plainly.ts'
import type { Asked, Check, Whose } from './finding.ts'
import { monthsBefore } from './month-facts.ts'

/** So many times fewer or more facts than a month before: an unusual volume is about the seller, too. */
const FEWER = 0.7
const MORE = 2.5

/** Orders of a month from which on a seller without any order in the next is noticed. From the design. */
const MANY_ORDERS = 30
/** In so many months before. From the design. */
const ACTIVE_MONTHS = 3

/** How many sellers a finding is about: with facts of its feed in the month or, where there are none, before it. */
export async function countSellers(
  db: Sql,
  { table, inMonth }: Feed,
  whose: Whose,
  { period, time_zone }: Asked,
) {
  if (whose === 'all' || whose === 'before') {
    const counts: number[] = []
    for (const month of whose === 'all' ? [period] : monthsBefore(period, 3))
      counts.push(
        await db.value<number>(
          `with month as (${MONTH})
           select count(*)
           from sellers s, lateral (select from ${table} f where f.seller_id = s.id and ${inMonth} limit 1) f`,
          monthValues(month, time_zone),
        ),
      )
    return Math.max(...counts)
  }
  const compared = whose === 'fewer' ? `now < ${FEWER} * before` : `now > ${MORE} * before`
  return db.value<number>(
    `with facts as (
       select seller_id, sum(now) as now, sum(before) as before
       from (
         (with month as (${MONTH})
          select f.seller_id, count(*) as now, 0 as before from ${table} f where ${inMonth} group by 1)
         union all
         (with month as (${MONTH_BEFORE})
          select f.seller_id, 0, count(*) from ${table} f where ${inMonth} group by 1)
       ) months
       group by seller_id
     )
     select count(*) from facts where ${compared}`,
    [...monthValues(period, time_zone), ...monthValues(shiftPeriod(period, -1), time_zone).slice(0, 3)],
  )
}

/** The columns of the month before, of the values behind those of the month itself. */
const MONTH_BEFORE = MONTH.replaceAll('$1', '$5').replaceAll('$2', '$6').replaceAll('$3', '$7')

/**
 * Active sellers without any order in the month who had MANY_ORDERS in each of the months before, by their codes; only
 * those of an account manager where one is named. Of each that has none an index is looked into, no further than that.
 */
export const silentSellersOf = (db: Sql, { period, time_zone, portfolio_of }: Omit<Asked, 'now' | 'feeds'>) =>
  db.column<string>(
    `with month as (${MONTH}), silent as materialized (
       select id, seller_code from sellers s
       where s.status = 'active' and ($6::int is null or s.assigned_am_id = $6)
         and not exists (select from orders f where f.seller_id = s.id and ${orders.inMonth})
     )
     select seller_code from silent s
     where not exists (
       select from unnest($5::date[]) first
       where not exists (
         select from orders f
         where f.seller_id = s.id and f.ordered_at >= first::timestamp at time zone $4
           and f.ordered_at < (first + interval '1 month') at time zone $4
         offset ${MANY_ORDERS - 1}))
     order by seller_code`,
    [...monthValues(period, time_zone), monthsBefore(period, ACTIVE_MONTHS).map(firstDay), portfolio_of],
  )

/** Active sellers who had many orders in each of the months before and have none. */
export function silentSellers(period: string, codes: readonly string[]): Check[] {
  const { length } = codes
  if (length === 0) return []
  return [
    {
      ...{ id: 'silent_sellers', level: 'warning', value: length, expected: 0, sellers: length },
      sentence: `${length === 1 ? 'One active seller has' : `${digits(length)} active sellers have`} no order in ${period}, and at least ${MANY_ORDERS} in each of the ${ACTIVE_MONTHS} months before: ${named(codes)}.`,
    },
  ]
}
