import { Badge, type Tone } from '../../../parts/badges.tsx'
import type { Backtest } from '../../rules/drafts/draft-reads.ts'
import { words } from './words.ts'

const TONES: Record<Backtest['status'], Tone> = {
  queued: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

export const DriftBadge = ({ status }: Pick<Backtest, 'status'>) => (
  <Badge tone={TONES[status]}>{words[status]}</Badge>
)
