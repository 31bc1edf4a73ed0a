import type { Answer } from '../../api/types.ts'
import { stateBadge } from '../../parts/badges.tsx'

export type RunShown = Answer<'GET', '/api/sos/runs/{id}'>

export const RunState = stateBadge<RunShown['status']>({
  queued: ['Queued', 'plain'],
  running: ['Running', 'info'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
})
