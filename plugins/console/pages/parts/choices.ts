import { useRead } from '../api/queries.ts'
import { common } from '../words/common.ts'
import { useMe } from './me.ts'

type Choices = [value: string, words: string][]

/** The warehouses to choose from; undefined for whoever may not see them. */
export function useWarehouses(): Choices | undefined {
  const { may } = useMe()
  const allowed = may('warehouses.read')
  const { data } = useRead('/api/warehouses', { query: { limit: 200 } }, { enabled: allowed })
  return allowed ? withAll(data?.data.map(({ id, name }) => [String(id), name])) : undefined
}

/** The account managers to choose from; undefined for one of them, who sees the own portfolio. */
export function useManagers(): Choices | undefined {
  const { may, scope } = useMe()
  const allowed = may('account-managers.read') && scope.am_id === null
  const { data } = useRead('/api/sellers/am/list', { query: { limit: 200 } }, { enabled: allowed })
  return allowed ? withAll(data?.data.map(({ id, name }) => [String(id), name])) : undefined
}

const withAll = (choices: Choices = []): Choices => [['', common.all], ...choices]
