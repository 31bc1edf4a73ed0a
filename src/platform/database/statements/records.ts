import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../../prisma/client.ts'
import type { Sql } from './sql.ts'

/** A record of Prisma's with the values that statements have: see session.ts. */
export type Plain<T> = T extends Date
  ? string
  : T extends Prisma.Decimal | bigint
    ? number
    : T extends Prisma.JsonValue
      ? T
      : T extends readonly (infer Item)[]
        ? Plain<Item>[]
        : T extends object
          ? { [Field in keyof T]: Plain<T[Field]> }
          : T

/** Columns of type date are named so, and no others; a test holds schema.prisma to it. */
export const DATE_FIELD = /(_on|_date)$|^effective_(from|to)$/

/** A record of Prisma's as the rest of the service reads one, with what it holds. */
export const plain = <T>(value: T): Plain<T> => plainOf(value, '') as Plain<T>

function plainOf(value: unknown, field: string): unknown {
  if (value instanceof Date)
    return DATE_FIELD.test(field) ? value.toISOString().slice(0, 10) : value.toISOString()
  if (typeof value === 'bigint' || isDecimal(value)) return Number(value)
  if (Array.isArray(value)) return value.map((item) => plainOf(item, field))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainOf(inner, name)]))
}

/** Told by its methods, which JSON can't have, so that Prisma need not be loaded for this. */
const isDecimal = (value: unknown): value is Prisma.Decimal =>
  typeof (value as Partial<Prisma.Decimal> | null)?.toDecimalPlaces === 'function'

/** Fields of a record as Prisma takes them, which reads a calendar date as the instant at which it begins in UTC. */
export const written = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value && DATE_FIELD.test(name) ? new Date(`${value}T00:00:00Z`) : value,
    ]),
  ) as { [Field in keyof T]: Written<T[Field]> }

type Written<Value> = Value extends Record<string, unknown> ? Prisma.InputJsonObject : Value

/** The given fields that differ from the record's: what a change changes. */
export const differencesOf = <Given extends object>(record: object, given: Given): Partial<Given> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => !isDeepStrictEqual(value, (record as Record<string, unknown>)[field]),
    ),
  ) as Partial<Given>

/** Whether a change would change anything: what is sent as it is stored makes neither a version nor an audit row. */
export const differs = (record: object, given: object): boolean =>
  Object.keys(differencesOf(record, given)).length > 0

/** A page of the records that `find` reads, each as it is `shown`, and how many there are. */
export async function pageOfRecords<Row, Shown>(
  query: PageQuery,
  find: (rows: { skip: number; take: number }) => Promise<Row[]>,
  count: Promise<number>,
  shown: (record: Row) => Shown,
) {
  const { page, limit } = query
  const [records, total] = await Promise.all([find({ skip: offsetOf(query), take: limit }), count])
  return { data: records.map((record) => shown(record)), total, page, limit }
}

interface PageQuery {
  page: number
  limit: number
}

/** How many rows stand before a page. */
export const offsetOf = ({ page, limit }: PageQuery) => (page - 1) * limit

/**
 * A page as lists answer it, from a statement that selects `(select count(*) from found) as total, …` from
 * `(select) one left join page on true`. The statement has one row even where the page has none, to carry the total;
 * `key` names a column that is null in that row only.
 */
export const pageOf = <Row extends { total: number }>(
  rows: Row[],
  key: keyof Row,
  { page, limit }: PageQuery,
) => ({ data: rows.filter((row) => row[key] !== null), total: rows[0]?.total ?? 0, page, limit })

/** The rows that a list is of, and what is said of all of them beside how many there are. */
interface Listed<Sums> {
  /** SQL that selects them, with all filters; its parameters are `values` */
  rows: string
  values: unknown[]
  /** SQL: their order, by columns of `rows` */
  order: string
  /** by which the statement is prepared; without a name it is planned for these values */
  name?: string
  /** SQL: one value each, by the name under which it is answered */
  sums?: { [name in keyof Sums]: string }
}

/**
 * A page of some rows, and how many there are. What is joined from the left only to be shown is not read to count. All
 * is one statement, and so of one moment.
 */
export async function pageOfRows<Row extends object, Sums extends object = object>(
  db: Sql,
  query: PageQuery,
  { rows, values, order, name, sums }: Listed<Sums>,
) {
  const { page, limit } = query
  const offset = offsetOf(query)
  const summed = Object.entries<string>(sums ?? {})
  const found = await db.rows<Row & Sums & { total: number }>(
    `with found as not materialized (${rows})
     select (select count(*) from found) as total, ${summed.map(([sum, sql]) => `(${sql}) as ${sum}, `).join('')}page.*
     from (select) one
       left join (select * from found order by ${order} limit $${values.length + 1} offset $${values.length + 2}) page on true
     order by ${order}`,
    [...values, limit, offset],
    name,
  )
  const total = found[0]?.total ?? 0
  const ofAll = Object.fromEntries(summed.map(([sum]) => [sum, found[0]?.[sum as keyof Sums]])) as Sums
  return { data: (offset < total ? found : []) as Row[], total, page, limit, ...ofAll }
}

/** A searched text as part of a pattern of `like`: % _ and \ stand for themselves, and blanks around it for nothing. */
export const literally = (text: string) => text.trim().replaceAll(/[\\%_]/g, '\\$&')

/** Prisma's filter for records that have a text anywhere in one of these columns, whatever its case; all without one. */
export const containing = (text: string | undefined, ...columns: string[]) => ({
  OR:
    text === undefined
      ? undefined
      : columns.map((column) => ({ [column]: { contains: literally(text), mode: 'insensitive' as const } })),
})
