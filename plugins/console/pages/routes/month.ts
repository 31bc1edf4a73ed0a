import { prefetch } from '../api/queries.ts'
import { OVERVIEW, trendRequest } from '../logic/overview-state.ts'
import { SCORE_LIST, scoresQuery } from '../logic/score-list.ts'
import { readState } from '../logic/url-state.ts'
import type { Page } from '../routes.ts'

export const monthPages: Page[] = [
  {
    path: '/',
    load: () => import('../screens/overview/overview.tsx'),
    permissions: ['dashboard.read'],
    reads: (_, query) => {
      if (query.period && !query.am)
        prefetch('/api/dashboard/trend', trendRequest(query.period, readState(OVERVIEW, query)))
    },
    menu: { section: 'month', label: 'Overview', icon: 'overview', key: 'o' },
  },
  {
    path: '/scores',
    load: () => import('../screens/scores/scores.tsx'),
    permissions: ['scores.read'],
    reads: (_, query) => {
      if (!query.period) return
      prefetch('/api/sos/monthly', { query: scoresQuery(readState(SCORE_LIST, query), query.period) })
    },
    menu: { section: 'month', label: 'Scores', icon: 'scores', key: 's' },
  },
  {
    path: '/runs/:id',
    load: () => import('../screens/runs/run.tsx'),
    permissions: ['scores.read'],
  },
]
