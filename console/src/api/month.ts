import { $api } from './client.ts'
import type { Me } from './me.ts'
import type { Schemas } from './types.ts'

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
