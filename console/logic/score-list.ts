import { number, oneOf, text, type Values } from './url-state.ts'

export const STATUSES = ['draft', 'under_review', 'final'] as const
export type Status = (typeof STATUSES)[number]

const SORTS = ['seller_code', '-seller_code', 'total_sos', '-total_sos', 'delta', '-delta'] as const

/** Rows of a page. */
export const LIMIT = 50

/** What the address of the list of scores says. */
export const SCORE_LIST = {
  q: text(),
  status: oneOf(STATUSES, ''),
  tier: text(),
  am: number(),
  warehouse: number(),
  sort: oneOf(SORTS, 'seller_code'),
  page: number(1),
}
export type ScoreList = Values<typeof SCORE_LIST>

/** The query of the API for what the address says. */
export const scoresQuery = ({ q, status, tier, am, warehouse, sort, page }: ScoreList, period: string) => ({
  period,
  search: q || undefined,
  status: status || undefined,
  tier: tier || undefined,
  am_id: am,
  warehouse_id: warehouse,
  sort,
  page,
  limit: LIMIT,
})

/** Whether anything but the order narrows the list. */
export const isNarrowed = ({ q, status, tier, am, warehouse }: ScoreList) =>
  q !== '' || status !== '' || tier !== '' || am !== undefined || warehouse !== undefined
