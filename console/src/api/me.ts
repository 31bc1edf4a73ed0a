import { useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { $api, queries, refresh, type Schemas } from './client.ts'
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

/** Whether all that somebody sees is of one account manager, or of one warehouse: then it is nothing to choose by. */
export function useShared() {
  const { scope } = useMe()
  return (name: string) => scope[`${name.replace(/_.*/, '')}_id` as keyof typeof scope] != null
}

/** How soon a page shows what others have done to the months. */
const EVERY_MS = 30_000

/** Shows anew what is on the page once somebody else has calculated a month, or made it final. */
export function useNews() {
  const months = useQuery({ ...context, refetchInterval: EVERY_MS }).data?.periods
  useDidUpdate(() => void refresh(), [months])
}

/** The sums of a month: by tier, by status, what waits. */
export const monthStats = (period?: string) =>
  $api.queryOptions('get', '/api/dashboard/stats', { params: { query: { period } } })

/** What looks wrong with a month’s data. */
export const quality = (period: string) =>
  $api.queryOptions('get', '/api/sos/monthly/quality', { params: { query: { period } } })

/** How many sellers a run has scored, as the month counts them: without those before their contract. */
export const scoredIn = (run: Pick<Schemas['ScoringRun'], 'rated' | 'unrated' | 'sellers_scored'>) =>
  run.rated === null ? run.sellers_scored : run.rated + (run.unrated ?? 0)

interface Standing {
  statuses?: { draft: number; under_review: number; final: number } | null
}

/** How many scores of a month are not final. */
export const openIn = ({ statuses }: Standing) => (statuses ? statuses.draft + statuses.under_review : 0)

/** The months that are over and not final, the newest first. */
export const monthsToClose = ({ periods, current_period }: Me) =>
  periods.filter((month) => month.period < current_period && openIn(month) > 0)

/** Whether a month has scores, and all of them are final. */
export const isFinal = (month: Standing) => openIn(month) === 0 && Boolean(month.statuses?.final)
