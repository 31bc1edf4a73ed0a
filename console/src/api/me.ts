import { useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { $api, queries, refresh } from './client.ts'
import type { paths } from './schema.d.ts'

export type Me = paths['/api/console/context']['get']['responses']['200']['content']['application/json']
export type Permission = Me['permissions'][number]

const context = $api.queryOptions('get', '/api/console/context', {}, { staleTime: Infinity })

export const loadMe = () => queries.ensureQueryData(context)

/** The month of an address: the one that it says, else the one that is shown first. */
export const periodOf = async (period?: string) => period ?? (await loadMe()).shown_period

/** Who looks, what that person may do, and which months there are. The shell waits for it. */
export const useMe = () => useQuery(context).data as Me

export const useMay = (permission: Permission) => useMe().permissions.includes(permission)

/** How soon a page shows what others have done to the months. */
const EVERY_MS = 30_000

/** Shows anew what is on the page once somebody else has calculated a month, or made it final. */
export function useNews() {
  const months = useQuery({ ...context, refetchInterval: EVERY_MS }).data?.periods
  useDidUpdate(() => void refresh(), [months])
}
