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
