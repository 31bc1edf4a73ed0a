const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const number = (value: unknown) => Number(value) || undefined
/** A record’s number or name, or `new`. */
const record = (value: unknown) => (/^[\w-]+$/.test(String(value ?? '!')) ? String(value) : undefined)
const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((one) => one === value)

/** Addresses are plain: `?search=1127`, not the router’s `?search=%221127%22`. */
export const readAddress = (search: string) => Object.fromEntries(new URLSearchParams(search))
export function writeAddress(search: Record<string, unknown>) {
  const said = Object.entries(search).filter(([, value]) => value !== undefined)
  return said.length ? `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}` : ''
}

/** What every address may say: the month, the open record, the page of a list. */
export interface Search {
  period?: string
  open?: string
  page?: number
}

export const readSearch = (search: Record<string, unknown>): Search => ({
  period: text(search.period),
  open: record(search.open),
  page: number(search.page),
})

const SORTS = ['seller_code', '-seller_code', 'total_sos', '-total_sos', 'delta', '-delta'] as const
export const STATUSES = ['draft', 'under_review', 'final'] as const

/** What the address of the score list may say: how it is filtered and sorted, and what is about to be done. */
export interface ScoreSearch extends Search {
  search?: string
  tier?: string
  status?: (typeof STATUSES)[number]
  am?: number
  warehouse?: number
  sort?: (typeof SORTS)[number]
  act?: 'calculate'
}

export const readScoreSearch = (search: Record<string, unknown>): ScoreSearch => ({
  ...readSearch(search),
  search: text(search.search),
  tier: text(search.tier),
  status: oneOf(STATUSES, search.status),
  am: number(search.am),
  warehouse: number(search.warehouse),
  sort: oneOf(SORTS, search.sort),
  act: oneOf(['calculate'], search.act),
})

export const TALKS = ['top_declined', 'lowest', 'top_improved'] as const

/** What the address of the overview may say: which sellers are listed. */
export interface OverviewSearch extends Search {
  talks?: (typeof TALKS)[number]
}

export const readOverviewSearch = (search: Record<string, unknown>): OverviewSearch => ({
  ...readSearch(search),
  talks: oneOf(TALKS, search.talks),
})

/** What the address of a list of records may say: what it is narrowed to. */
export interface RecordSearch extends Search {
  search?: string
  [filter: string]: string | number | undefined
}

export const readRecordSearch = (search: Record<string, unknown>): RecordSearch => ({
  ...Object.fromEntries(Object.entries(search).map(([name, value]) => [name, text(value)])),
  ...readSearch(search),
})
