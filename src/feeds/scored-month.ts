import { Type } from '@sinclair/typebox'
import type { Sql } from '../platform/database/database.ts'
import { type Counting, firstDay } from '../scoring/month.ts'

/** The month of a run, as its metrics see it: events before `as_of` have happened, days up to `as_of_date`. */
export interface ScoredMonth {
  period: string
  /** The first instant of the month in the business time zone. */
  month_start: string
  as_of: string
  /** YYYY-MM-DD in the business time zone. */
  as_of_date: string
  time_zone: string
  /** How outcomes count; absent: in the month in which they fall due or happen. */
  counting?: Counting | null
}

/** Whether scores of a month, whose first day is SQL, are final as releases before have counted them. */
const isFinalByOrder = (day: string) => `
  exists (select from scoring_runs r
          where r.period = to_char(${day}, 'YYYY-MM') and r.counting = 'by_order'
            and exists (select from monthly_scores m
                        where m.period = r.period and m.run_id = r.id and m.status = 'final'))`

/** Days of the month up to `as_of_date`, that day included. */
export const elapsedDays = (month: Pick<ScoredMonth, 'period' | 'as_of_date'>) =>
  (Date.parse(month.as_of_date) - Date.parse(firstDay(month.period))) / 86_400_000 + 1

/** A period's month up to now, or up to its end when that is past. */
export async function monthUntilNow(db: Sql, period: string, time_zone: string): Promise<ScoredMonth> {
  const month = await db.one<Omit<ScoredMonth, 'period' | 'time_zone'>>(
    `select first_day::timestamp at time zone $2 as month_start,
            least(next_first_day::timestamp at time zone $2, date_trunc('milliseconds', now())) as as_of,
            least(next_first_day - 1, (now() at time zone $2)::date) as as_of_date,
            case when ${isFinalByOrder('first_day')} then 'by_order'
                 when ${isFinalByOrder(`first_day - interval '1 month'`)} then 'after_by_order' end as counting
     from (select $1::date as first_day, ($1::date + interval '1 month')::date as next_first_day) given`,
    [firstDay(period), time_zone],
  )
  return { ...month, period, time_zone }
}

const COUNTED_OTHERWISE =
  'counted by the month of the order or ticket what fell due after its end. From then on it counts in the month in which it falls due.'

/** What is said where a month is compared with one that releases before have counted. */
export const CountedOtherwise = () =>
  Type.Optional(
    Type.String({
      description: 'Where the month that it is compared with was counted otherwise',
      examples: [`2026-09 ${COUNTED_OTHERWISE}`],
    }),
  )

/** For each of these months what has to be said where it is compared with one before; nothing of most. */
export async function countedOtherwise(db: Sql, compared: { period: string; before: string }[]) {
  const rows = await db.rows<{ period: string; before: string }>(
    `select period, before from unnest($1::text[], $2::text[]) compared(period, before)
     where ${isFinalByOrder(`to_date(before, 'YYYY-MM')`)} and not ${isFinalByOrder(`to_date(compared.period, 'YYYY-MM')`)}`,
    [compared.map(({ period }) => period), compared.map(({ before }) => before)],
    'counted-otherwise',
  )
  return new Map(rows.map(({ period, before }) => [period, `${before} ${COUNTED_OTHERWISE}`]))
}
