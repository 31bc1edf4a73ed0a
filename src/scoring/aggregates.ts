import { type Static, Type } from '@sinclair/typebox'
import { countLeftOut, sumsLeftOutOf } from './left-out.ts'
import { parse, type Rational } from './rational.ts'
import {
  isAlwaysNamed,
  SCORED,
  SCORED_FEEDS,
  type ScoredFeed,
  SUM_DESCRIPTIONS,
  type SumName,
} from './scored-feeds.ts'

export type AggregateName = SumName
export const AGGREGATE_NAMES = (Object.keys(SUM_DESCRIPTIONS) as AggregateName[]).sort()

const amount = (description: string) =>
  Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Number()], { description }))

/**
 * The facts of one seller and period, added up by SQL. Values are exact decimals, as strings or integers; null or
 * absent is the sum's default. There may be sums of other names: they are kept as those added since.
 */
export const Aggregates = Type.Object(
  Object.fromEntries(AGGREGATE_NAMES.map((name) => [name, amount(SUM_DESCRIPTIONS[name])])) as Record<
    AggregateName,
    ReturnType<typeof amount>
  >,
)
export type Aggregates = Static<typeof Aggregates>

/**
 * What stands where a sum is absent: 0, and for the tickets that were due to be resolved all that are not left out, as
 * releases have counted them that did not know this sum.
 */
const defaultOf = (name: AggregateName, sums: Aggregates): string =>
  name === 'resolve_due' ? String(Number(sums.tickets ?? 0) - countLeftOut(sums, 'reply')) : '0'

/** A sum of the aggregates, or its default. */
export const sumOf = (aggregates: Aggregates, name: AggregateName): string | number =>
  aggregates[name] ?? defaultOf(name, aggregates)

/** The aggregates as exact numbers, and how many days of the month had passed at as_of, that day included. */
export type Facts = Record<AggregateName | 'elapsed_days', Rational>

/** @throws RangeError when an aggregate is not a decimal number */
export function readAggregates(aggregates: Aggregates, elapsedDays: number): Facts {
  const facts = {} as Facts
  for (const name of namesIn(aggregates)) facts[name] = parse(sumOf(aggregates, name))
  facts.elapsed_days = parse(elapsedDays)
  return facts
}

/** Every aggregate as plain decimal text, so that 3, "3" and "3.00" are the same input. Their names are in order. */
export function normalAggregates(aggregates: Aggregates): Record<AggregateName, string> {
  const normal = {} as Record<AggregateName, string>
  for (const name of namesIn(aggregates)) {
    const text = normalDecimal(String(sumOf(aggregates, name)))
    if (isAlwaysNamed(name) || text !== defaultOf(name, aggregates)) normal[name] = text
  }
  return normal
}

const KNOWN: ReadonlySet<string> = new Set(AGGREGATE_NAMES)

function namesIn(aggregates: Aggregates): readonly AggregateName[] {
  const others = Object.keys(aggregates).filter((name) => !KNOWN.has(name)) as AggregateName[]
  return others.length === 0 ? AGGREGATE_NAMES : [...AGGREGATE_NAMES, ...others].sort()
}

const normalDecimal = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Whether any of these sums differ. */
export function differ(before: Aggregates, after: Aggregates, sums: readonly string[]): boolean {
  const [one, other] = [normalAggregates(before), normalAggregates(after)] as Record<string, string>[]
  return sums.some((name) => one?.[name] !== other?.[name])
}

/** The feeds whose sums differ. */
export const feedsThatDiffer = (before: Aggregates, after: Aggregates): ScoredFeed[] =>
  SCORED_FEEDS.filter((feed) => differ(before, after, sumsOfFeed(feed)))

/** All sums of a feed, with those of what it leaves out. */
const sumsOfFeed = (feed: ScoredFeed): string[] => [...Object.keys(SCORED[feed].sums), ...sumsLeftOutOf(feed)]
