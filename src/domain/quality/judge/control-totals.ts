import type { Compared } from '../control-totals-queries.ts'
import { type Finding, named } from './check.ts'

/** Percent of what was declared: a larger difference can't be scored. From the design. */
const TOO_MUCH = 0.5

/** What was declared of a feed's month, by a seller or by all together (null), beside what is stored. */
export interface Declared {
  feed: string
  seller_code: string | null
  compared: Compared[]
}

/** Feeds of which something else is stored than their sender has declared; while a month runs, that blocks nothing. */
export const differingTotals = (period: string, declared: readonly Declared[], isOver = true): Finding[] =>
  [...new Set(declared.map(({ feed }) => feed))].flatMap((feed) => {
    const differing = declared
      .filter((one) => one.feed === feed)
      .flatMap(({ seller_code, compared }) => compared.map((one) => ({ seller_code, ...one })))
      .filter(({ difference }) => difference !== 0)
      .toSorted((one, other) => shareOf(other) - shareOf(one))
    const [worst] = differing
    if (!worst) return []
    const sellers = new Set(differing.flatMap(({ seller_code }) => seller_code ?? []))
    return [
      {
        id: `control_total:${feed}`,
        level: isOver && shareOf(worst) > TOO_MUCH ? 'block' : 'warning',
        value: worst.ours,
        expected: worst.theirs,
        about: sellers.size > 0 ? null : { feed, whose: 'all' },
        sellers: sellers.size > 0 ? sellers.size : null,
        sentence: `${feed}: what is stored of ${period} differs from what its sender has declared: ${named(differing.map(textOf), 5)}.`,
      },
    ]
  })

/** Of a difference, in percent of what was declared; where that is nothing, anything is too much. */
const shareOf = ({ difference, theirs }: Compared) =>
  theirs === 0 ? Number.POSITIVE_INFINITY : Math.abs((difference * 100) / theirs)

function textOf({ seller_code, total, ours, theirs, difference }: Compared & Pick<Declared, 'seller_code'>) {
  const whose = seller_code === null ? '' : ` of ${seller_code}`
  const off = `${Math.abs(difference)} ${difference < 0 ? 'missing' : 'too many'}`
  return `${total}${whose} ${ours} instead of ${theirs} (${off})`
}
