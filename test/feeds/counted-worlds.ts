import type { Test } from 'tap'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { HALF_YEAR } from './months.ts'

/** Worlds of a seller each. */
export const SELLERS = 1_000
export const SELLER_IDS = Array.from({ length: SELLERS }, (_, n) => n + 1)
export const HOUR = 3_600_000
/** Where facts of January to March meet the next month. */
export const EDGES = ['2026-02-01', '2026-03-01', '2026-04-01'].map((day) => Date.parse(day))

/** The sellers of all worlds, by their ids from 1 on. */
export const makeWorlds = (db: Sql) =>
  db.rows(
    `insert into sellers (seller_code, company_name) select 'W-' || n, 'World' from generate_series(1, $1::int) n`,
    [SELLERS],
  )

/** The place of the month that an instant is in. */
export const monthAt = (months: ScoredMonth[], at: number) =>
  months.findIndex(({ month_start, as_of }) => at >= Date.parse(month_start) && at < Date.parse(as_of))

/** The sums of each seller, by name. */
type Counts<Name extends string> = Record<Name, number>

/** What random facts count as, seller by seller in each of the half year's months: the sums of these names. */
export function countedWorlds<Name extends string>(names: readonly Name[]) {
  const none = () => Object.fromEntries(names.map((name) => [name, 0])) as Counts<Name>
  const months = HALF_YEAR.map(() => new Map<number, Counts<Name>>())
  return {
    add(month: number, seller: number, name: Name) {
      const of = months[month]?.get(seller) ?? none()
      of[name]++
      months[month]?.set(seller, of)
    },
    /** What the SQL of a month has come to. */
    set(month: number, sums: readonly ({ seller_id: number } & Partial<Record<Name, unknown>>)[]) {
      for (const sum of sums)
        months[month]?.set(
          sum.seller_id,
          Object.fromEntries(names.map((name) => [name, Number(sum[name])])) as Counts<Name>,
        )
    },
    of: (month: number, seller: number) => months[month]?.get(seller) ?? none(),
    total: (from: number, to: number, name: Name) =>
      months
        .slice(from, to)
        .flatMap((of) => [...of.values()])
        .reduce((sum, counts) => sum + counts[name], 0),
  }
}

/** Compares all sellers in all months, and says of the first that differ what they should be. */
export function sameWorlds<Name extends string>(
  t: Test,
  found: ReturnType<typeof countedWorlds<Name>>,
  expected: ReturnType<typeof countedWorlds<Name>>,
) {
  for (const [month, period] of HALF_YEAR.entries())
    for (const seller of SELLER_IDS) {
      const [one, other] = [found.of(month, seller), expected.of(month, seller)]
      if ((Object.keys(other) as Name[]).some((name) => one[name] !== other[name]))
        t.same(one, other, `${period} of ${seller}`)
    }
}
