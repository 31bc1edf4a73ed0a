import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { completed } from './get.ts'
import { fixedOf } from './report/report-queries.ts'
import { standingsOf } from './report/standings.ts'
import type { SellersQuery, sellersRoute } from './scores-schemas.ts'
import { countSellers, type Last, type SellersFilter, sellersPage } from './sellers-queries.ts'

/** Where a page ended, for an export that reads the next one: it neither counts again nor skips what it has read. */
interface Resume {
  total: number
  last: Last
}

export const listSellers: Handler<typeof sellersRoute> = async ({ server, params: { id }, query }) => {
  await completed(server, id)
  return pageOfSellers(server.db, id, query)
}

/** One page of the scores of a backtest and how many match. They don't change, so a later page goes on where one ended. */
async function pageOfSellers(db: Sql, id: number, query: SellersQuery & { resume?: Resume }) {
  const { page, limit, resume, sort } = query
  const filter = await filterOf(db, id, query)
  const total = resume?.total ?? (await countSellers(db, filter))
  const after = sort === 'seller_code' ? resume?.last : undefined
  const start = { sort, limit, offset: after ? 0 : offsetOf(query), after }
  const data = await sellersPage(db, filter, start)
  const last = data.at(-1)
  return { data, total, page, limit, resume: last && { total, last } }
}

async function filterOf(
  db: Sql,
  id: number,
  { period, moved, from_tier, to_tier }: SellersQuery,
): Promise<SellersFilter> {
  const common = { id, period, from_tier, to_tier }
  return moved ? { ...common, moved: SIGN[moved], standings: standingsOf(await fixedOf(db, id)) } : common
}

const SIGN = { up: 1, none: 0, down: -1 }
