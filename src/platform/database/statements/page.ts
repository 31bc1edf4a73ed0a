import type { Sql } from './sql.ts'

/** Which page is asked for, as the query of a list has it. */
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

/** The rows that a list is of. */
interface Listed {
  /** SQL that selects them, with all filters; its parameters are `values` */
  rows: string
  values: unknown[]
  /** SQL: their order, by columns of `rows` */
  order: string
  /** by which the statement is prepared; without a name it is planned for these values */
  name?: string
}

/** A page of some rows, and how many there are. What is joined from the left only to be shown is not read to count. */
export async function pageOfRows<Row extends object>(
  db: Sql,
  query: PageQuery,
  { rows, values, order, name }: Listed,
) {
  const { page, limit } = query
  const offset = offsetOf(query)
  const found = await db.rows<Row & { total: number }>(
    `with found as not materialized (${rows})
     select (select count(*) from found) as total, page.*
     from (select) one
       left join (select * from found order by ${order} limit $${values.length + 1} offset $${values.length + 2}) page on true
     order by ${order}`,
    [...values, limit, offset],
    name,
  )
  const total = found[0]?.total ?? 0
  return { data: offset < total ? found : [], total, page, limit }
}
