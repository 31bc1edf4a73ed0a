import { send } from './client.ts'
import type { PathOf } from './types.ts'

/** So many rows are looked through in the browser. */
export const MOST_ROWS = 2_000
const PART = 500

interface ListPart<Row> {
  data: Row[]
  total: number
}

/** The first rows of a list, in parts, and how many there are. */
export async function readAll<Row>(
  path: PathOf<'GET'>,
  request: { path?: object; query: object },
  signal: AbortSignal,
) {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const query = { ...request.query, page, limit: PART }
    const part = (await send('GET', path, { ...request, query, signal } as never)) as unknown as ListPart<Row>
    rows.push(...part.data)
    if (rows.length >= Math.min(part.total, MOST_ROWS) || part.data.length === 0)
      return { rows, total: part.total }
  }
}
