import type { Feed } from '../../feeds/feed.ts'
import { MONTH, monthValues } from '../../feeds/months.ts'
import type { Sql } from '../../platform/database/database.ts'
import { parse, type Rational, subtract, toMoney } from '../../scoring/rational.ts'

/** Decimal texts by what they add up: `records`, and the sums of the feed. */
export type Totals = Record<string, string>

/** What can be declared of a feed. */
export const totalsOf = ({ controlTotals }: Feed): string[] => ['records', ...Object.keys(controlTotals)]

/**
 * What is stored of a feed for a month, by seller: 0 stands for all of them together. A seller without facts is
 * missing. Facts count in the month that they are of now.
 */
export async function storedTotals(
  db: Sql,
  { table, inMonth, controlTotals }: Feed,
  period: string,
  timeZone: string,
  sellers: number[],
): Promise<Map<number, Totals>> {
  const totals = [
    'count(*)::text as records',
    ...Object.entries(controlTotals).map(
      ([name, { column }]) => `coalesce(sum(f.${column}), 0)::text as ${name}`,
    ),
  ].join(', ')
  const rows = await db.rows<{ seller_id: number } & Totals>(
    `with month as (${MONTH})
     select 0 as seller_id, ${totals} from ${table} f where 0 = any($5::int[]) and ${inMonth}
     union all
     select f.seller_id, ${totals} from ${table} f
     where f.seller_id = any($5::int[]) and ${inMonth} group by f.seller_id`,
    [...monthValues(period, timeZone), sellers],
  )
  return new Map(rows.map(({ seller_id, ...sums }) => [seller_id, sums as Totals]))
}

/** What a sender has declared, by seller: 0 stands for all together. */
export interface DeclaredTotals {
  seller_id: number
  seller_code: string | null
  feed: string
  totals: Record<string, number>
}

/** All that is declared of a month, of single sellers only those of an account manager where one is named. */
export const declaredTotals = (db: Sql, period: string, portfolio_of: number | null) =>
  db.rows<DeclaredTotals>(
    `select c.seller_id, s.seller_code, c.feed, c.totals
     from sync_control_totals c left join sellers s on s.id = c.seller_id
     where c.period = $1 and (c.seller_id = 0 or $2::int is null or s.assigned_am_id = $2)
     order by c.feed, c.seller_id`,
    [period, portfolio_of],
  )

/** One total that was declared, beside what is stored. */
export interface Compared {
  total: string
  ours: number
  theirs: number
  /** Ours without theirs, to three decimals. */
  difference: number
}

/** Each declared total beside the stored one; what is not stored is 0. */
export const compareTotals = (ours: Totals | undefined, theirs: Record<string, number>): Compared[] =>
  Object.entries(theirs).map(([total, value]) => {
    const stored = parse(ours?.[total] ?? '0')
    return {
      total,
      ours: numberOf(stored),
      theirs: value,
      difference: numberOf(subtract(stored, parse(value))),
    }
  })

const numberOf = (value: Rational) => Number(toMoney(value, 3))
