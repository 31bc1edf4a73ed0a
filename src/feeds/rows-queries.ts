import type { Sql } from '../platform/database/database.ts'
import type { LeftOut, Reason } from '../scoring/left-out.ts'
import type { FactLine, Form } from '../scoring/scored-feeds.ts'
import type { FactsAsked } from './feed.ts'
import { type FeedWithSums, factsOfMonth, type OrdersOfSellers } from './sums-queries.ts'

/** A fact as it is stored, and what it counts as: true is 1. `counted` adds up to the sums of its feed. */
interface Fact {
  counted: Record<string, number | boolean>
  /** Why it is left out of what; null: it is not. */
  left_out: Partial<Record<LeftOut, Reason | null>>
  costs: boolean
  [column: string]: unknown
}

/** How many facts of a feed there are. */
export function countFacts(db: Sql, feed: FeedWithSums, asked: FactsAsked, orders: OrdersOfSellers) {
  const { text, values } = factsOfMonth(feed, asked, orders)
  return db.value<number>(`${text} select count(*) from facts_of_month`, values)
}

/** SQL: whether a number is not 0, or a yes. */
const isSome = (value: string | undefined) =>
  value === undefined ? 'false' : `coalesce(to_jsonb(${value}) #>> '{}' !~ '^(false|[0.]+)$', false)`

/**
 * Some facts of a feed: those that cost points, those that count, and the others, each in the order of its list. Where more
 * is better those cost points that count and add nothing, else those that add something.
 */
export function listFacts(
  db: Sql,
  feed: FeedWithSums,
  { limit, offset, ...asked }: FactsAsked & { limit: number; offset: number },
  orders: OrdersOfSellers,
  costly: { numerator: string | null; denominator: string | null; isMoreBetter: boolean },
) {
  const { sums, amounts, leftOut = {}, list } = feed.scored
  const { text, values } = factsOfMonth(feed, asked, orders)
  const amountOf: Record<string, string> = {
    ...Object.fromEntries(Object.entries(sums).map(([name, { one }]) => [name, one])),
    ...amounts,
  }
  const counted = Object.entries(amountOf).map(([name, value]) => `'${name}', ${value}`)
  const adds = isSome(amountOf[costly.numerator ?? ''])
  const isMissed = costly.numerator !== null && costly.isMoreBetter
  const weighs = isSome(amountOf[costly.denominator ?? ''])
  const costs = isMissed ? `not ${adds} and ${weighs}` : adds
  const warehouse = list.columns.includes('warehouse_id')
    ? ', (select name from warehouses w where w.id = facts_of_month.warehouse_id) as warehouse_name'
    : ''
  const left = Object.entries(leftOut).map(([what, column]) => `'${what}', ${column}`)
  return db.rows<Fact>(
    `${text}
     select ${list.columns}${warehouse}, ${costs} as costs, jsonb_build_object(${counted.join(', ')}) as counted,
            jsonb_build_object(${left.join(', ')}) as left_out
     from facts_of_month order by costs desc, ${adds} or ${weighs} desc, ${list.order} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
    `facts-${feed.name}-${costly.numerator}-${costly.denominator}-${isMissed}`,
  )
}

/** By seller how many facts are behind the sums of a feed, and the sha256 of their lines (see scored-feeds.ts). */
export function digestFacts(db: Sql, feed: FeedWithSums, asked: FactsAsked, orders: OrdersOfSellers) {
  const { line } = feed.scored
  const { text, values } = factsOfMonth(feed, asked, orders)
  return db.rows<{ seller_id: number; rows: number; sha256: string }>(
    `${text}
     select seller_id, count(*) as rows,
            encode(sha256(convert_to(string_agg(line, chr(10) order by ${keyOf(line)}), 'UTF8')), 'hex') as sha256
     from facts_of_month, lateral (select ${lineOf(line)} as line) lines
     group by seller_id`,
    values,
  )
}

const keyOf = ({ key, columns }: FactLine) =>
  key.map((name) => (columns[name] === 'text' ? `${name} collate "C" nulls first` : name)).join(', ')

/** A line for each way in which columns may be set: making JSON of a row is the fastest there is. */
function lineOf({ columns, where_set = {} }: Pick<FactLine, 'columns' | 'where_set'>): string {
  const [first, ...others] = Object.entries(where_set)
  if (!first) return jsonOf(columns)
  const [name, form] = first
  const rest = { where_set: Object.fromEntries(others) }
  return `case when ${name} is null then ${lineOf({ columns, ...rest })}
               else ${lineOf({ columns: { ...columns, [name]: form }, ...rest })} end`
}

/** Columns in the order of their names, as canonical JSON has them. */
function jsonOf(columns: Record<string, Form>) {
  const written = Object.keys(columns)
    .sort()
    .map((name) => {
      if (columns[name] === 'instant') return `log_instant(${name}) as ${name}`
      return columns[name] === 'decimal' ? `trim_scale(${name}) as ${name}` : name
    })
  return `(select row_to_json(fact)::text from (select ${written.join(', ')}) fact)`
}
