/** A page of a list, as its operation answers it. */
interface PageOf<Row> {
  data: Row[]
  total: number
  page: number
  limit: number
}

/** The rows of a page: the service's most. */
const ROWS = 500

/**
 * All rows of a list, page by page: the next page is asked for when the rows of the one before are used up. Rows that
 * are added or removed meanwhile may shift others, which then come twice or not at all.
 *
 * @param list asks for one page; hand its parameters on
 */
export async function* every<Row>(
  list: (page: { page: number; limit: number }) => Promise<PageOf<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let page = 1; ; page++) {
    const { data, total, limit } = await list({ page, limit: ROWS })
    yield* data
    if (data.length === 0 || page * limit >= total) return
  }
}
