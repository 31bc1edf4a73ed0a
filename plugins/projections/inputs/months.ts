import type { FastifyInstance } from 'fastify'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import { OWED } from '../../../src/feeds/payments.ts'
import { monthUntilNow, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts, findFeedsInUse } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import { DAILY_FEEDS } from '../../../src/scoring/daily-feeds.ts'
import { firstDay, lastDayOf } from '../../../src/scoring/month.ts'
import {
  addPast,
  addPasts,
  leftOutOfMonth,
  nothingPast,
  type Past,
} from '../../../src/scoring/projection/days.ts'
import { type Delays, type OpenInvoice, toThousandths } from '../../../src/scoring/projection/payments.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'

/** Where the running month stands, in days, and the months before it, the last one first. */
export interface Times {
  elapsed: number
  left: number
  last_day: string
  past: { period: string; month_start: string; month_end: string; days: number }[]
}

/** How many past months say how the running one may go on. */
const PAST_MONTHS = 3

/**
 * Where a month stands: at noon of the day of its as_of, so that all of a day's projections of the same facts are the
 * same; a month that is over stands at its end.
 */
export async function readTimes(db: Sql, { period, month_start, as_of, as_of_date, time_zone }: ScoredMonth) {
  const now = await db.one<{ elapsed: number; left: number }>(
    `select extract(epoch from at - $5::timestamptz)::float8 / 86400 as elapsed,
            extract(epoch from month_end - at)::float8 / 86400 as left
     from (select ($1::date + interval '1 month') at time zone $2 as month_end) m,
       lateral (select case when $3::timestamptz >= month_end then month_end
                            else ($4::date + interval '12 hours') at time zone $2 end as at) n`,
    [firstDay(period), time_zone, as_of, as_of_date, month_start],
  )
  const past = await db.rows<Times['past'][number]>(
    `select to_char(first_day, 'YYYY-MM') as period, month_start, month_end,
            month_end::date - month_start::date as days
     from (select first_day,
                  first_day at time zone $2 as month_start,
                  (first_day + interval '1 month') at time zone $2 as month_end
           from generate_series($1::date - interval '${PAST_MONTHS} months', $1::date - interval '1 month',
                                interval '1 month') as months(first_day)) m
     order by first_day desc`,
    [firstDay(period), time_zone],
  )
  return { ...now, left: Math.max(now.left, 0), last_day: lastDayOf(period), past }
}

/** The feeds whose facts come day by day. */
const daily = FEEDS.filter(({ name }) => (DAILY_FEEDS as readonly string[]).includes(name))

/**
 * What sellers have done in past months, by the same statements that a score is added up by. Months before the first one
 * with an order don't count.
 */
export async function readPasts(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { past }: Times,
  rules: ScoringRules,
): Promise<Map<number, Past>> {
  const pasts = new Map(sellers.map((seller) => [seller, nothingPast()]))
  for (const { period, month_start, month_end, days } of past.toReversed()) {
    const whole = { ...month, period, counting: null, month_start, as_of: month_end }
    const sums = await aggregateFacts(tx, sellers, whole, rules, daily)
    for (const [seller, all] of pasts) {
      const of = sums.get(seller) ?? {}
      if (all.orders > 0 || Number(of.orders ?? 0) > 0) addPast(all, { ...of, ...leftOutOfMonth(of), days })
    }
  }
  return pasts
}

/** What all sellers together say of a seller that has not shown much itself. */
export interface Population {
  past: Past
  delays: Delays
  /** The feeds that were in use in the month before */
  feeds_before: FeedsInUse
}

/**
 * The population of the running month. It is read once a day, by the process that first projects on that day, and the
 * same for all: its rates move little, it takes the facts of 300 sellers, and the same question has one answer.
 */
export function populationReader({ db, env, feeds }: FastifyInstance) {
  let kept: { day: string; population: Population } | undefined
  return async (period: string): Promise<Population> => {
    const month = await monthUntilNow(db, period, env.BUSINESS_TIMEZONE)
    const day = `${period} ${month.as_of_date}`
    if (kept?.day === day) return kept.population
    const population = (await findPopulation(db, day)) ?? (await readAndKeep())
    kept = { day, population }
    return population

    async function readAndKeep() {
      const read = await readForJob(db, async (tx) =>
        readPopulation(tx, month, await readTimes(tx, month), await scoringRulesOf(tx, period), feeds),
      )
      await keepPopulation(db, day, read)
      return (await findPopulation(db, day)) ?? read
    }
  }
}

const KEY = 'projections:population'

/** The population of a day, if a process has read it. */
async function findPopulation(db: Sql, day: string): Promise<Population | undefined> {
  const row = await db.row<{ population: Population }>(
    `select value->'population' as population from service_state where key = $1 and value->>'day' = $2`,
    [KEY, day],
  )
  // A process of an earlier release counts less.
  return row && { ...row.population, past: { ...nothingPast(), ...row.population.past } }
}

/** Keeps the population of a day, unless another process has kept one of that day, or of a later one. */
const keepPopulation = (db: Sql, day: string, population: Population) =>
  db.run(
    `insert into service_state as s (key, value, updated_at) values ($1, $2::jsonb, clock_timestamp())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
     where s.value->>'day' < excluded.value->>'day'`,
    [KEY, JSON.stringify({ day, population })],
  )

/** So many sellers stand for all: their rates differ from those of all by less than a prior of 20 orders can show. */
const MOST_SELLERS = 300

/** Reads the population: active sellers, evenly taken by id, in the past months and in the running one so far. */
export async function readPopulation(
  tx: Sql,
  month: ScoredMonth,
  times: Times,
  rules: ScoringRules,
  feeds: readonly Feed[],
): Promise<Population> {
  const sellers = await sampleOfSellers(tx)
  const pasts = await readPasts(tx, sellers, month, times, rules)
  const now = nothingPast() // the running month is as good a witness as those before it
  for (const sums of (await aggregateFacts(tx, sellers, month, rules, daily)).values())
    addPast(now, { ...(sums as object), ...leftOutOfMonth(sums) })
  const delays = new Map<number | null, number>()
  for (const own of (await delaysOf(tx, sellers, month)).values())
    for (const [days, invoices] of own) delays.set(days, (delays.get(days) ?? 0) + invoices)
  const before = times.past[0] ?? { ...month, month_end: month.as_of }
  const { period, month_start, month_end: as_of } = before
  const monthBefore = { ...month, period, month_start, as_of, as_of_date: lastDayOf(period) }
  const feeds_before = await findFeedsInUse(tx, monthBefore, feeds)
  return { past: addPasts([...pasts.values(), now]), delays: [...delays], feeds_before }
}

const sampleOfSellers = (tx: Sql) =>
  tx.column<number>(
    `select id from (
       select id, row_number() over (order by id) as place, count(*) over () as sellers
       from sellers where status = 'active') s
     where place % greatest(1, ceil(sellers / $1::numeric))::int = 0 order by id`,
    [MOST_SELLERS],
  )

/** Months before the running one whose invoices say how late a seller pays. */
const DELAY_MONTHS = 6
/** A payment that is earlier than so many days before it is due says no more than one of that day. */
const EARLIEST = -30

/** The unpaid invoices of each seller that count at the month's end. */
export async function openInvoices(
  db: Sql,
  sellers: number[],
  { as_of_date, last_day }: { as_of_date: string; last_day: string },
): Promise<Map<number, OpenInvoice[]>> {
  const rows = await db.rows<
    Record<'amount' | 'unpaid', string> & Record<'seller_id' | 'days_now' | 'days_at_end', number>
  >(
    `select seller_id, amount::text as amount, ${OWED}::text as unpaid,
            $2::date - due_on as days_now, $3::date - due_on as days_at_end
     from invoices
     where seller_id = any($1::int[]) and due_on <= $3::date and paid_on is null and ${OWED} > 0
     order by seller_id, due_on, invoice_code`,
    [sellers, as_of_date, last_day],
  )
  const open = rows.map(({ amount, unpaid, ...row }) => ({
    ...row,
    amount: toThousandths(amount),
    unpaid: toThousandths(unpaid),
  }))
  return Map.groupBy(open, ({ seller_id }) => seller_id)
}

/** How late each seller has paid the invoices that were due in the months before. */
export async function delaysOf(
  db: Sql,
  sellers: number[],
  { period, as_of_date }: { period: string; as_of_date: string },
): Promise<Map<number, Delays>> {
  const rows = await db.rows<{ seller_id: number; delays: Delays }>(
    `select seller_id, json_agg(json_build_array(delay, invoices) order by delay) as delays from (
     select seller_id,
            case when paid_on <= $3::date then greatest(${EARLIEST}, paid_on - due_on)
                 when paid_on is null and ${OWED} = 0 then 0 end as delay,
            count(*) as invoices
     from invoices
     where seller_id = any($1::int[])
       and due_on >= $2::date - interval '${DELAY_MONTHS} months' and due_on < $2::date
     group by 1, 2) own group by seller_id order by seller_id`,
    [sellers, firstDay(period), as_of_date],
  )
  return new Map(rows.map(({ seller_id, delays }) => [seller_id, delays]))
}

/** The orders that each seller has forecast of the month, campaigns left out; one without a forecast is left out. */
export async function baseForecasts(db: Sql, sellers: number[], { period, as_of }: ScoredMonth) {
  const rows = await db.rows<{ seller_id: number; forecast_orders: number }>(
    `select seller_id, forecast_orders from forecasts
     where seller_id = any($1::int[]) and period = $2 and campaign_id = 0 and submitted_at < $3`,
    [sellers, period, as_of],
  )
  return new Map(rows.map(({ seller_id, forecast_orders }) => [seller_id, forecast_orders]))
}
