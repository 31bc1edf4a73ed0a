import type { Test } from 'tap'
import { HALF_YEAR } from './months.ts'

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
  sellers: number,
  found: ReturnType<typeof countedWorlds<Name>>,
  expected: ReturnType<typeof countedWorlds<Name>>,
) {
  for (const [month, period] of HALF_YEAR.entries())
    for (let seller = 1; seller <= sellers; seller++) {
      const [one, other] = [found.of(month, seller), expected.of(month, seller)]
      if ((Object.keys(other) as Name[]).some((name) => one[name] !== other[name]))
        t.same(one, other, `${period} of ${seller}`)
    }
}
