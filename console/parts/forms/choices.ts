import { useRead } from '../../api/queries.ts'
import { useMe } from '../me.ts'

/** What may be chosen: values with their words. */
export type Choices = [value: string, words: string][]

interface Named {
  id: number
  name: string
}

/** Records to choose one of, after what stands for none of them. */
export const choicesOf = (records: Named[] = [], none = 'All'): Choices => [
  ['', none],
  ...records.map(({ id, name }): [string, string] => [String(id), name]),
]

/** Words of a table to choose one of, or all. */
export const allOr = (table: Record<string, string>, all = 'All'): Choices => [
  ['', all],
  ...Object.entries(table),
]

/** The warehouses to choose from; undefined for whoever may not see them. */
export function useWarehouses(none?: string): Choices | undefined {
  const { may } = useMe()
  const allowed = may('warehouses.read')
  const { data } = useRead('/api/warehouses', { query: { limit: 500 } }, { enabled: allowed })
  return allowed ? choicesOf(data?.data, none) : undefined
}

/** The account managers to choose from; undefined for one of them, who sees the own portfolio. */
export function useManagers(none?: string): Choices | undefined {
  const { may, scope } = useMe()
  const allowed = may('account-managers.read') && scope.am_id === null
  const { data } = useRead('/api/sellers/am/list', { query: { limit: 500 } }, { enabled: allowed })
  return allowed ? choicesOf(data?.data, none) : undefined
}
