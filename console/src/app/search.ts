import { COMPONENTS } from '../api/client.ts'

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const number = (value: unknown) => Number(value) || undefined
/** A record’s number or name, or `new`. */
const record = (value: unknown) => (/^[\w-]+$/.test(String(value ?? '!')) ? String(value) : undefined)
const oneOf = <Value extends string | boolean>(values: readonly Value[], value: unknown) =>
  values.find((one) => one === value)

/** What an address may say; it need not say any of it. */
const reader = <Said extends object>(read: (search: Record<string, unknown>) => Said) =>
  read as (search: Record<string, unknown>) => Partial<Said>

/** What every address may say: the month, the open record, the page of a list, what is about to be done. */
export const readSearch = reader((search) => ({
  period: text(search.period),
  open: record(search.open),
  page: number(search.page),
  act: oneOf(['appeal', 'change', 'calculate'], search.act),
}))
type Search = ReturnType<typeof readSearch>

const SORTS = (['seller_code', 'total_sos', 'delta', ...COMPONENTS] as const).flatMap(
  (by) => [by, `-${by}`] as const,
)
export const STATUSES = ['draft', 'under_review', 'final'] as const

/** What the address of the score list may say: how it is filtered and sorted. */
export const readScoreSearch = reader((search) => ({
  ...readSearch(search),
  search: text(search.search),
  tier: text(search.tier),
  status: oneOf(STATUSES, search.status),
  am: number(search.am),
  warehouse: number(search.warehouse),
  blocked: oneOf([true], search.blocked),
  sort: oneOf(SORTS, search.sort),
  limit: number(search.limit),
}))
export type ScoreSearch = ReturnType<typeof readScoreSearch>

/** What the address of the overview may say: which sellers are listed. */
export const readHomeSearch = reader((search) => ({
  ...readSearch(search),
  talks: oneOf(['urgent', 'top_declined', 'lowest', 'top_improved'], search.talks),
}))

/** What the address of a list of records may say: what it is narrowed to. */
export interface RecordSearch extends Search {
  search?: string
  [filter: string]: string | number | undefined
}

export const readRecordSearch = (search: Record<string, unknown>): RecordSearch => ({
  ...Object.fromEntries(Object.entries(search).map(([name, value]) => [name, text(value)])),
  ...readSearch(search),
})
