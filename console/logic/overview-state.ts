import { addMonths } from './format.ts'
import { number, type Values } from './url-state.ts'

/** What the address of the overview says. */
export const OVERVIEW = { warehouse: number(), am: number() }
export type Narrowing = Values<typeof OVERVIEW>

/** The same for the API. */
export const narrowed = ({ warehouse, am }: Narrowing) => ({ warehouse_id: warehouse, am_id: am })

/** The address of a list that is narrowed in the same way. */
export function listOf(path: string, { warehouse, am }: Narrowing, more: Record<string, string> = {}) {
  const search = new URLSearchParams(more)
  if (warehouse) search.set('warehouse', String(warehouse))
  if (am) search.set('am', String(am))
  return search.size > 0 ? `${path}?${search}` : path
}

/** How many months are shown beside each other. */
const MONTHS = 12

/** The months up to one, for the API. */
export const trendRequest = (period: string, narrowing: Narrowing) => ({
  query: { from: addMonths(period, 1 - MONTHS), to: period, ...narrowed(narrowing) },
})
