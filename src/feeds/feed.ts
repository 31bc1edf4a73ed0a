import type { TObject, TProperties } from '@sinclair/typebox'
import { type Component, RULE_TYPE_OF } from '../scoring/components.ts'
import type { DailyFeed } from '../scoring/daily-feeds.ts'
import type { LeftOut } from '../scoring/left-out.ts'
import { metricNamed } from '../scoring/metrics.ts'
import type { Rule, ScoringRules } from '../scoring/rules.ts'
import type { FactLine, Form, ScoredFeed, SumOf } from '../scoring/scored-feeds.ts'
import type { KeptMonths } from './months.ts'
import type { ScoredMonth } from './scored-month.ts'

/**
 * A feed of facts: all that the service knows of it. What is about all feeds loops over the list of them, a parameter of
 * `buildApp`. SQL is over `f`, a row of the table.
 */
export interface Feed<Fields extends TProperties = TProperties, Name extends string = string> {
  /** In URLs, and in all that is counted by feed. */
  name: Name
  /** For the documentation: what its POST does, and what the feed is about. */
  summary: string
  description: string
  /** The fields of a record, without those that all feeds have. */
  record: TObject<Fields>
  /** The fields that together identify a record. Their columns are the primary key of the table. */
  key: (keyof Fields & string)[]
  table: string
  /** What of a column differs from what its field says; that of `seller_code` is known. */
  columns?: { [field in keyof Fields & string]?: Partial<Column> }
  /** Joins to `g`, a record that was given, and `s`, its seller. */
  joins?: string
  /** For a field that names a record of another table: the condition under which that record does not exist. */
  unknown?: Partial<Record<keyof Fields & string, string>>
  /** The day of a row in the business time zone $1, whose month it is of: the first of it where it has no other. */
  day: string
  /**
   * Where the day is that of another record: the statement that locks the records whose codes are $1, values of a field. It
   * runs before the one that reads the day; who moves the day has the record locked for update, and counts the rows anew.
   */
  lock?: { field: keyof Fields & string; statement: string }
  /** The fields that are searched for the day of a record that can't be read. */
  dayFields: (keyof Fields & string)[]
  /** Dates of which the first should not come after the second: pushes warn of records in which it does. */
  inOrder?: [(keyof Fields & string) | OtherDate, keyof Fields & string][]
  /** Dates that may lie ahead, such as deadlines: of all others pushes warn when they lie after tomorrow. */
  mayLieAhead?: (keyof Fields & string)[]
  /** Records that are stored as they are, and of which pushes warn. */
  notes?: Note[]
  kept: KeptMonths
  /** SQL that is true of a row of `month` (see months.ts), for the totals of a month. */
  inMonth: string
  /** The totals that a sender may declare beside the number of records. */
  controlTotals: Record<string, ControlTotal>
  /** The schedule that the quality report holds facts to. Absent: none. */
  expected?: Expected<Name>
  /** The SQL that scores read the facts by; absent where they read none. */
  scored?: Scored<Name extends ScoredFeed ? SumOf<Name> : string>
}

/** A feed that scores are made of is expected every day if the engine draws its days, and only then. */
type Expected<Name extends string> = Name extends DailyFeed
  ? 'every day'
  : Name extends ScoredFeed
    ? SomeTime
    : 'every day' | SomeTime
type SomeTime = 'some days' | 'each month' | 'after campaigns'

/** A date of another row, which may be known or not: SQL over `f`. */
interface OtherDate {
  said: string
  value: string
}

/** What is said of records of which something is true, SQL over `f`: the words after their number. */
interface Note {
  where: string
  one: string
  many: string
}

/** A column that is added up, and its total as a sender gives it: a whole number, or an amount of money. */
export interface ControlTotal {
  column: string
  description: string
  example: number
  isMoney?: true
}

/** A column: its type and name, and its value, SQL over `g` and `s`. */
interface Column {
  type: string
  name: string
  value: string
}

/** The types of columns by the format or the type of their fields; all others are text. */
const TYPES: Record<string, string> = {
  'date-time': 'timestamptz(3)',
  date: 'date',
  integer: 'int',
  number: 'numeric',
  boolean: 'bool',
}

/** Fields that no record keeps: `deleted` takes one back, `currency` is compared. */
export const UNKEPT = ['deleted', 'currency']

/** The columns of a feed's table, each with its field. Codes of its key are compared byte by byte. */
export const columnsOf = ({ record, key, columns = {} }: Pick<Feed, 'record' | 'key' | 'columns'>) =>
  Object.entries(record.properties)
    .filter(([field]) => !UNKEPT.includes(field))
    .map(([field, schema]): Column & { field: string } => {
      const own = schema.anyOf?.[0] ?? schema
      const type = TYPES[own.format] ?? TYPES[own.type] ?? 'text'
      const isCode = own.format === 'code' && key.includes(field)
      const value =
        type === 'bool' ? `coalesce(g.${field}, false)` : `g.${field}${isCode ? ' collate "C"' : ''}`
      const seller = field === 'seller_code' && { name: 'seller_id', value: 's.id' }
      return { field, type, name: field, value, ...seller, ...columns[field] }
    })

/** The columns of the primary key of a feed's table. */
export const keyColumns = (feed: Pick<Feed, 'record' | 'key' | 'columns'>) => {
  const names = new Map(columnsOf(feed).map(({ field, name }) => [field, name]))
  return feed.key.map((field) => names.get(field) as string)
}

/** SQL of the month of a day, a text such as 2026-01. */
export const monthOf = (day: string) => `to_char(${day}, 'YYYY-MM')`

/** The ids of the sellers, null for all, the month and the rules that facts are asked for. */
export interface FactsAsked {
  sellers: number[] | null
  month: ScoredMonth
  rules: ScoringRules
}

/** The facts that the month's metrics read. In their statements $1 are ids of sellers, null for all. */
export interface Scored<Name extends string = string> {
  /** The name of a row in the list of facts, and its line in the digests of certificates. */
  line: FactLine
  /** CTEs; `facts_of_month`, the last, has the rows with what they count as. */
  rows: string
  /** The values from $2 on. */
  values(asked: FactsAsked): unknown[]
  /** The rows are compared with orders: they read `seller(seller_id, orders)`, $2 is taken, `values` begin with $3. */
  comparedWithOrders?: true
  /** The feeds of which it reads facts beside those that its metrics name. */
  alsoReads?: readonly string[]
  /** The SQL of each sum, of all rows and of one: see `sums` in src/scoring/scored-feeds.ts. */
  sums: Record<Name, Total>
  /** The columns that say why a row is left out of what judges the seller (`REASONS`); null: it is not. */
  leftOut?: Partial<Record<LeftOut, string>>
  /** The SQL that is true of rows of which a fault is asked (ASKED_A_FAULT), and where such a row names none. */
  fault?: { asked: string; unnamed: string }
  /** SQL of the amount that a row adds to a metric whose numerator or denominator is none of the sums. */
  amounts?: Record<string, string>
  /** The list of facts: its columns and its order, as a statement has them, and the forms of those that the line has not. */
  list: { columns: string; order: string; forms?: Record<string, Form> }
  /**
   * Facts `f` of one seller `s` that the month's metrics read, as a select without columns. $1 is the month's start, $2
   * as_of, $3 its first day, $4 as_of_date, $5 the period. Absent where the rules decide that, too: any of `rows`.
   */
  inUse?: string
}

interface Total {
  all: string
  one: string
}

export const rows: Total = { all: 'count(*)', one: '1' }
/** The number of rows of which something is true. */
export const rowsWhere = (condition: string): Total => ({
  all: `count(*) filter (where ${condition})`,
  one: `${condition} is true`,
})
/** The sum of whole numbers. */
export const sum = (value: string): Total => ({ all: `sum(${value})`, one: value })
/** The sum of decimals, or of large numbers, to the last digit. */
export const exactSum = (value: string): Total => ({ all: `sum(${value})::text`, one: value })
/** The same of the rows of which something is true. */
export const exactSumWhere = (value: string, condition: string): Total => ({
  all: `coalesce(sum(${value}) filter (where ${condition}), 0)::text`,
  one: `case when ${condition} then ${value} else 0 end`,
})

/** Makes a feed. Its sums are those that src/scoring/scored-feeds.ts names. */
export const defineFeed = <Fields extends TProperties, const Name extends string>(feed: Feed<Fields, Name>) =>
  feed

/** The settings of a metric: those of its record, and the metric's own default for each that it leaves out. */
export const paramsOf = (rules: MetricRules, name: string): Record<string, number> => ({
  ...metricNamed(name)?.params,
  ...ruleOf(rules, name)?.params,
})

type MetricRules = { readonly [T in (typeof RULE_TYPE_OF)[Component]]?: readonly Rule<T>[] }

/** The record of a metric; undefined where these rules have none. */
export function ruleOf(rules: MetricRules, name: string): Rule<'p-score'> | undefined {
  const metric = metricNamed(name)
  const records: readonly Rule<'p-score'>[] = (metric && rules[RULE_TYPE_OF[metric.component]]) ?? []
  return records.find((record) => record.metric === name)
}
