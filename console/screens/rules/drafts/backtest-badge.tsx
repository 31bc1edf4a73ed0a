import { stateBadge } from '../../../parts/badges.tsx'
import type { Backtest } from './draft-reads.ts'

export const BacktestBadge = stateBadge<Backtest['status']>({
  queued: ['Waiting', 'plain'],
  running: ['Running', 'info'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'plain'],
})
