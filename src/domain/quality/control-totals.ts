import type { Feed } from '../../feeds/feed.ts'
import { MONTH, monthValues } from '../../feeds/months.ts'
import type { Sql } from '../../platform/database/database.ts'
import { parse, type Rational, subtract, toMoney } from '../../scoring/rational.ts'
import { digits, named } from '../words/plainly.ts'
import type { Asked, Finding } from './finding.ts'

/** Percent of what was declared: a larger difference can't be scored. From the design. */
const TOO_MUCH = 0.5

/** Decimal texts by what they add up: `records`, and the sums of the feed. */
type Totals = Record<string, string>

/** What can be declared of a feed. */
export const totalsOf = ({ controlTotals }: Feed): string[] => ['records', ...Object.keys(controlTotals)]

/** What is stored of a feed that is of a month now, by seller with facts; 0 stands for all of them together. */
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

/** Each declared total beside the stored one; what is not stored is 0. The difference is ours without theirs. */
export const compareTotals = (ours: Totals | undefined, theirs: Record<string, number>) =>
  Object.entries(theirs).map(([total, value]) => {
    const stored = parse(ours?.[total] ?? '0')
    return {
      total,
      ours: numberOf(stored),
      theirs: value,
      difference: numberOf(subtract(stored, parse(value))),
    }
  })

/** One total that was declared, beside what is stored. */
export type Compared = ReturnType<typeof compareTotals>[number]

const numberOf = (value: Rational) => Number(toMoney(value, 3))

/** What was declared of a feed's month, by a seller or by all together (null), beside what is stored. */
interface Declared {
  feed: string
  seller_code: string | null
  compared: Compared[]
}

/**
 * All that is declared of a month, of single sellers only those of an account manager where one is named. Of a feed that
 * retention has deleted facts of, nothing is there to be compared.
 */
export async function compareDeclared(
  db: Sql,
  { period, time_zone, portfolio_of, feeds }: Omit<Asked, 'now'>,
) {
  const declared = await db.rows<
    Omit<Declared, 'compared'> & { seller_id: number; totals: Record<string, number> }
  >(
    `select c.seller_id, s.seller_code, c.feed, c.totals
     from sync_control_totals c left join sellers s on s.id = c.seller_id
     where c.period = $1 and (c.seller_id = 0 or $2::int is null or s.assigned_am_id = $2)
       and not exists (select from retention_deletions r where r.feed = c.feed and r.period = c.period)
     order by c.feed, c.seller_id`,
    [period, portfolio_of],
  )
  const compared: Declared[] = []
  for (const feed of feeds) {
    const ofFeed = declared.filter((one) => one.feed === feed.name)
    if (ofFeed.length === 0) continue
    const sellers = ofFeed.map(({ seller_id }) => seller_id)
    const stored = await storedTotals(db, feed, period, time_zone, sellers)
    for (const { seller_id, totals, ...one } of ofFeed)
      compared.push({ ...one, compared: compareTotals(stored.get(seller_id), totals) })
  }
  return compared
}

/** Feeds of which something else is stored than their sender has declared; while a month runs, that blocks nothing. */
export const differingTotals = (period: string, declared: readonly Declared[], isOver = true): Finding[] =>
  [...Map.groupBy(declared, ({ feed }) => feed)].flatMap(([feed, ofFeed]) => {
    const differing = ofFeed
      .flatMap(({ seller_code, compared }) => compared.map((one) => ({ seller_code, ...one })))
      .filter(({ difference }) => difference !== 0)
      .toSorted((one, other) => shareOf(other) - shareOf(one))
    const [worst] = differing
    if (!worst) return []
    const sellers = new Set(differing.map(({ seller_code }) => seller_code))
    return {
      ...{ id: `control_total:${feed}`, level: isOver && shareOf(worst) > TOO_MUCH ? 'block' : 'warning' },
      ...{ value: worst.ours, expected: worst.theirs, sellers: sellers.has(null) ? 'all' : sellers.size },
      sentence: `${feed}: what is stored of ${period} differs from what its sender has declared: ${named(differing.map(textOf), 5)}.`,
    }
  })

/** Of a difference, in percent of what was declared; where that is nothing, anything is too much. */
const shareOf = ({ difference, theirs }: Compared) =>
  theirs === 0 ? Number.POSITIVE_INFINITY : Math.abs((difference * 100) / theirs)

function textOf({ seller_code, total, ours, theirs, difference }: Compared & Pick<Declared, 'seller_code'>) {
  const whose = seller_code === null ? '' : ` of ${seller_code}`
  const off = `${digits(Math.abs(difference))} ${difference < 0 ? 'missing' : 'too many'}`
  return `${total}${whose} ${digits(ours)} instead of ${digits(theirs)} (${off})`
}
